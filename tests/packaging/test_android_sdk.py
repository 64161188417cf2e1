"""The installation of the Android SDK stops with a message if the SDK is incomplete."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.packaging.building import program, sdk
from tools.packaged import spec

if sys.platform == "win32":
    pytest.skip("buildozer has no Android target there", allow_module_level=True)

from tools.android_sdk import install


def install_in(folder: Path) -> None:
    buildozer = spec()
    buildozer.config.set("app", "android.sdk_path", str(folder))
    buildozer.set_target("android")
    install(buildozer.target)


def test_complete_sdk_is_accepted(tmp_path: Path) -> None:
    install_in(sdk(tmp_path / "sdk"))
    asked = (tmp_path / "sdk" / "asked").read_text(encoding="utf-8")
    assert asked.split()[1:] == ["platform-tools", "platforms;android-36", "build-tools;36.0.0"]


@pytest.mark.parametrize("accepts", ["True", "False"])
def test_failed_sdkmanager_is_reported(
    accepts: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APP_ANDROID_ACCEPT_SDK_LICENSE", accepts)
    folder = sdk(tmp_path / "sdk")
    program(folder / "tools" / "bin" / "sdkmanager", "echo 'no network'; exit 0")
    with pytest.raises(SystemExit, match=r"sdkmanager failed.*adb.*android-36.*36\.0\.0"):
        install_in(folder)


def test_interrupted_download_is_reported(tmp_path: Path) -> None:
    (tmp_path / "sdk").mkdir()
    (tmp_path / "sdk" / "commandlinetools.zip").write_bytes(b"half")
    with pytest.raises(SystemExit, match=r"interrupted\. Delete .*sdk and try again\."):
        install_in(tmp_path / "sdk")
    assert (tmp_path / "sdk" / "commandlinetools.zip").exists()
