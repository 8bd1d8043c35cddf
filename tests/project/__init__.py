"""Tests of the project as a whole: its documents, packages and names."""
