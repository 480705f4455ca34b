"""The program, a browser, and what the tests of the page say to both."""

import atexit
import functools
import os
import shutil
import subprocess
import tempfile
import unittest
from urllib.parse import urljoin

from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

__all__ = ["ActionChains", "By", "Keys", "PageTest"]

FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--window-size=1280,900",
]

# Runs before the page's own scripts: notes refused styles and scripts, and when the first cell was drawn.
OBSERVER = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective + " " + event.blockedURI));
window.drawn = null;
new MutationObserver(() => {
  if (window.drawn === null && document.querySelector("[role=gridcell]")) window.drawn = performance.now();
}).observe(document, { childList: true, subtree: true });
"""


@functools.cache
def program():
    """Starts the program once for all tests, and gives its address."""
    process = subprocess.Popen(
        [os.environ["EXACTPLAY"], "serve", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )

    def stop():
        process.terminate()
        process.wait(timeout=10)
        process.stdout.close()

    atexit.register(stop)
    return process.stdout.readline().strip()


@functools.cache
def browser():
    """Starts the browser once for all tests."""
    profile = tempfile.TemporaryDirectory()
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome")
    for flag in [*FLAGS, f"--user-data-dir={profile.name}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))

    def stop():
        driver.quit()
        profile.cleanup()

    atexit.register(stop)
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": OBSERVER})
    return driver


class PageTest(unittest.TestCase):
    """Each test begins with nothing remembered, in English, on a wide light screen, and ends without a complaint of the browser."""

    # A refusal that a test provokes is a complaint, too, and then no failure.
    refusals_expected = False

    @classmethod
    def setUpClass(cls):
        cls.address = program()
        cls.driver = browser()

    @classmethod
    def command(cls, name, **parameters):
        """Something that only the browser's own protocol can do."""
        return cls.driver.execute_cdp_cmd(name, parameters)

    def setUp(self):
        self.screen(1280, 900)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
        self.driver.get(urljoin(self.address, "health"))
        self.run_script("localStorage.clear(); localStorage.setItem('exactplay.language', 'en')")
        self.driver.get_log("browser")

    def tearDown(self):
        complaints = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        if self.refusals_expected:
            complaints = [message for message in complaints if "Failed to load resource" not in message]
        self.assertEqual(complaints, [])
        self.assertEqual(self.run_script("return window.violations ?? []"), [])

    def open(self, place=""):
        """Follows a link to the page, such as `tree?path=b2`."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.address}#{place}" if place else self.address)

    def screen(self, width, height):
        """Makes the window's inside so large."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def run_script(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def until(self, condition, message="", seconds=20):
        """Waits for a condition without arguments and answers with what it gave."""
        # A part that is redrawn meanwhile is looked up again.
        wait = WebDriverWait(self.driver, seconds, poll_frequency=0.03, ignored_exceptions=[Exception])
        return wait.until(lambda _: condition(), message)

    def find(self, selector):
        """The first element of a selector, waited for."""
        return self.until(lambda: self.all(selector)[0], selector)

    def click(self, selector):
        """Clicks on an element as soon as that is possible; pictures and redrawn parts included."""
        def press():
            self.all(selector)[0].click()
            return True

        self.until(press, f"click on {selector}")

    def press(self, *keys):
        """Presses keys where the focus is."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def sideways(self):
        """By how many pixels the page is wider than the window."""
        return self.run_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def touch(self, kind, *places):
        """Fingers at places `(x, y)` of the window: `touchStart`, `touchMove`, or `touchEnd` without any."""
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(places)]
        self.command("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def middle(self, selector):
        """The middle of an element in the window, after it has been scrolled there."""
        script = (
            "const element = document.querySelector(arguments[0]); element.scrollIntoView({ block: 'center', inline: 'center' });"
            "const box = element.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2];"
        )
        return self.until(lambda: self.run_script(script, selector), selector)

    def text(self, selector):
        return self.run_script("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def until_text(self, selector, part):
        """Waits until an element's text has a part."""
        self.until(lambda: part in self.text(selector), f"{part!r} in {selector}, which has {self.text(selector)!r}")

    def choose(self, name, value):
        """Chooses an option of a select by its value."""
        self.click(f'select[name="{name}"] option[value="{value}"]')

    def hash(self):
        return self.run_script("return location.hash")

    def until_hash(self, part):
        self.until(lambda: part in self.hash(), f"{part!r} in the address, which is {self.hash()!r}")
