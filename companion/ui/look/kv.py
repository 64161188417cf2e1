"""Loading the kv files, each once, beside the module whose widgets it describes."""

from __future__ import annotations

from kivy.lang import Builder

from companion.bundled import bundled

KV = bundled("kv")


def load(name: str) -> None:
    """Load `kv/<name>.kv`, unless it has been loaded: rules would stack up otherwise."""
    path = str(KV / f"{name}.kv")
    if path not in Builder.files:
        Builder.load_file(path)
