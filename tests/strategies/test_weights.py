"""Files of weights: the same bytes from the same numbers, and a part of the strategy that reads them."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.fingerprints import source_files
from knotlab.strategies.networks.weights import read_weights, write_weights
from tests.cli import strategy_file

WRITE = (
    "import sys, time; from pathlib import Path; import numpy as np; time.time = lambda: 2e9; "
    "from knotlab.strategies.networks.weights import write_weights; "
    "write_weights(Path(sys.argv[1]), a=np.arange(6.0).reshape(2, 3).T, b=np.int8([3, -4]))"
)


def test_the_same_numbers_make_the_same_file_at_any_time(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", WRITE, str(tmp_path / "later.npz")], check=True)
    write_weights(tmp_path / "now.npz", a=np.arange(6.0).reshape(2, 3).T, b=np.array([3, -4], np.int8))
    assert (tmp_path / "now.npz").read_bytes() == (tmp_path / "later.npz").read_bytes()
    arrays = read_weights(tmp_path / "now.npz")
    assert arrays["a"].tolist() == [[0, 3], [1, 4], [2, 5]] and arrays["b"].tolist() == [3, -4]
    assert [array.dtype for array in arrays.values()] == [np.float64, np.int8]


def test_objects_are_not_read(tmp_path: Path) -> None:
    """They would be pickles, which run whatever is in them."""
    np.savez(tmp_path / "objects.npz", a=np.array([{}], object))
    with pytest.raises(ValueError, match="allow_pickle"):
        read_weights(tmp_path / "objects.npz")


def test_a_champion_is_its_weights_too() -> None:
    names = {path.name for path in source_files(catalogue("knotweed")["champion"].file)}
    assert names >= {"champion.py", "champion.npz", "_judgement.py", "descriptions.py", "weights.py"}
    assert "champion.npz" in {path.name for path in source_files(catalogue("knotweed")["champion"].file)}
    assert not any(name.endswith(".npz") for name in source_names("hoard-aces"))


def source_names(strategy: str) -> set[str]:
    """The names of the files that a strategy of Twisted Knot is made of."""
    return {path.name for path in source_files(catalogue("twisted-knot")[strategy].file)}


READ = """from pathlib import Path

from knotlab.sim.kernels.vectors import frozen
from knotlab.strategies.networks.weights import read_weights

worth = frozen(read_weights(Path(__file__).with_name("worth.npz"))["worth"])"""


@pytest.mark.long
@pytest.mark.parametrize("name", ["worth.npz", "other.npz"])
def test_other_weights_are_another_strategy(name: str, tmp_path: Path) -> None:
    """The array is in compiled code, and in no constant of the function; a file that is not named does not count."""
    file = strategy_file(tmp_path, "weighed", "return worth()[move.rank]", top=READ)
    ask = (
        "import sys; from knotlab.strategies.resolve import player; print(player('twisted-knot', 'weighed', "
        "sys.argv[1:]).functions.fingerprint)"
    )
    prints = []
    for first in (1.0, 2.0, 1.0):
        write_weights(tmp_path / "worth.npz", worth=np.arange(14.0))
        write_weights(tmp_path / name, worth=first + np.arange(14.0))
        done = subprocess.run([sys.executable, "-c", ask, str(file)], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        prints.append(done.stdout)
    assert prints[0] == prints[2]
    assert (prints[1] != prints[0]) == (name == "worth.npz")
