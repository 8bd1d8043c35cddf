"""Table cards: how their lines are found (`decisions`, `search`) and what they are worth (`worth`).

Cards that are only tried are players of the file `drafted`, whose parameters are the lines. docs/table-cards.md tells
how and why.
"""
