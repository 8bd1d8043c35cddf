"""A table at which a person plays, on a page of this machine."""
