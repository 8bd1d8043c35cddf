"""Tests of Knotweed."""
