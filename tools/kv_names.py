"""Lists the names that kv rules use as Python attributes, so that vulture counts them as used.

`make check` runs `python -m tools.kv_names build/kv_names.py` before vulture.
"""

from __future__ import annotations

import re
import sys
from keyword import iskeyword
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main(target: Path) -> None:
    """Write a module that refers to every identifier in kv rules, in files and in modules."""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "kv").rglob("*.kv")]
    for path in (ROOT / "companion" / "ui").rglob("*.py"):
        texts += re.findall(r'load_rules\("""(.*?)"""', path.read_text(encoding="utf-8"), re.DOTALL)
    names = {name for text in texts for name in re.findall(r"[a-zA-Z_]\w*", text)}
    target.parent.mkdir(exist_ok=True)
    target.write_text(
        "".join(f"_.{name}\n" for name in sorted(names) if not iskeyword(name)), encoding="utf-8"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
