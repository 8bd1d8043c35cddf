"""The studies behind this repository's pages."""
