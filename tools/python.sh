# Prints the Python for .venv: the one given, the one already there, the newest one found, or one
# downloaded into .venv. Kivy has packages for Python 3.10 to 3.13 only.

suits() {
    "$1" -c 'import sys, ensurepip; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' \
        >/dev/null 2>&1
}

fetched() {
    for any in python3 python python3.14; do
        "$any" -m venv .venv/uv && .venv/uv/bin/python -m pip install --quiet uv==0.13.7 &&
            UV_PYTHON_INSTALL_DIR=$PWD/.venv/python UV_CACHE_DIR=$PWD/.venv/uv/cache \
                .venv/uv/bin/uv python install --quiet --no-bin 3.13 && break
    done >/dev/null 2>&1
    set -- .venv/python/*/bin/python3.13
    echo "$1"
}

if [ -n "$1" ]; then
    suits "$1" && echo "$1" && exit
    echo "Railkeeper needs Python 3.10, 3.11, 3.12 or 3.13 with its venv, and $1 is none." >&2
    exit 1
fi

for found in .venv/bin/python python3.13 python3.12 python3.11 python3.10 python3 python; do
    suits "$found" && echo "$found" && exit
done

echo 'No Python from 3.10 to 3.13 is here: fetching one into .venv …' >&2
found=$(fetched)
suits "$found" && echo "$found" && exit
echo 'Please install Python 3.10, 3.11, 3.12 or 3.13 with its venv (on Debian: sudo apt-get install python3-venv), or name one with PYTHON=…' >&2
exit 1
