"""Installs the Android SDK packages for a build, where buildozer looks for them.

buildozer itself would ask for the newest listed build tools, and for a release candidate under a
name that does not exist. It also ignores an interrupted download and a failed sdkmanager.
"""

from __future__ import annotations

import sys
from pathlib import Path

from buildozer.targets.android import TargetAndroid

from tools.packaged import spec

BUILD_TOOLS = "36.0.0"
INSTALLER = "tools/bin/sdkmanager"


def install(target: TargetAndroid) -> None:
    """Download the SDK's installer if it is missing, and install the packages with it."""
    folder = Path(target.android_sdk_dir)
    if folder.exists() and not (folder / INSTALLER).exists():
        sys.exit(f"The download of the Android SDK was interrupted. Delete {folder} and try again.")
    target._install_android_sdk()
    platform = f"platforms;android-{target.android_api}"
    target._android_update_sdk("platform-tools", platform, f"build-tools;{BUILD_TOOLS}")
    wanted = [
        "platform-tools/adb",
        f"{platform.replace(';', '/')}/android.jar",
        f"build-tools/{BUILD_TOOLS}/aidl",
    ]
    missing = [name for name in wanted if not (folder / name).is_file()]
    if missing:
        sys.exit(f"sdkmanager failed. Missing in {folder}: {', '.join(missing)}")


def main() -> None:
    """Install the SDK packages for this project."""
    buildozer = spec()
    buildozer.set_target("android")
    install(buildozer.target)


if __name__ == "__main__":
    main()
