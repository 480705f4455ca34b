//! A frame with two axes, into which a plot draws.

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 20.0;
const TOP: f64 = 72.0;
const BOTTOM: f64 = HEIGHT - 72.0;
/// The height of a line of text.
const LINE: f64 = 16.0;
/// The width that a character takes, on average.
const CHARACTER: f64 = 6.6;

/// Colours that a reader with any colour vision can tell apart, for light and for dark pages.
const STYLE: &str = "\
text{font:12px sans-serif;fill:#1f2328}.title{font-size:15px;font-weight:600}.page{fill:#fff}\
.grid{stroke:#d8dee4}.axis{stroke:#57606a}path,line{fill:none}.line{stroke-width:2}\
.o{stroke:#0072b2}.o.dot{fill:#0072b2}.x{stroke:#c4500a}.x.dot{fill:#c4500a}.hole{fill:#fff}\
.dashed{stroke-dasharray:7 4}.dotted{stroke-dasharray:2 3}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.page,.hole{fill:#0d1117}.grid{stroke:#30363d}\
.axis{stroke:#9198a1}.o{stroke:#56b4e9}.o.dot{fill:#56b4e9}.x{stroke:#f0883e}.x.dot{fill:#f0883e}}";

/// How the values of an axis become places on it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Scale {
    /// Equal steps for equal differences, from 0 up to this.
    Linear(f64),
    /// Equal steps for equal ratios, from the first to the second.
    Logarithmic(f64, f64),
}

impl Scale {
    /// Where a value lies, from 0 to 1.
    fn place(self, value: f64) -> f64 {
        match self {
            Self::Linear(greatest) => value / greatest,
            Self::Logarithmic(least, greatest) => (value / least).ln() / (greatest / least).ln(),
        }
    }
}

/// What an axis shows: its name, its scale, and where it is marked.
#[derive(Debug)]
pub(crate) struct Axis {
    pub(crate) label: &'static str,
    pub(crate) scale: Scale,
    /// Values with the texts that stand beside them.
    pub(crate) ticks: Vec<(f64, String)>,
}

/// A plot in the making.
#[derive(Debug)]
pub(crate) struct Chart {
    x: Scale,
    y: Scale,
    body: String,
}

impl Chart {
    /// A frame with its axes. The description is what is read out in place of the picture.
    pub(crate) fn new(title: &str, description: &str, x: &Axis, y: &Axis) -> Self {
        let (title, description) = (escape(title), escape(description));
        let mut body = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" role=\"img\" aria-labelledby=\"title description\">\n\
             <title id=\"title\">{title}</title>\n<desc id=\"description\">{description}</desc>\n\
             <style>{STYLE}</style>\n<rect class=\"page\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
             <text class=\"title\" x=\"{LEFT}\" y=\"26\">{title}</text>\n"
        );
        let middle = f64::midpoint(LEFT, RIGHT);
        body += &text(middle, HEIGHT - 12.0, "middle", x.label);
        let middle = f64::midpoint(TOP, BOTTOM);
        body += &format!(
            "<text transform=\"translate(18 {middle}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
            escape(y.label)
        );
        let mut chart = Self { x: x.scale, y: y.scale, body };
        for (value, label) in &y.ticks {
            let y = chart.y(*value);
            chart.body += &line("grid", [(LEFT, y), (RIGHT, y)]);
            chart.body += &text(LEFT - 8.0, y + 4.0, "end", label);
        }
        // Where texts are too close for one row they take two.
        let mut rows = [f64::NEG_INFINITY; 2];
        for (value, label) in &x.ticks {
            let x = chart.x(*value);
            chart.body += &line("axis", [(x, BOTTOM), (x, BOTTOM + 5.0)]);
            let half = width(label) / 2.0;
            if let Some((row, end)) = (0_u8..).zip(&mut rows).find(|(_, end)| **end < x - half) {
                *end = x + half + CHARACTER / 2.0;
                let y = BOTTOM + 5.0 + LINE * f64::from(row + 1);
                chart.body += &text(x, y, "middle", label);
            }
        }
        chart.body += &line("axis", [(LEFT, BOTTOM), (RIGHT, BOTTOM)]);
        chart.body += &line("axis", [(LEFT, TOP), (LEFT, BOTTOM)]);
        chart
    }

    /// A line through points.
    pub(crate) fn line(&mut self, class: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        let points: Vec<_> = points.into_iter().map(|(x, y)| (self.x(x), self.y(y))).collect();
        self.body += &line(&format!("line {class}"), points);
    }

    /// A point that belongs to a line, or with `hole` one that ends it without belonging to it.
    pub(crate) fn point(&mut self, class: &str, x: f64, y: f64, hole: bool) {
        let (x, y) = (self.x(x), self.y(y));
        let fill = if hole { "hole" } else { "dot" };
        self.body +=
            &format!("<circle class=\"{class} {fill}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>\n");
    }

    /// A text above a point, or below it, and within the frame.
    pub(crate) fn label(&mut self, x: f64, y: f64, above: bool, label: &str) {
        let margin = width(label) / 2.0 + 4.0;
        let (x, y) = (self.x(x).clamp(LEFT + margin, RIGHT - margin), self.y(y));
        self.body += &text(x, if above { y - 8.0 } else { y + LINE }, "middle", label);
    }

    /// A legend above the frame: a sample of a line and a text for each class.
    pub(crate) fn legend(&mut self, entries: &[(&str, String)]) {
        let mut x = LEFT;
        for (class, label) in entries {
            self.body += &line(&format!("line {class}"), [(x, 46.0), (x + 28.0, 46.0)]);
            self.body += &text(x + 34.0, 50.0, "start", label);
            x += 34.0 + width(label) + 2.0 * CHARACTER;
        }
    }

    /// How far apart two values of the horizontal axis are, in characters.
    pub(crate) fn characters(&self, from: f64, to: f64) -> f64 {
        (self.x(to) - self.x(from)) / CHARACTER
    }

    /// The whole document.
    pub(crate) fn finish(self) -> String {
        self.body + "</svg>\n"
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + self.x.place(value) * (RIGHT - LEFT)
    }

    fn y(&self, value: f64) -> f64 {
        BOTTOM - self.y.place(value) * (BOTTOM - TOP)
    }
}

fn width(label: &str) -> f64 {
    label.chars().fold(0.0, |width, _| width + CHARACTER)
}

fn text(x: f64, y: f64, anchor: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>\n", escape(text))
}

fn line(class: &str, points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let points: Vec<_> = points.into_iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    format!("<path class=\"{class}\" d=\"M{}\"/>\n", points.join("L"))
}

pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
