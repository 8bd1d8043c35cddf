"""Kinds of experiments and of what is shown without a verdict, one module each.

A new kind is one more module here: a class that derives from `knotlab.analysis.claims.experiment.Experiment` (or from
`knotlab.analysis.claims.measured.Measured`, if it is a number per deal), or from
`knotlab.analysis.claims.chart.Description`.
"""
