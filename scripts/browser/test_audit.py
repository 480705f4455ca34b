"""The audit and the laboratory."""

from page import ActionChains, Keys, PageTest


class Audit(PageTest):
    def test_a_deviating_position_opens_in_the_tree(self):
        self.open("audit")
        self.until_text(".summary", "29 of 627")
        self.until_text('[data-part="arithmetic"]', "26")
        card = '.card[data-position="o../.../x.."]'
        self.until_text(card, "always wrong")
        self.click(f'{card} [data-key="tree"]')
        self.until_text(".tree-facts", "o../.../x..")
        # The move that the player makes has an outline, and the exact values stand beside it.
        self.until(lambda: len(self.all(".tree .disagree")) == 1)
        self.assertEqual(self.find(".tree .disagree").get_attribute("data-move"), "b2")
        self.until_text(".tree-facts", "137/180")

    def test_the_slider_stops_at_exact_weights(self):
        self.open("audit")
        self.until_text(".weight-name", "exactly 1/2")
        self.until_text(".weight-name", "29")
        self.run_script("document.querySelector('[name=weight]').focus()")
        self.press(Keys.ARROW_RIGHT)
        self.until_text(".weight-name", "between 1/2 and")
        self.until_text(".weight-name", "14")
        self.until_text(".summary", "14 of 627")
        self.press(Keys.HOME)
        self.until_text(".weight-name", "exactly 0")
        self.until_text(".summary", "88 of 627")
        self.until_hash("weight=0")

    def test_the_slider_can_be_dragged(self):
        self.open("audit")
        self.until_text(".weight-name", "exactly 1/2")
        slider = self.find("[name=weight]")
        drag = ActionChains(self.driver).click_and_hold(slider)
        for _ in range(8):
            drag.move_by_offset(40, 0).pause(0.05)
        drag.release().perform()
        self.until(lambda: "exactly 1/2" not in self.text(".weight-name"))
        self.until(lambda: "weight=" in self.hash() and "29 of" not in self.text(".summary"))

    def test_the_losing_line_is_stepped_through(self):
        self.open("audit")
        self.until_text('[data-side="o"]', "Never worse")
        self.until_text('[data-side="x"]', "Can be beaten")
        board = '[data-side="x"] .line-board .stone'
        self.until(lambda: len(self.all(board)) == 7)
        self.click('[data-side="x"] .replay-row button:first-child')
        self.until(lambda: len(self.all(board)) == 0)
        for stones in range(1, 8):
            self.click('[data-side="x"] [data-key="next"]')
            self.until(lambda: len(self.all(board)) == stones)

    def test_a_perfect_player_never_deviates(self):
        self.open("audit?player=perfect")
        self.until_text(".summary", "0 of 627")
        self.until_text("main", "plays only best moves")


class Laboratory(PageTest):
    def total(self):
        """All playouts of all moves that the rows show."""
        counts = self.run_script("return [...document.querySelectorAll('.numbers > :last-child')].map((cell) => cell.textContent)")
        return sum(int(count.replace(",", "")) for count in counts)

    def test_playouts_add_up(self):
        self.open("lab?path=b2,a2")
        self.until(lambda: len(self.all(".estimate-rows li")) == 7)
        for step, total in [("1", 1), ("10", 11), ("1000", 1011)]:
            self.click(f'.lab-run [data-key="{step}"]')
            self.until(lambda: self.total() == total, f"{total} playouts")
        self.assertEqual(len(self.all(".track .exact")), 7)

    def test_the_leader_of_an_audited_position_is_wrong(self):
        self.open("lab?path=a1,a3")
        self.until(lambda: len(self.all(".estimate-rows li")) == 7)
        self.click('.lab-run [data-key="10000"]')
        # 137/180 against at most 11/15: after so many playouts the centre leads, and it is not best.
        self.until_text(".estimates", "b2 leads, which is not best play")
        self.assertEqual(len(self.all(".convergence")), 0)
        self.click('.lab-run [data-key="1000"]')
        self.click('.lab-run [data-key="10000"]')
        self.until(lambda: len(self.all(".convergence .line")) == 7)

    def test_a_running_experiment_can_be_stopped(self):
        self.open("lab")
        self.click('.lab-run [data-key="run"]')
        self.until(lambda: self.total() > 20)
        self.click('.lab-run [data-key="run"]')
        self.until(lambda: self.all('.lab-run [data-key="100"]:not(:disabled)'))
        self.click('.lab-run [data-key="reset"]')
        self.until(lambda: self.total() == 0)

    def test_the_match_table_is_exact(self):
        self.open("lab?table=pmc2,random")
        self.click('[data-part="matches"] [data-key="compute"]')
        self.until(lambda: len(self.all(".cross td")) == 4)
        cell = self.find(".cross tbody tr:nth-child(1) td:nth-of-type(2) .match")
        self.assertIn("95/96", cell.get_attribute("title"))

    def test_strength_is_plotted(self):
        self.open("lab?game=mnk:3x2:2")
        self.click('[data-part="strength"] [data-key="compute"]')
        self.until(lambda: len(self.all('[data-part="strength"] .line')) == 2, seconds=60)
