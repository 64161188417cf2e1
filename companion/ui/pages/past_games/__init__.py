"""The past games page: games with thumbnails, filters, and a bar of wins."""
