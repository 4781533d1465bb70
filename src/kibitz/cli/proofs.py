"""The proof of an answer: printed, written to a file, or among the JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz.answer.analysis import Analysis
from kibitz.errors import BadInput
from kibitz.saving import refuse_unwritable, write_text

PRINTED = 200  # moves of a proof on a terminal
WRITTEN = 100_000  # in a file


def refuse_proof(options: Any) -> None:
    """Refuse a proof from an algorithm that gives none, and a file that cannot be written, before the search."""
    if not options.proof:
        return
    if options.algorithm != "proof":
        raise BadInput(f"--proof {options.proof} has no effect on {options.algorithm}: use --algorithm proof")
    if options.proof != "-":
        refuse_unwritable(options.proof)


def proof_json(options: Any, answer: Analysis) -> dict[str, Any]:
    """The proof as an entry of the answer's JSON, where `--proof -` asks for it: of `--why`'s move, if there is one."""
    if options.proof != "-":
        return {}
    tree = _tree(options, answer)
    return {"proof": None if tree is None else tree.json(WRITTEN)}


def show_proof(options: Any, answer: Analysis) -> None:
    """Print the proof, or write it to the file that `--proof` names."""
    tree = _tree(options, answer)
    if options.proof and options.proof != "-":
        if tree is None:
            raise BadInput(f"nothing is proven at {answer.position!r}: there is no proof to write to {options.proof!r}")
        suffix = Path(options.proof).suffix.lower()
        if suffix == ".svg":
            write_text(options.proof, tree.draw())
        elif suffix == ".json":
            write_text(options.proof, json.dumps(tree.json(WRITTEN), ensure_ascii=False) + "\n")
        else:
            write_text(options.proof, tree.text(WRITTEN) + "\n")
    elif not options.json and tree is not None:
        print(tree.text(PRINTED))
    elif not options.json and options.proof:
        print("nothing is proven: there is no proof to show")


def _tree(options: Any, answer: Analysis) -> Any:
    if answer.proofs is None or not answer.moves:
        return None
    return answer.proofs.tree_if_proven(options.why)
