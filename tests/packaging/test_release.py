"""Notes, signatures and descriptions of a release."""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from companion import __version__
from companion.report.translation import LANGUAGES, supported_language
from companion.start import APP_ID
from tests.packaging.test_project import FRAMEWORK
from tools.packaged import ROOT
from tools.release_notes import CHANGELOG, release_notes

LINUX = ROOT / "data" / "linux"
STORE_TEXTS = ROOT / "fastlane" / "metadata" / "android"
LIMITS = {"title": 30, "short_description": 80, "full_description": 4000}
"""Characters that the Play store and F-Droid show."""

EXAMPLE = """# Changelog

## [1.1.0] - unreleased

Soon.

## [1.0.0] - 2027-01-31

Second.

### Added

- Something.

## [0.9.0] - 2026-12-01

First.
"""


def test_notes_are_the_section_of_the_tag() -> None:
    assert release_notes(EXAMPLE, "v1.0.0", "1.0.0") == "Second.\n\n### Added\n\n- Something."
    assert release_notes(EXAMPLE, "v0.9.0", "0.9.0") == "First."


@pytest.mark.parametrize(
    ("tag", "version", "reason"),
    [
        ("v1.0.0", "0.9.0", "has version 0.9.0"),
        ("1.0.0", "1.0.0", "The tag is 1.0.0"),
        ("v1.1.0", "1.1.0", "with a date"),
        ("v2.0.0", "2.0.0", "no section"),
    ],
)
def test_release_needs_a_dated_section_of_the_same_version(
    tag: str, version: str, reason: str
) -> None:
    with pytest.raises(SystemExit, match=reason):
        release_notes(EXAMPLE, tag, version)


def test_changelog_begins_with_this_version() -> None:
    newest = re.search(r"^## \[(.*)\] - ", CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == __version__


def test_store_texts_of_every_language_fit() -> None:
    languages = [path for path in STORE_TEXTS.iterdir() if path.is_dir()]
    codes = {supported_language(path.name.partition("-")[0]) for path in languages}
    assert codes == set(LANGUAGES), "Norwegian is “no” in the stores"
    assert len(codes) == len(languages)
    for language in languages:
        for name, limit in LIMITS.items():
            text = (language / f"{name}.txt").read_text(encoding="utf-8").strip()
            assert 0 < len(text) <= limit, (language.name, name, len(text))


def test_desktop_entry_starts_the_command_with_the_icon() -> None:
    entry = (LINUX / f"{APP_ID}.desktop").read_text(encoding="utf-8")
    values = dict(line.split("=", 1) for line in entry.splitlines()[1:])
    assert values["Exec"] == "railkeeper %f"
    assert (ROOT / "data" / "icons" / f"{values['Icon']}.png").is_file()
    assert values["Icon"] == APP_ID


def test_metainfo_names_the_desktop_entry_and_the_addresses_of_the_package() -> None:
    metainfo = ElementTree.parse(LINUX / f"{APP_ID}.metainfo.xml").getroot()
    assert metainfo.findtext("id") == APP_ID
    assert metainfo.findtext("launchable") == f"{APP_ID}.desktop"
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    addresses = set(re.findall(r'= "(https://.*)"', project))
    assert {url.text for url in metainfo.iter("url")} <= addresses


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (("appstreamcli", "validate", "--no-net"), f"{APP_ID}.metainfo.xml"),
        (("desktop-file-validate",), f"{APP_ID}.desktop"),
    ],
)
def test_desktop_files_are_valid(command: tuple[str, ...], file: str) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is missing: apt-get install appstream desktop-file-utils")
    done = subprocess.run([*command, LINUX / file], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


needs_sh = pytest.mark.skipif(sys.platform == "win32", reason="signing is a shell script")
SIGN = ROOT / "tools" / "sign_android.sh"


def run(*command: str | Path, folder: Path | None = None, **environment: str) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A folder with a minimal APK and bundle, named as buildozer names them."""
    if not all(map(shutil.which, ("apksigner", "jarsigner", "keytool", "aapt2"))):
        pytest.skip("a tool is missing: apt-get install apksigner default-jdk-headless aapt")
    if not FRAMEWORK.is_file():
        pytest.skip("Android's framework is missing: apt-get install android-framework-res")
    (tmp_path / "bin").mkdir()
    manifest = tmp_path / "AndroidManifest.xml"
    manifest.write_text(
        '<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="a.b">'
        '<uses-sdk android:minSdkVersion="24" android:targetSdkVersion="36" /></manifest>',
        encoding="utf-8",
    )
    apk = tmp_path / "bin" / "railkeeper-0.9.0-arm64-v8a-release-unsigned.apk"
    run("aapt2", "link", "--manifest", manifest, "-I", FRAMEWORK, "-o", apk)
    with ZipFile(tmp_path / "bin" / "railkeeper-0.9.0-arm64-v8a-release.aab", "w") as bundle:
        bundle.write(manifest, "base/manifest/AndroidManifest.xml")
    return tmp_path


@needs_sh
@pytest.mark.slow
def test_apk_and_bundle_are_signed(built: Path) -> None:
    password = "secret phrase"
    run(
        *("keytool", "-genkeypair", "-keystore", built / "key.jks", "-storepass", password),
        *("-alias", "upload", "-dname", "CN=Test", "-keyalg", "EC", "-validity", "1"),
    )
    run(
        *("sh", SIGN),
        folder=built,
        P4A_RELEASE_KEYSTORE_BASE64=base64.b64encode((built / "key.jks").read_bytes()).decode(),
        P4A_RELEASE_KEYSTORE_PASSWD=password,
        P4A_RELEASE_KEYALIAS="upload",
        P4A_RELEASE_KEYALIAS_PASSWD=password,
    )
    # Of the signature scheme that Android 7 and newer check.
    assert b"APK Sig Block 42" in (built / "dist" / "railkeeper.apk").read_bytes()
    with ZipFile(built / "dist" / "railkeeper.aab") as signed:
        assert {"META-INF/UPLOAD.SF", "META-INF/UPLOAD.EC"} <= set(signed.namelist())


@needs_sh
def test_missing_key_is_reported(tmp_path: Path) -> None:
    done = subprocess.run(["sh", SIGN], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0
    assert "add the key to the secrets" in done.stderr
