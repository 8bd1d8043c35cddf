"""Players whose judgement is learnt: a network that scores moves, made better game by game.

Twisted Knot and Knotweed: `make` lets learners play lesson after lesson (`learner`, with the weights and how they
change; `lesson`, the games of a lesson in one compiled function, with the slopes of `gradients`); what differs by game
is an `Environment` (`twisted_knot`, `knotweed`), and `records` says what is held in memory. With four and more players
the later champion of Twisted Knot learns from a thinker instead: `labels` has decisions with what their moves gain,
`distil` learns from them. Twyst: `make_twyst` and `twyst_kernel`, which play on each card of a decision to the end
instead. docs/champions.md tells how and why.
"""
