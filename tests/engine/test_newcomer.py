"""Ten questions of somebody who has only read the rulebook, for each game: the answer stands on the one screen of `show`."""

import re
from typing import NamedTuple

import pytest

from engine.seats import Onlooker, list_legal
from tests.engine.test_boards import PLAYERS, table_at


class Question(NamedTuple):
    """What is asked, and what of the screen answers it, in both languages; single spaces, no line ends."""

    asks: str
    en: str
    fr: str


IMAGINARIUM = [
    Question(
        "What is asked of me?",
        "YOUR TURN. Reserve a machine or take an extractor.",
        "À VOUS. Réservez une machine ou prenez un extracteur.",
    ),
    Question(
        "What does the third machine of the belt do?",
        "transformation · 1 resource → 1 copper (together ×2: 3)",
        "transformation · 1 ressource → 1 cuivre (ensemble ×2 : 3)",
    ),
    Question("What would it cost me?", "3 Transmuteur (1) 3+1 = 4", "3 Transmutoir (1) 3+1 = 4"),
    Question("And its repair?", "3+1 = 4 1 wood, 1 crystal", "3+1 = 4 1 bois, 1 cristal"),
    Question(
        "What do I have, and who sees it?",
        "YOUR SCREEN hidden from the others 6 wood 0 copper 0 crystals 1 charcoalium 9 points",
        "VOTRE PARAVENT caché aux autres 6 bois 0 cuivre 0 cristal 1 charbonium 9 points",
    ),
    Question(
        "What can I play, and what would it bring?",
        "reserve Transmuteur for 4 charcoalium: 1 resource → 1 copper",
        "réserver Transmutoir pour 4 charboniums : 1 ressource → 1 cuivre",
    ),
    Question("Who is ahead, as far as one can see?", "Odile 1 project · last hands", "Odile 1 projet · dernières"),
    Question(
        "What do the others' machines do?",
        "3 Supercombusteur 2 resources → 6 charcoalium",
        "3 Surcombustoir 2 ressources → 6 charboniums",
    ),
    Question(
        "What scores besides, and who has it?",
        "Fifteen Coals 2 YOU, Odile, Anna-Sophie show 15 charcoalium",
        "Triplées 5 - une pile de 3 identiques",
    ),
    Question(
        "How does it end, and what counts then?",
        "somebody has 20 points behind the screen; you have 9. Then having the most of a good is worth 2 points.",
        "20 points derrière son paravent ; vous en avez 9. Alors avoir le plus d'un bien vaut 2 points.",
    ),
]
NICODEMUS = [
    Question(
        "What is asked of me?",
        "Play a machine of your hand (coins, make or effect), or repair one of the bric-a-brac.",
        "Jouez une machine de votre main (pièces, produire ou effet) ou réparez-en une du bric-à-brac.",
    ),
    Question(
        "What does the third machine of the bric-a-brac do?",
        "3 Crystal Bath blue 2 crystal ◆6, 2 copper · lacks ◆5 1 crystal for each bric-a-brac machine",
        "1 cristal par machine du bric-à-brac qui produit du cristal",
    ),
    Question("What would it cost me?", "◆6, 2 copper · lacks ◆5", "◆6, 2 cuivres · manque ◆5"),
    Question("What is ◆?", "◆ is charcoalium", "◆ : charbonium"),
    Question(
        "Who is ahead?",
        "Your workshop 1 point · first player",
        "Atelier d'Odile 2 points",
    ),
    Question(
        "What would a machine of my hand bring, played for its effect?",
        "play Harvester effect 1 resource, all of one kind, for each bric-a-brac machine that makes any (now 1 with it)",
        "jouer Moissonneuse effet 1 ressource, toutes d'une sorte, par machine joker du bric-à-brac (ici 1 avec elle)",
    ),
    Question("And for coins?", "play Press coins 3 charcoalium", "jouer Presse pièces 3 charboniums"),
    Question(
        "Which project is mine alone, and what does it take?",
        "Two red 3 you alone 2 red machines",
        "Deux rouges 3 vous seul 2 machines rouges",
    ),
    Question(
        "What does my opponent hold?",
        "◆0, 4 wood, 1 copper, 2 crystals 5 machines in hand",
        "◆0, 4 bois, 1 cuivre, 2 cristaux 5 machines en main",
    ),
    Question(
        "How does it end?",
        "somebody reaches 20 points, or in which the deck can't refill a hand (23 machines are left).",
        "quelqu'un atteint 20 points, ou celle où la pioche ne remplit plus une main (il reste 23 machines).",
    ),
]
FACTORIES = [
    Question(
        "What is asked of me?",
        "Take a blueprint of the market or hire a contractor; before that, you may replace a row.",
        "Prenez un plan du marché ou engagez un prestataire ; avant cela, vous pouvez remplacer une rangée.",
    ),
    Question(
        "What does the second blueprint do?",
        "2 equal dice, 5 energy: 1 metal, 2 goods",
        "2 dés identiques, 5 énergies : 1 métal, 2 marchandises",
    ),
    Question(
        "What does it cost to build?",
        "2 Aluminum Factory shovel 2 metal, 2 energy 1 production",
        "2 Usine d'Aluminium pelle 2 métaux, 2 énergies 1 production",
    ),
    Question(
        "What does a contractor do, and what for?",
        "3 Electrician wrench ×2 - 5 energy; an opponent of your choice: 2 energy",
        "2 Main d'Œuvre engrenage ×0 3 énergies lancer 2 dés supplémentaires",
    ),
    Question(
        "Which card of my hand can be built, and how?",
        "Temp Agency hammer 1 metal 0 discarding Robot, Warehouse",
        "Mégalithe clé 5 métaux, 2 énergies 3 manque 4 métaux",
    ),
    Question("Who is ahead?", "Odile (first player) 6 goods · 12 points", "Odile (premier joueur) 6 marchandises · 12"),
    Question(
        "What do their cards do?",
        "Harvester utility 2 equal dice: 4 metal or 7 energy",
        "Récolteur utilitaire 2 dés identiques : 4 métaux ou 7 énergies",
    ),
    Question(
        "What does another row cost?",
        "refresh blueprints metal discard the whole row and lay out a new one, for 1 metal",
        "renouveler plans métal défausser toute la rangée et en poser une nouvelle, pour 1 métal",
    ),
    Question("What do I have?", "1 metal, 9 energy", "1 métal, 9 énergies"),
    Question(
        "How does it end, and what scores?",
        "12 goods or 10 cards (the most now: 6 goods, 8 cards). Each good scores 1 point, and cards what they print.",
        "(au plus pour l'instant : 6 marchandises, 8 cartes). Chaque marchandise vaut 1 point, et les cartes ce qu'elles",
    ),
]
DREAM = [
    Question(
        "What is asked of me?",
        "Send your assistant: `storage`, `dock`, `acquire TILE` or `assign TILE`.",
        "Envoyez l'assistant : `stockage`, `quai`, `acquérir TUILE` ou `affecter TUILE`.",
    ),
    Question(
        "What does the third tile of the factory do, what does it cost me, and where does it land?",
        "Night Fountain* 2 ink 4 3 ink",
        "Fontaine de nuit* 2 encres 4 3 encres",
    ),
    Question("What do I lack for the last one?", "4 rainbows (lacks 2)", "(manque 2)"),
    Question(
        "What would the dock bring now, and cost?",
        "dock 3 hourglasses, 1 rainbow, 2 ink for 3 flowers",
        "quai 3 sabliers, 1 arc-en-ciel, 2 encres pour 3 fleurs",
    ),
    Question(
        "And the storage: does all of it fit?",
        "storage flower 4 flowers, 2 ink; no room for 2 flowers",
        "stockage fleur 4 fleurs, 2 encres ; pas de place pour 2 fleurs",
    ),
    Question(
        "What do I have?",
        "Your workshop (first player) flowers 7/9 · ink 4/9 · rainbows 2 · 14 points",
        "fleurs 7/9 · encre 4/9 · arcs-en-ciel 2 · 14 points",
    ),
    Question(
        "Who is ahead?",
        "Odile flowers 9/9 · ink 7/9 · rainbows 1 · 2 points",
        "Anna-Sophie fleurs 6/9 · encre 9/9 · arcs-en-ciel 4 · 6 points",
    ),
    Question(
        "What do the others' machines and robots do?",
        "built 3 Pollen Harp* 1 flower → 2 points",
        "bâtie 3 Harpe à pollen* 1 fleur → 2 points",
    ),
    Question(
        "What does a specialist cost, and reward?",
        "poach Grocer for 1 rainbow, with 2 flowers, 2 ink, after the storage: 2 flowers or 2 ink",
        "Épicière Anna-Sophie 1 après le stockage : 2 fleurs ou 2 encres",
    ),
    Question(
        "How does it end, and what counts then?",
        "somebody has 9 machines (the most now: 5). Then a rainbow is worth 1 point, and every 5 flowers and ink together 1 point.",
        "(le plus avancé : 5). Alors un arc-en-ciel vaut 1 point, et chaque lot de 5 fleurs et encres 1 point.",
    ),
]
SCRIPT = {
    ("imaginarium", 3, 0.45): IMAGINARIUM,
    ("nicodemus", 2, 0.5): NICODEMUS,
    ("fantastic_factories", 3, 0.55): FACTORIES,
    ("mech_a_dream", 3, 0.55): DREAM,
}
"""The game, its players and how far the golden game has come; from the seat that is asked there."""


def screen(game: str, seats: int, moment: float, lang: str) -> str:
    """Return what `show` prints: the board, then the moves with what they bring; as one line."""
    table, players = table_at(game, seats, moment), PLAYERS[:seats]
    seat = table.awaiting[0]
    view, voice = table.view(seat), table.voice(lang, players)
    shown = [move.shown for move in list_legal(table, Onlooker(seat, lang, players))]
    said = [table.rules.explain(view, move, voice) for move in table.legal(seat)]
    moves = [f"{line} {bring}" for line, bring in zip(shown, said, strict=True)]
    return re.sub(r"\s+", " ", " ".join([str(table.sheet(seat, lang, players)), *moves]))


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("where", SCRIPT)
def test_a_newcomers_ten_questions_are_answered_on_one_screen(where, lang):
    game, seats, moment = where
    shown = screen(game, seats, moment, lang)
    assert len(SCRIPT[where]) == 10
    unanswered = [question.asks for question in SCRIPT[where] if getattr(question, lang) not in shown]
    assert unanswered == [], shown
