"""Kinds of experiments and of what is shown without a verdict, one module each.

A new kind is one more module here: a class that derives from `knotlab.analysis.claims.model.experiment.Experiment` (or
from `knotlab.analysis.claims.kinds.measured.Measured`, if it is a number per deal), or from
`knotlab.analysis.claims.model.chart.Description`. A kind that one tip alone uses lives with that tip, in `rulebooks`.
"""
