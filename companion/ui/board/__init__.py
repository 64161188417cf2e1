"""The board on the screen: where everything lies, how it is drawn, what a finger means on it.

Modules that need no screen stand alone: `curves`, `drawing_facts`, `layout`, `placing`, `labels`,
`looks`, `painting`, `touching` and `camera`. The widgets are `view.BoardView` and
`thumbnail.BoardThumbnail`.
"""
