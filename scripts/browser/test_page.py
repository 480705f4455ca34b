"""What holds for the whole page: size, language, narrow screens, colours, names."""

import json
import urllib.request

from page import Keys, PageTest

VIEWS = {"play": "play?moves=b2,a1&hints=value,best,player&by=pmc2", "tree": "tree?path=b2,a1", "audit": "audit", "lab": "lab?path=b2,a2"}
READY = {"play": ".playable .hint", "tree": ".tree [data-id]", "audit": ".card", "lab": ".estimate-rows li"}


class Page(PageTest):
    def test_the_first_page_is_small_and_quick(self):
        self.command("Network.enable")
        self.command("Network.setCacheDisabled", cacheDisabled=True)
        self.open()
        drawn = self.until(lambda: self.run_script("return window.drawn"))
        size = self.run_script(
            "return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
            ".reduce((sum, entry) => sum + entry.transferSize, 0)"
        )
        self.command("Network.setCacheDisabled", cacheDisabled=False)
        print(f"[{size} bytes, drawn after {drawn:.0f} ms] ", end="", flush=True)
        self.assertLess(size, 300_000)
        self.assertLess(drawn, 1000)

    def test_nothing_is_loaded_from_elsewhere(self):
        for view, place in VIEWS.items():
            self.open(place)
            self.find(READY[view])
            names = self.run_script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
            self.assertEqual([name for name in names if not name.startswith(self.address)], [])

    def test_the_language_is_switched_and_remembered(self):
        self.open()
        self.until_text("#status", "o to move")
        self.click("#language")
        self.until_text("#status", "o の手番")
        self.assertEqual(self.run_script("return document.documentElement.lang"), "ja")
        self.open("tree")
        self.until_text(".tab[aria-current]", "ゲーム木")
        self.click("#language")
        self.until_text(".tab[aria-current]", "Tree")
        self.assertEqual(self.run_script("return document.documentElement.lang"), "en")

    def test_every_text_is_there_in_both_languages(self):
        for language in ["en", "ja"]:
            self.run_script(f"localStorage.setItem('exactplay.language', '{language}')")
            for view, place in VIEWS.items():
                self.open(place)
                self.find(READY[view])
                # A missing text shows its key, such as `tab.play`.
                text = self.run_script("return document.body.innerText")
                self.assertNotRegex(text, r"(?<![\w.])[a-z]+(\.[a-z]+)+(?![\w.])", f"{view} in {language}")

    def test_narrow_screens_never_scroll_sideways(self):
        self.screen(360, 740)
        for language in ["en", "ja"]:
            self.run_script(f"localStorage.setItem('exactplay.language', '{language}')")
            for view, place in VIEWS.items():
                self.open(place)
                self.find(READY[view])
                self.assertEqual(self.sideways(), 0, f"{view} in {language}")

    def test_every_control_has_a_name(self):
        script = """
            const nameless = (element) => !(element.getAttribute("aria-label") || element.textContent.trim() || element.labels?.[0]?.textContent.trim());
            return [...document.querySelectorAll("button, a, input:not(.unseen), select, [role=gridcell], [role=img], [role=treeitem]")]
              .filter(nameless).map((element) => element.outerHTML.slice(0, 120));
        """
        for view, place in VIEWS.items():
            self.open(place)
            self.find(READY[view])
            self.assertEqual(self.run_script(script), [], view)

    def test_the_content_can_be_reached_first(self):
        self.open("play?moves=b2&o=human&x=human")
        self.find(".playable .stone")
        self.press(Keys.TAB)
        self.assertEqual(self.run_script("return document.activeElement.id"), "skip")
        self.press(Keys.ENTER)
        self.assertEqual(self.run_script("return document.activeElement.id"), "main")
        self.assertIn("moves=b2", self.hash())

    def test_dark_by_preference_and_by_choice(self):
        ground = "return getComputedStyle(document.documentElement).backgroundColor"
        self.open()
        self.find(".playable")
        light = self.run_script(ground)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        dark = self.run_script(ground)
        self.assertNotEqual(light, dark)
        self.click("#theme")
        self.until(lambda: self.run_script(ground) == light, "the light theme is chosen")
        self.open("audit")
        self.find(".card")
        self.assertEqual(self.run_script(ground), light)

    def test_help_names_the_keys_of_each_view(self):
        for view in VIEWS:
            self.open(view)
            self.find(READY[view] if view != "play" else ".playable .cell")
            self.click("#help")
            self.until(lambda: self.all("dialog[open] kbd"))
            self.press(Keys.ESCAPE)
            self.until(lambda: not self.all("dialog"))

    def test_back_returns_to_the_view_before(self):
        self.open("play?moves=b2&o=human&x=human")
        self.find(".playable .stone")
        self.click('.tab[data-view="audit"]')
        self.find(".card")
        self.driver.back()
        self.until(lambda: len(self.all(".playable > .stone")) == 1)

    def test_the_answers_of_the_server_forbid_foreign_content(self):
        with urllib.request.urlopen(self.address) as answer:
            policy = answer.headers["Content-Security-Policy"]
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        with urllib.request.urlopen(f"{self.address}health") as answer:
            self.assertEqual(json.load(answer)["status"], "ok")
