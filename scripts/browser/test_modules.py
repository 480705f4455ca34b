"""What the page computes itself, against known values."""

from page import PageTest


class Modules(PageTest):
    def evaluate(self, module, expression):
        """The value of an expression in which `m` is a module of the page."""
        script = "const done = arguments[1]; import(arguments[0]).then((m) => done(%s));" % expression
        return self.driver.execute_async_script(script, module)

    def setUp(self):
        super().setUp()
        self.open("play")
        self.find(".playable")

    def test_fractions_are_rounded_exactly(self):
        for expression, expected in [
            ('m.decimal("1/3")', "0.3333"),
            ('m.decimal("2/3")', "0.6667"),
            ('m.decimal("1/8", 2)', "0.13"),
            ('m.decimal("-1/2", 0)', "-1"),
            ('m.decimal("3086673209/5598720000", 9)', "0.551317660"),
            ('m.percent("737/1260")', "58.5 %"),
            ('m.percent("1/4")', "25 %"),
            ('m.both("817/1260")', "817/1260 (0.6484)"),
            ('m.both("1")', "1"),
            ('m.compare("1/3", "333333333333333/1000000000000000")', 1),
            ('m.compare("2/4", "1/2")', 0),
            ("m.bound(1.209775877749047e-11)", "2e-11"),
            ("m.bound(9.93e-10)", "1e-9"),
        ]:
            self.assertEqual(self.evaluate("/app/fraction.js", expression), expected, expression)

    def test_the_simplest_fraction_between_two(self):
        for low, high, expected in [("1/4", "1/3", "2/7"), ("0", "1/9", "1/10"), ("8/9", "1", "9/10"), ("1/3", "1", "1/2")]:
            self.assertEqual(self.evaluate("/app/fraction.js", f'm.simplestBetween("{low}", "{high}")'), expected)

    def test_the_interval_of_wilson(self):
        low, high = self.evaluate("/app/views/estimates.js", "m.wilson(0.5, 100)")
        self.assertAlmostEqual(low, 0.40383, places=5)
        self.assertAlmostEqual(high, 0.59617, places=5)
        # No playout was won: the true rate may still be more than a quarter.
        low, high = self.evaluate("/app/views/estimates.js", "m.wilson(0, 10)")
        self.assertEqual(low, 0)
        self.assertAlmostEqual(high, 0.27753, places=5)

    def test_shapes_and_lines(self):
        shape = self.evaluate("/app/geometry.js", 'm.shapeOf("connect:5x4:4")')
        self.assertEqual(shape, {"family": "connect", "width": 5, "height": 4, "k": 4})
        self.assertEqual(self.evaluate("/app/geometry.js", 'm.shapeOf("othello:6")')["height"], 6)
        line = 'm.winningLine(m.shapeOf("mnk:3x3:3"), m.rowsOf("x.o/xo./o.."))'
        self.assertEqual(self.evaluate("/app/geometry.js", line), [[0, 2], [2, 0]])
        self.assertIsNone(self.evaluate("/app/geometry.js", 'm.winningLine(m.shapeOf("tictactoe"), m.rowsOf("xxo/oox/xo."))'))
        # A disc lies where its column was free before.
        self.assertEqual(self.evaluate("/app/geometry.js", 'm.cellOfMove(m.shapeOf("connect:4x4:4"), m.rowsOf("..../..../.x../.o.."), "2")'), [1, 2])

    def test_both_languages_have_every_text(self):
        empty = "Object.entries(m.STRINGS).filter(([key, pair]) => pair.length !== 2 || (pair[0] === '') !== (pair[1] === '')).map(([key]) => key)"
        self.assertEqual(self.evaluate("/app/strings.js", empty), [])
        holes = r"Object.entries(m.STRINGS).filter(([, [en, ja]]) => String(en.match(/\{\w+\}/g)?.sort()) !== String(ja.match(/\{\w+\}/g)?.sort())).map(([key]) => key)"
        self.assertEqual(self.evaluate("/app/strings.js", holes), [])
