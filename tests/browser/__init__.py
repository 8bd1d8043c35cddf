"""Tests of the pages in a real browser: Chromium without a window, on files from disk."""
