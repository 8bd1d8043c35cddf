"""The games of knotlab next to those of other simulators."""
