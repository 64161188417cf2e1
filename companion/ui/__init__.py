"""What the score keeper sees and touches. The only room that knows Kivy."""
