"""Board geometry and looks, without Kivy: curves, cars, labels, colours and shapes."""
