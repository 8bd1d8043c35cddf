"""What each command does: read the words, call the laboratory, print."""
