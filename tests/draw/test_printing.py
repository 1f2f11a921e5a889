"""PNG and PDF, with the package that makes them and without."""

import re
import struct
import sys

import pytest

from zermelo.core.errors import LimitError, LoadError
from zermelo.draw import tree_pdf, tree_png, tree_svg


@pytest.mark.parametrize("draw", [tree_png, tree_pdf])
def test_without_the_package_the_error_names_it(draw, example_1, monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(LoadError, match=re.escape('pip install "zermelo[pictures]"')):
        draw(example_1)


@pytest.mark.parametrize("draw", [tree_png, tree_pdf])
def test_a_picture_that_is_too_large_is_refused(draw, make):
    pytest.importorskip("typst")
    with pytest.raises(LimitError, match=r"too large for PNG and PDF.*fold the tree"):
        draw(make(0, "max", 1, *(make(i, "terminal", 1) for i in range(1, 1000))))


def test_a_png_has_two_dots_for_each_pixel(example_1):
    pytest.importorskip("typst")
    png = tree_png(example_1)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    sizes = [float(s) for s in re.findall(r'(?:width|height)="([\d.]+)"', tree_svg(example_1))[:2]]
    assert struct.unpack(">II", png[16:24]) == pytest.approx([2 * size for size in sizes], abs=2)


def test_a_pdf_has_one_page_and_letters_that_can_be_copied(example_1):
    pytest.importorskip("typst")
    pdf = tree_pdf(example_1, title='Pruning "twice" & #more')
    assert pdf.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert b"/FontFile" in pdf
