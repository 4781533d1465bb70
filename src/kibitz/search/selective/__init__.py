"""Selective search: for games with an evaluation, where some lines deserve a longer look than others."""
