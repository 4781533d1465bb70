"""Why a rule cannot be compiled, and what to write instead."""
