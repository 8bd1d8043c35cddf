"""What holds for all tests."""

# Strategies for tests are loaded from their files, as a user's are; imported in search of doctests they would count as installed ones.
collect_ignore_glob = ["*/scatter.py"]
