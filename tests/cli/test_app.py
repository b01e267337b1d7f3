"""The command without a command."""

from importlib.metadata import version

from typer.testing import CliRunner

from cli.app import app


def test_version_is_the_installed_one():
    answer = CliRunner().invoke(app, ["--version"])
    assert (answer.exit_code, answer.stdout) == (0, f"atelier {version('atelier')}\n")


def test_no_command_shows_the_help():
    answer = CliRunner().invoke(app, [])
    assert answer.exit_code == 0
    assert "Usage: atelier" in answer.stdout


def test_an_unknown_option_is_a_usage_error():
    assert CliRunner().invoke(app, ["--nonsense"]).exit_code == 2
