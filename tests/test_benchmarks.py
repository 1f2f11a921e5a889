"""The benchmarks: every measure can be imported, and is documented."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_every_row_is_listed_and_documented():
    program = "import sys; sys.path.insert(0, 'benchmarks'); from measures import MEASURES; print(*MEASURES)"
    rows = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert len(rows.split()) > 10
    assert [row for row in rows.split() if f"`{row}`" not in page] == []
