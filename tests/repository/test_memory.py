"""What tests store lies in memory only where it has room there."""

import tempfile
from pathlib import Path

from tests.memory import find_folder


def test_a_folder_with_room_is_taken_and_any_other_left(tmp_path):
    assert find_folder(tmp_path, room=1) == tmp_path
    assert find_folder(tmp_path, room=10**18) == Path(tempfile.gettempdir())
    assert find_folder(tmp_path / "nowhere", room=1) == Path(tempfile.gettempdir())
