"""Playing, replaying, saving and following links."""

import json
import pathlib
import tempfile
import time

from page import By, Keys, PageTest

PEOPLE = "o=human&x=human"


class Play(PageTest):
    def cell(self, move):
        return f'.playable [data-move="{move}"]'

    def stones(self):
        """The stones on the board: how many of o, how many of x."""
        return [len(self.all(f".playable > .stone.{side}")) for side in "ox"]

    def until_stones(self, *wanted):
        self.until(lambda: self.stones() == list(wanted), f"stones {wanted}, not {self.stones()}")

    def move(self, move):
        """Makes a move by mouse and waits for it to be drawn."""
        before = sum(self.stones())
        self.click(self.cell(move))
        self.until(lambda: sum(self.stones()) > before, f"the move {move}")

    def test_a_game_by_mouse(self):
        self.open(f"play?{PEOPLE}")
        self.until_text("#status", "o to move")
        for move in ["b2", "a1", "b1", "a2", "b3"]:
            self.move(move)
        self.until_text("#status", "o wins")
        self.assertEqual(len(self.all(".strike")), 1)
        self.assertIn("moves=b2,a1,b1,a2,b3", self.hash())
        self.assertEqual(self.all(".cell.open"), [])
        self.assertIn("o wins", self.text("#live"))

    def test_a_game_by_keyboard(self):
        self.open(f"play?{PEOPLE}")
        self.until_text("#status", "o to move")
        self.run_script("document.querySelector('.playable [tabindex=\"0\"]').focus()")
        self.press(Keys.ENTER)
        self.until_stones(1, 0)
        self.press(Keys.ARROW_LEFT, Keys.ARROW_UP, Keys.ENTER)
        self.until_stones(1, 1)
        # As on a numeric keypad: 8 above the centre, 4 to its left, 2 below it.
        for digit, stones in [("8", (2, 1)), ("4", (2, 2)), ("2", (3, 2))]:
            self.press(digit)
            self.until_stones(*stones)
        self.until_text("#status", "o wins")
        self.assertIn("moves=b2,a1,b1,a2,b3", self.hash())

    def test_a_move_by_touch(self):
        self.open(f"play?{PEOPLE}")
        self.find(self.cell("c3"))
        self.touch("touchStart", self.middle(self.cell("c3")))
        self.touch("touchEnd")
        self.until_stones(1, 0)
        self.until_hash("moves=c3")

    def test_a_taken_cell_is_refused(self):
        self.open(f"play?{PEOPLE}&moves=b2")
        self.until_stones(1, 0)
        self.press("5")
        self.until_text("#live", "Not a legal move")
        self.assertEqual(self.stones(), [1, 0])

    def test_a_game_against_a_perfect_player(self):
        self.open("play?o=human&x=perfect&hints=best")
        for _ in range(5):
            self.until(lambda: "o to move" in self.text("#status") or self.all(".playable.finished"))
            if self.all(".playable.finished"):
                break
            # Two best players draw.
            self.until(lambda: self.all(".playable .best-star"))
            best = self.find(".playable .cell:has(.best-star)").get_attribute("data-move")
            self.move(best)
        self.until_text("#status", "Draw")

    def test_players_move_one_by_one_and_can_be_paused(self):
        self.open("play?o=pmc2&x=random&seed=3")
        self.until(lambda: 0 < sum(self.stones()) < 4, "the first moves are seen")
        self.click('[data-key="pause"]')
        self.until_text("#status", "paused")
        time.sleep(0.7)
        shown = sum(self.stones())
        time.sleep(0.7)
        self.assertEqual(sum(self.stones()), shown)
        self.click('[data-key="pause"]')
        self.until(lambda: self.all(".playable.finished"), "the game goes on to its end")

    def test_equal_seeds_give_equal_games(self):
        games = []
        for _ in range(2):
            self.open("play?o=random&x=random&seed=42")
            self.until(lambda: self.all(".playable.finished"))
            games.append(self.hash())
        self.assertEqual(games[0], games[1])

    def test_a_link_reproduces_a_game(self):
        self.open(f"play?moves=b2,a1,c3,b1&ply=3&hints=value,best,player&by=pmc2&{PEOPLE}")
        self.until_stones(2, 1)
        self.until_text("#status", "ply 3 of 4")
        self.until(lambda: len(self.all(".playable .hint")) == 6)
        # x must take a corner: an edge loses in five plies.
        self.assertIn("O", self.text('.playable [data-move="b1"] .hint-value'))
        best = [cell.get_attribute("data-move") for cell in self.all(".playable .cell:has(.best-star)")]
        self.assertEqual(sorted(best), ["a3", "c1"])
        self.assertRegex(self.text('.playable [data-move="c1"] .hint-text'), r"^0\.\d{3}$")
        self.click('[data-key="last"]')
        self.until_stones(2, 2)

    def test_replay_and_a_new_branch(self):
        self.open(f"play?moves=b2,a1,c3&{PEOPLE}")
        self.until_stones(2, 1)
        self.click('[data-key="previous"]')
        self.until_stones(1, 1)
        self.press("[")
        self.until_stones(1, 0)
        self.press(Keys.END)
        self.until_stones(2, 1)
        self.press(Keys.HOME)
        self.until_stones(0, 0)
        self.until_text("#status", "ply 0 of 3")
        self.press("]")
        self.until_stones(1, 0)
        self.move("c1")
        self.until_hash("moves=b2,c1")
        self.assertNotIn("c3", self.hash())

    def test_undo_takes_back_to_the_persons_turn(self):
        self.open("play?o=human&x=random")
        self.move("b2")
        self.until(lambda: sum(self.stones()) == 2, "the player answers")
        self.press("0")
        self.until_stones(0, 0)
        self.until_text("#status", "o to move")

    def test_players_change_in_a_running_game(self):
        self.open(f"play?moves=b2&{PEOPLE}")
        self.until_stones(1, 0)
        self.choose("x", "perfect")
        self.until_stones(1, 1)
        self.until_hash("x=perfect")

    def test_a_player_with_a_number_of_playouts(self):
        self.open("play?o=human&x=human")
        self.choose("x", "pmc2:N")
        self.until_hash("x=pmc2:1000")
        self.find("[name=x-number]").send_keys(Keys.CONTROL, "a")
        self.press("50", Keys.ENTER)
        self.until_hash("x=pmc2:50")
        self.assertEqual(self.run_script("return document.activeElement.name"), "x-number")
        self.open("play?o=uct:20,c=1&x=pmc2:50&moves=b2")
        self.until(lambda: self.find("[name=x-number]").get_attribute("value") == "50")
        # Any other name of the grammar stands as text.
        self.assertEqual(self.find(".side input[type=text]").get_attribute("value"), "uct:20,c=1")
        # The players of other games are not offered.
        self.open("play?game=connect:4x4:4")
        self.find(".playable .cell")
        offered = [option.get_attribute("value") for option in self.all("select[name=x] option")]
        self.assertIn("perfect", offered)
        self.assertEqual([name for name in offered if name.startswith("ai")], [])

    def test_games_are_saved_and_opened(self):
        with tempfile.TemporaryDirectory() as folder:
            self.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
            self.open(f"play?moves=b2,a1,c3&ply=2&{PEOPLE}&seed=7")
            self.until_stones(1, 1)
            self.click('[data-key="save"]')
            path = self.until(lambda: next(pathlib.Path(folder).glob("*.json")))
            self.until(lambda: json.loads(path.read_text())["schema"] == 1)
            saved = json.loads(path.read_text())
            self.assertEqual((saved["moves"], saved["ply"], saved["seed"]), (["b2", "a1", "c3"], 2, 7))
            self.open()
            self.until_stones(0, 0)
            self.driver.find_element(By.ID, "file").send_keys(str(path))
            self.until_stones(1, 1)
            self.until_text("#status", "ply 2 of 3")
            foreign = pathlib.Path(folder) / "foreign.json"
            foreign.write_text('{"schema": 1, "moves": "b2"}')
            self.driver.find_element(By.ID, "file").send_keys(str(foreign))
            self.until_text(".failure", "foreign.json does not hold a game")

    def test_connect_is_played_by_column(self):
        self.open(f"play?game=connect:4x4:4&{PEOPLE}")
        self.until_text("#status", "o to move")
        self.run_script("document.querySelector('.playable [data-x=\"1\"][data-y=\"0\"]').focus()")
        self.press(Keys.ENTER)
        self.until_stones(1, 0)
        self.press("2")
        self.until_stones(1, 1)
        self.assertIn("moves=2,2", self.hash())

    def test_othello_of_eight_is_played_without_analysis(self):
        self.open(f"play?game=othello:8&{PEOPLE}&hints=value")
        self.until_stones(2, 2)
        self.until(lambda: self.all(".cell.open"))
        self.find(".cell.open").click()
        self.until(lambda: sum(self.stones()) == 5)
        self.until_text("main", "too large to be analysed")


class Refused(PageTest):
    refusals_expected = True

    def test_a_link_with_an_illegal_move_says_so(self):
        self.open("play?moves=b2,b2")
        self.until(lambda: "b2" in self.text(".failure"), "the refusal names the move")

    def test_a_player_without_such_a_name_says_so(self):
        self.open("play?o=nobody&x=human")
        self.until(lambda: "nobody" in self.text(".failure"))
