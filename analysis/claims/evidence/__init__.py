"""What was measured of claims, and how it is written and read: the same whether it was played just now, is published,
is tested on new deals or is about another reading of the rules.
"""
