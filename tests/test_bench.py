"""The page of speeds says what was measured; a benchmark that is done is not measured again."""

from pathlib import Path

import pytest
from benchmarks import __main__ as bench
from benchmarks import report, table

ROOT = Path(__file__).parent.parent


def test_the_page_and_its_chart_are_made_from_what_was_measured(tmp_path):
    bench.make_page(tmp_path / "speed.md", bench.MEASURED)
    for name in ("speed.md", "pictures/speed.svg"):
        made = "python -m benchmarks --page docs/speed.md makes it again"
        assert (tmp_path / name).read_text() == (ROOT / "docs" / name).read_text(), made


def test_a_ratio_lies_within_its_spread():
    found = list(report.comparisons(report.read(bench.MEASURED)))
    assert found
    for each in found:
        assert each.low is None or 0 < each.low <= each.ratio <= each.high, each


class Counted:
    """A benchmark of two rows that counts how often it is measured."""

    NAME = "counted"
    measured = 0

    def rows(self, quick):
        self.measured += 1
        yield table.Row("a task", "Kibitz", (1.0, 2.0, 1.0), 100)
        yield table.Row("a task", "easyAI", (4.0, 4.0, 6.0), 100, ratio=4.0)


def test_what_is_done_is_not_measured_again(tmp_path, monkeypatch, capsys):
    counted = Counted()
    for quick, again, expected in (
        (True, False, 1),
        (True, False, 1),
        (False, False, 2),
        (True, False, 2),
        (True, True, 3),
    ):
        bench.measure({"counted": counted}, tmp_path, quick, again)
        assert counted.measured == expected
    monkeypatch.setattr(table, "measured_code", lambda: "another Kibitz")
    bench.measure({"counted": counted}, tmp_path, True, False)
    assert counted.measured == 4
    [found] = report.comparisons(report.merged(tmp_path))
    assert (found.ratio, found.low, found.high) == (4.0, 2.0, 6.0)
    bench.summarise(tmp_path)
    assert "2.0× to 6.0×" in capsys.readouterr().out and (tmp_path / "all" / "speed.svg").exists()


def test_an_unknown_benchmark_is_told_in_a_sentence(capsys):
    with pytest.raises(SystemExit):
        bench.main(["--only", "nothing"])
    assert "there is no benchmark 'nothing': expected one of" in capsys.readouterr().err
