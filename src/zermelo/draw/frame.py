"""A whole page in a cell of a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Framed:
    """A self-contained page that a notebook shows in a frame; its scripts reach neither the notebook nor a network."""

    page: str
    height: int = 560
    """The height of the frame in pixels."""

    def _repr_html_(self) -> str:
        return (
            f'<iframe sandbox="allow-scripts" srcdoc="{escape(self.page)}" '
            f'style="width:100%;height:{self.height}px;border:0"></iframe>'
        )
