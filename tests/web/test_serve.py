"""`zermelo serve`: how it starts, what it prints, and how it ends."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from timing_helpers import PATIENCE, quickest
from web_helpers import COMMAND, serving
from zermelo.cli import main
from zermelo.core.errors import ZermeloError
from zermelo.web.server import PORT, bound_socket


def test_it_is_up_within_two_seconds_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    """Processor time is measured, because the machine may be busy."""
    resource = pytest.importorskip("resource")

    def used() -> float:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return children.ru_utime + children.ru_stime

    def measure() -> float:
        before = used()
        with serving(tmp_path, "--port", "0") as server:
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(PATIENCE) == 0
        return used() - before

    assert quickest(measure, 2) < 2


def test_it_is_not_reached_by_another_address(server: Any) -> None:
    with pytest.raises(OSError, match=r"refused|unreachable|timed out"):
        socket.create_connection(("127.0.0.2", server.port), timeout=2)


@pytest.mark.parametrize(
    ("game", "place"),
    [
        ("nim:piles=3,4", "#/board?game=nim:piles=3,4"),
        ("((1 2) 3)", "#/tree?game=%28%281%202%29%203%29"),
        ("dice.py", "#/board?game=own"),
    ],
)
def test_the_link_leads_to_the_game(game: str, place: str, tmp_path: Path) -> None:
    (tmp_path / "dice.py").write_text((Path(__file__).parents[2] / "examples" / "dice.py").read_text())
    with serving(tmp_path, game, "--port", "0") as server:
        assert server.link.endswith(place)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nimm"], "did you mean nim?"),
        (["nowhere.py"], "there is no file 'nowhere.py'"),
        (["nim", "--port", "70000"], "70000"),
    ],
)
def test_bad_input_is_refused_before_anything_is_served(words: list[str], said: str) -> None:
    found = CliRunner().invoke(main, ["serve", *words, "--no-browser"])
    assert found.exit_code == 2
    assert said in found.output


def test_a_given_port_in_use_is_refused_and_the_default_one_is_replaced() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ZermeloError, match=f"port {port} cannot be used"):
            bound_socket(port)
    with bound_socket(None) as first, bound_socket(None) as second:
        assert first.getsockname()[0] == second.getsockname()[0] == "127.0.0.1"
        assert second.getsockname()[1] not in (PORT, first.getsockname()[1])


def test_a_missing_package_is_named() -> None:
    program = "import sys; sys.modules['starlette'] = None; from zermelo.cli import run; run()"
    found = subprocess.run(
        [sys.executable, "-c", program, "serve", "--no-browser"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert found.returncode == 2
    assert "pip install 'zermelo[web]'" in found.stderr


def test_the_compiler_is_not_loaded_to_start() -> None:
    program = "import sys; import zermelo.web.server; assert not {'numba', 'llvmlite'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_json_has_the_link_and_the_port(tmp_path: Path) -> None:
    assert "--json" in COMMAND
    with serving(tmp_path, "--port", "0") as server:
        assert f":{server.port}/?token=" in server.link
        assert json.dumps(server.port) in server.link
