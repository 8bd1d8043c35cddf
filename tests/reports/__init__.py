"""Tests of pages, plots and sentences."""
