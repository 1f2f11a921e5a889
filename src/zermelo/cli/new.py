"""`zermelo new`: a game file to start from, and its test."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from pathlib import Path
from string import Template

import click

from zermelo.cli.shared import Verb, print_json, write_whole
from zermelo.core.errors import LoadError, quote


@click.command(cls=Verb)
@click.argument("name")
@click.option("--in", "folder", type=click.Path(path_type=Path), default=".", help="The folder to write to.")
def new(name: str, folder: Path, as_json: bool) -> None:
    """Write NAME.py, a small working game to change into your own, and its test, test_NAME.py."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise LoadError(
            f"{quote(name)} cannot be a game's name: use lower-case letters, digits and _, beginning with a letter"
        )
    if name in (*sys.stdlib_module_names, "zermelo", "numpy", "numba"):
        raise LoadError(f"{quote(name)} cannot be a game's name: it would hide the module of that name")
    if not folder.is_dir():
        raise LoadError(f"there is no folder {quote(folder)}")
    class_name = "".join(part.capitalize() for part in name.split("_"))
    texts = {
        folder / f"{name}.py": _template("game.txt", name, class_name),
        folder / f"test_{name}.py": _template("test.txt", name, class_name),
    }
    for path in texts:
        if path.exists():
            raise LoadError(f"{quote(path)} already exists; nothing was written")
    for path, text in texts.items():
        write_whole(path, text)
    game = f"{folder / f'{name}.py'}:{class_name}"
    if as_json:
        print_json({"game": game, "files": [str(path) for path in texts]})
        return
    click.echo(f"wrote {' and '.join(map(str, texts))}; now try\n")
    for verb in ("check", "solve", "play"):
        click.echo(f"  zermelo {verb} {game}")


def _template(file: str, name: str, class_name: str) -> str:
    text = (files("zermelo.cli") / "templates" / file).read_text(encoding="utf-8")
    return Template(text).substitute(name=name, Class=class_name)
