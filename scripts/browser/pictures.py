"""Takes the pictures of the README anew, into data/screenshots.

target/browser/bin/pip install pillow
EXACTPLAY=target/release/exactplay target/browser/bin/python scripts/browser/pictures.py
"""

import io
import pathlib
import time

from page import PageTest
from PIL import Image

FOLDER = pathlib.Path(__file__).parents[2] / "data" / "screenshots"

# name, link, what must be drawn first, size, colour scheme
PICTURES = [
    ("play", "play?moves=b2,a1,c3&hints=value,best,player&by=pmc2&o=human&x=human", ".playable .hint", (1120, 800), "light"),
    ("tree", "tree?at=o../.../x..&odd=b2&label=ps_o&merge=no", ".tree .disagree", (1280, 780), "light"),
    ("laboratory", "lab?path=a1,a3", ".estimate-rows", (1180, 880), "dark"),
]


class Pictures(PageTest):
    """Takes them like a test, with the same browser."""

    def runTest(self):
        FOLDER.mkdir(exist_ok=True)
        for name, place, ready, size, scheme in PICTURES:
            self.screen(*size)
            self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            self.open(place)
            self.find(ready)
            if name == "laboratory":
                for step in ["1", "10", "10", "100", "1000"]:
                    self.click(f'.lab-run [data-key="{step}"]')
                    time.sleep(0.5)
            time.sleep(1)
            self.run_script("document.activeElement.blur()")
            # The page has few colours, so a palette halves the file.
            picture = Image.open(io.BytesIO(self.driver.get_screenshot_as_png())).convert("RGB")
            picture.quantize(colors=128, dither=Image.Dither.NONE).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    Pictures.setUpClass()
    test = Pictures()
    test.setUp()
    test.runTest()
