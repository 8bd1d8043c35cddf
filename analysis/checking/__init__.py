"""A strategy checked before it plays: what it chose, slips in its code, and where they stand."""
