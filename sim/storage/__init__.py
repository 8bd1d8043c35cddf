"""Storage: files that are whole or absent, and run folders that go on where they were stopped."""
