"""What evidence comes to: the direction of an effect, the verdict on a tip, and what to do about it. Reports only word
and draw what is decided here.
"""
