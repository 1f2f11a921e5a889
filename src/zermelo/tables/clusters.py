"""The workers of a Dask cluster, for building parts on many machines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.core.errors import TableError, quote
from zermelo.tables.building import Workers

CONNECTING_SECONDS = 30
"""The seconds to wait for the scheduler."""


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """A factory of executors for the Dask scheduler at an address. Raises TableError if it cannot be reached."""
    try:
        from dask.distributed import Client  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise TableError("a cluster needs Dask: pip install 'zermelo[cluster]'") from error
    try:
        client = Client(address, timeout=CONNECTING_SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        raise TableError(f"there is no Dask scheduler at {quote(address)}: {error}") from error
    with client:
        yield lambda: client.get_executor(pure=False)
