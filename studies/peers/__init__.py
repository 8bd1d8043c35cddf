"""The games of knotlab beside those of other simulators."""
