"""The commands and options, as a user spells them; nothing heavy is imported here."""
