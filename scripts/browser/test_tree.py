"""Walking in the tree."""

from page import Keys, PageTest


class Tree(PageTest):
    def until_path(self, *moves):
        self.until_text(".crumbs", " ".join(moves) or "start")
        self.until(lambda: self.text(".crumbs") == (" ".join(moves) or "start"))

    def test_walking_by_keyboard(self):
        self.open("tree?path=b2,a1&merge=no")
        self.until_path("b2", "a1")
        self.run_script("document.querySelector('.tree-pane').focus()")
        self.press(Keys.ARROW_LEFT)
        self.until_path("b2")
        self.press(Keys.ARROW_RIGHT)
        self.until(lambda: self.text(".crumbs").startswith("b2 "), "the best child")
        self.press("0")
        self.until_path("b2")
        # 9 on a numeric keypad is the upper right cell.
        self.press("9")
        self.until_path("b2", "c1")
        self.press(Keys.ARROW_UP)
        self.until(lambda: self.text(".crumbs") not in ("b2 c1", "b2"), "a sibling")
        self.press(Keys.ARROW_DOWN)
        self.until_path("b2", "c1")
        self.until_hash("path=b2,c1")

    def test_pressing_a_node_selects_it(self):
        self.open("tree?path=b2")
        self.until_path("b2")
        self.until(lambda: self.all(".tree .role-subtree"))
        node = self.find(".tree .role-subtree")
        move = node.get_attribute("data-move")
        self.click(".tree .role-subtree")
        self.until_path("b2", move)
        self.assertEqual(len(self.all('.tree [aria-selected="true"]')), 1)

    def test_exact_values_of_the_selected_position(self):
        self.open("tree?path=")
        self.until_path()
        self.until_text(".tree-facts", "737/1260")
        self.assertIn("D9", self.text(".tree-facts"))
        self.assertEqual(len(self.all(".tree-facts tbody tr")), 9)
        self.click(".tree-facts tbody tr:first-child button")
        self.until(lambda: self.text(".crumbs") != "start")

    def test_what_stands_above_the_nodes_can_be_chosen(self):
        self.open("tree?path=b2")
        self.until(lambda: self.all(".tree"))
        before = self.text(".tree")
        self.choose("label", "p_o")
        self.until_hash("label=p_o")
        self.until(lambda: self.text(".tree") != before)
        self.choose("depth", "2")
        shown = len(self.all(".tree [data-id]"))
        self.until(lambda: len(self.all(".tree [data-id]")) > shown or "depth=2" in self.hash())

    def test_symmetric_moves_are_merged_with_their_number(self):
        self.open("tree?path=b2")
        self.until(lambda: len(self.all(".tree .role-subtree")) == 2)
        names = [name.text for name in self.all(".tree .role-subtree .name")]
        self.assertEqual(names, ["a1 ×4", "a2 ×4"])
        self.assertRegex(self.text(".tree .role-subtree .more"), r"^\d+ more$")
        # The corner keeps the draw, the edge does not.
        self.assertEqual([len(self.all(f".tree .role-subtree.{kind}")) for kind in ["best", "dim"]], [1, 1])
        self.assertIn("o wins in 5 plies", self.find(".tree .role-subtree.dim").get_attribute("aria-label"))
        self.assertIn("23/35", self.text(".tree .role-subtree.best title"))
        self.click('input[name="merge"]')
        self.until(lambda: len(self.all(".tree .role-subtree")) == 8)

    def test_zoom_stays_inside_the_pane(self):
        self.open("tree?path=b2")
        self.until(lambda: self.all(".tree"))
        width = self.run_script("return document.querySelector('.tree').getBoundingClientRect().width")
        self.click('.zoom button:last-child')
        larger = self.run_script("return document.querySelector('.tree').getBoundingClientRect().width")
        self.assertGreater(larger, 1.2 * width)
        self.assertEqual(self.sideways(), 0)

    def test_two_fingers_zoom_the_picture_and_not_the_page(self):
        self.open("tree?path=b2")
        self.until(lambda: self.all(".tree .role-selected"))
        x, y = self.middle(".tree-pane")
        sizes = "return [document.querySelector('.tree').getBoundingClientRect().width, visualViewport.scale]"
        before, _ = self.run_script(sizes)
        self.touch("touchStart", (x - 50, y), (x + 50, y))
        for step in range(1, 6):
            self.touch("touchMove", (x - 50 - 5 * step, y), (x + 50 + 5 * step, y))
        self.touch("touchEnd")
        after, page = self.run_script(sizes)
        self.assertAlmostEqual(after / before, 1.5, places=2)
        self.assertEqual(page, 1)

    def test_from_play_to_the_tree_and_back(self):
        self.open("play?moves=b2,a1&o=human&x=human")
        self.until(lambda: len(self.all(".playable > .stone")) == 2)
        self.click('[data-key="tree"]')
        self.until_path("b2", "a1")
        self.press(Keys.ARROW_LEFT)
        self.until_path("b2")
        self.click('[data-key="play"]')
        self.until(lambda: len(self.all(".playable > .stone")) == 1)


class Refused(PageTest):
    refusals_expected = True

    def test_a_position_that_cannot_be_reached_says_so(self):
        self.open("tree?at=xxx/.../...")
        self.until(lambda: self.all(".failure"))
