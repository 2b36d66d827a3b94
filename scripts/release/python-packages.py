"""Builds the source archive and the wheel of the package in the current folder with the installed setuptools, without
a download. Files get the time of SOURCE_DATE_EPOCH, so that equal sources give equal bytes.

Usage: python3 python-packages.py FOLDER
"""

import gzip
import io
import os
import sys
import tarfile
from pathlib import Path

from setuptools import build_meta

folder = Path(sys.argv[1]).resolve()
sys.argv[1:] = []
time = int(os.environ["SOURCE_DATE_EPOCH"])


def with_fixed_times(archive: Path) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(archive) as source, tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as target:
        for entry in sorted(source.getmembers(), key=lambda entry: entry.name):
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = time, 0, 0, "", ""
            entry.mode, entry.pax_headers = (0o755 if entry.isdir() else 0o644), {}
            target.addfile(entry, source.extractfile(entry) if entry.isfile() else None)
    return gzip.compress(packed.getvalue(), mtime=0)


archive = folder / build_meta.build_sdist(str(folder))
archive.write_bytes(with_fixed_times(archive))
build_meta.build_wheel(str(folder))
