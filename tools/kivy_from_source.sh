# Builds and installs Kivy for a Python without a wheel of it, such as 3.14, with the Cython and the
# patch that python-for-android uses for the phone. Needs a compiler and the headers of SDL 2.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python -m pip install cython==3.0.12 setuptools==80.9.0 filetype==1.2.0 python-for-android==2026.5.9
python -m pip download --no-deps --no-build-isolation --no-binary kivy --dest "$folder" kivy==2.3.1
tar --extract --directory "$folder" --strip-components 1 --file "$folder"/*.tar.gz
# The source package has the line ends of Windows, the patch those of Unix.
sed --in-place 's/\r$//' "$folder/kivy/lang/parser.py"
recipes=$(python -c 'import pythonforandroid as p; print(p.__path__[0] + "/recipes")')
patch --directory "$folder" --strip 1 < "$recipes/kivy/no-ast-str.patch"
python -m pip install --no-deps --no-build-isolation "$folder"
