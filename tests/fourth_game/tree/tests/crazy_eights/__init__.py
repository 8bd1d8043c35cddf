"""Tests of Crazy Eights."""
