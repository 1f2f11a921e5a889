"""PNG and PDF, with the package that makes them and without."""

import re
import struct
import sys
import zlib

import pytest

from zermelo.core.errors import LimitError, LoadError
from zermelo.draw import Design, tree_pdf, tree_png, tree_svg
from zermelo.draw.printing import picture_png
from zermelo.draw.scene import Line, Path, Picture


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


def pixels(png):
    """The rows of an RGBA PNG, as bytes. (Filters are undone as the standard says.)"""
    width, height = struct.unpack(">II", png[16:24])
    assert png[24:29] == bytes([8, 6, 0, 0, 0])
    data, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    raw, before, rows = zlib.decompress(data), bytes(4 * width), []
    for y in range(height):
        line = bytearray(raw[y * (4 * width + 1) + 1 : (y + 1) * (4 * width + 1)])
        for i in range(len(line)):
            left, up, corner = (line[i - 4] if i > 3 else 0), before[i], (before[i - 4] if i > 3 else 0)
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda n: abs(guess - n))
            line[i] = line[i] + (0, left, up, (left + up) // 2, paeth)[raw[y * (4 * width + 1)]] & 255
        before = bytes(line)
        rows.append(before)
    return rows


@pytest.mark.parametrize("scale", [1, 1.5, 2])
def test_a_straight_line_has_no_kink(scale):
    """In every row of dots, the middle of a slanted line is where the line is: no row is missing or repeated."""
    pytest.importorskip("typst")
    line = Path((Line(((10.3, 10.7), (50.9, 190.1))),), "edge best")
    rows = pixels(picture_png(Picture(61.3, 200.4, "t", "d", (line,)), scale=scale))
    for y in range(int(30 * scale), int(170 * scale)):
        dark = [(x, 255 - rows[y][4 * x]) for x in range(len(rows[y]) // 4)]
        middle = sum((x + 0.5) * n for x, n in dark) / sum(n for _, n in dark)
        along = ((y + 0.5) / scale - 10.7) / (190.1 - 10.7)
        assert middle / scale == pytest.approx(10.3 + along * (50.9 - 10.3), abs=0.12)


def test_the_scale_is_the_number_of_dots_for_each_pixel(example_1):
    pytest.importorskip("typst")
    one, three = (struct.unpack(">II", tree_png(example_1, design=Design(scale=n))[16:24]) for n in (1, 3))
    assert three == tuple(3 * n for n in one)
