"""Pages for the other players' browsers: a WSGI app over `report` and `drawing`; no Kivy."""
