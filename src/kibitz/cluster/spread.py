"""From two options, how many workers and which cluster, to something that has pieces carried out."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from kibitz.errors import BadInput
from kibitz.game.given import whole
from kibitz.pieces import Spread, one_by_one


@contextlib.contextmanager
def spread_over(
    workers: int | None = None, cluster: str | None = None, tell: Callable[[str], None] | None = None
) -> Iterator[Spread]:
    """Have pieces carried out by `workers` processes of this machine, or by the Dask cluster at an address.

    Without either, or with one worker, they are carried out here, one after the other. `tell` is called with a sentence
    about what should be known on the way: the address of the cluster's dashboard, a worker that had to be replaced.
    Leaving the context ends what was started in it.
    """
    if cluster is not None:
        if workers is not None and workers > 1:
            raise BadInput(f"work goes to {workers} workers here or to the cluster {cluster!r}: leave one of them out")
        from kibitz.cluster.dask_cluster import DaskCluster

        with contextlib.closing(DaskCluster(cluster, tell)) as spread:
            yield spread
        return
    if workers is None or whole("the number of workers", workers) == 1:
        yield one_by_one
        return
    from kibitz.cluster.processes import Processes

    with contextlib.closing(Processes(workers, tell)) as crew:
        yield crew
