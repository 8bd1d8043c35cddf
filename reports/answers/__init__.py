"""What the shipped findings say to somebody who plays: a sentence a tip, and the pictures that go with it."""
