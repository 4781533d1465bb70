"""Partition search: positions remembered in classes."""
