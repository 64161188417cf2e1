"""Lists the files in the Android package with their sizes. Run it with `make size`."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from buildozer import Buildozer

ROOT = Path(__file__).resolve().parents[1]


def spec() -> Buildozer:
    """buildozer.spec, read and validated by buildozer."""
    # buildozer prints its progress, and the errors of the spec before it exits.
    with redirect_stdout(sys.stderr):
        buildozer = Buildozer(str(ROOT / "buildozer.spec"))
    buildozer.logger.set_level(0)
    buildozer.config.set("app", "source.dir", str(ROOT))
    return buildozer


def assemble(folder: Path) -> Path:
    """Copy the files that buildozer would package; returns their folder."""
    buildozer = spec()
    buildozer.targetname = "android"
    buildozer.config.set("buildozer", "build_dir", str(folder))
    buildozer._copy_application_sources()
    return Path(buildozer.app_dir)


def files(folder: Path) -> list[Path]:
    """All files in a folder, with relative paths."""
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def main() -> None:
    """Print the size and name of every packaged file."""
    with TemporaryDirectory() as place:
        packaged = assemble(Path(place))
        sizes = {path.as_posix(): (packaged / path).stat().st_size for path in files(packaged)}
    for path, size in sizes.items():
        print(f"{size:>9,}  {path}")
    print(f"{sum(sizes.values()):>9,}  bytes in {len(sizes)} files")


if __name__ == "__main__":
    main()
