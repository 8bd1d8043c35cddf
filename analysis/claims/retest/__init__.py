"""What is published, tested on new deals and played again from its first deals."""
