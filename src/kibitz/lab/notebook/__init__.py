"""In a notebook: trees and recordings with their steps, and games to play, in a cell and without a server."""

from __future__ import annotations

from kibitz.lab.notebook import steps as steps  # registers how a notebook shows trees and recordings
