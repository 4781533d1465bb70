"""Where compiled code is kept, and whether that place can be trusted. Imports nothing of the compiler."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def folder() -> Path:
    """Where compiled code is kept: `KIBITZ_CACHE`, or the user's cache folder."""
    if chosen := os.environ.get("KIBITZ_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "kibitz"


def fault_of(status: os.stat_result) -> str:
    """Why a folder or file of this status cannot be trusted; empty where it can."""
    if not hasattr(os, "geteuid"):
        return ""
    if status.st_uid != os.geteuid():
        return "belongs to another user"
    return "can be written by other users" if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) else ""
