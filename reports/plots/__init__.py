"""Plots, in one visual language."""
