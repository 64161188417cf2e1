"""The board as Kivy widgets: `view.BoardView` and `thumbnail.BoardThumbnail`."""
