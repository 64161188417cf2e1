"""Board geometry and appearance without Kivy, rendered by `ui/board` and as SVG."""
