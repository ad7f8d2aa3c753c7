//! SVG: how is a picture written?
//!
//! A [`Canvas`] takes lines, marks and texts as charts have them, and any other element. Browsers, hubs and papers show SVG with
//! fonts of their own, so there is no other form.
//!
//! ```
//! use egen_graph::svg::{Anchor, Canvas};
//!
//! let mut canvas = Canvas::new("Two < three", 60.0, 20.0);
//! canvas.text(30.0, 14.0, 12.0, Anchor::Middle, "#222222", "2 < 3");
//! assert!(canvas.svg().contains(">2 &lt; 3</text>"));
//! ```

use std::f32::consts::TAU;
use std::fmt::Write;

/// Where a text is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At its beginning.
    Start,
    /// In its middle.
    Middle,
    /// At its end.
    End,
}

/// What marks a point: what is told apart by colour must be told apart without it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "their names say what they are")]
pub enum Mark {
    Circle,
    Square,
    Triangle,
    Diamond,
    Cross,
    Star,
}

impl Mark {
    /// All of them.
    pub const ALL: [Mark; 6] = [Mark::Circle, Mark::Square, Mark::Triangle, Mark::Diamond, Mark::Cross, Mark::Star];

    /// Its corners around the origin, of about the area of a circle of radius 1.
    fn corners(self) -> Vec<(f32, f32)> {
        let round = |count: usize, radius: fn(usize) -> f32| {
            let angle = move |at: usize| TAU * (at as f32 / count as f32 - 0.25);
            (0..count).map(|at| (radius(at) * angle(at).cos(), radius(at) * angle(at).sin())).collect()
        };
        match self {
            Mark::Circle => round(16, |_| 1.0),
            Mark::Square => vec![(-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)],
            Mark::Triangle => round(3, |_| 1.45),
            Mark::Diamond => round(4, |_| 1.3),
            Mark::Star => round(10, |at| if at % 2 == 0 { 1.6 } else { 0.65 }),
            Mark::Cross => {
                let (thin, long) = (0.38, 1.3);
                let quarter = [(thin, -long), (thin, -thin), (long, -thin)];
                let turn = |(x, y): (f32, f32), times: usize| (0..times).fold((x, y), |(x, y), _| (-y, x));
                (0..4).flat_map(|times| quarter.map(|corner| turn(corner, times))).collect()
            }
        }
    }
}

/// A picture on white ground. Colours are `#rrggbb`; y grows downwards; what is added first lies below the rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Canvas {
    /// What it shows.
    pub title: String,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    body: String,
}

impl Canvas {
    /// An empty picture.
    pub fn new(title: impl Into<String>, width: f32, height: f32) -> Canvas {
        Canvas { title: title.into(), width, height, body: String::new() }
    }

    /// Adds a filled rectangle; `x` and `y` are its upper left corner.
    pub fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, colour: &str) {
        let [x, y, width, height] = [x, y, width, height].map(tenth);
        self.element("rect", &[("x", &x), ("y", &y), ("width", &width), ("height", &height), ("fill", colour)], "");
    }

    /// Adds a line through some points.
    pub fn line(&mut self, points: impl AsRef<[(f32, f32)]>, width: f32, colour: &str) {
        let (points, width) = (places(points.as_ref()), width.to_string());
        let look = [("stroke", colour), ("stroke-width", &width), ("stroke-linejoin", "round")];
        self.element("polyline", &[&[("points", points.as_str()), ("fill", "none")], &look[..]].concat(), "");
    }

    /// Marks a point.
    pub fn mark(&mut self, (x, y): (f32, f32), radius: f32, mark: Mark, colour: &str) {
        let corners: Vec<(f32, f32)> =
            mark.corners().into_iter().map(|(dx, dy)| (x + radius * dx, y + radius * dy)).collect();
        self.element("polygon", &[("points", &places(&corners)), ("fill", colour)], "");
    }

    /// Adds a text.
    pub fn text(&mut self, x: f32, y: f32, size: f32, anchor: Anchor, colour: &str, text: impl AsRef<str>) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.words((x, y), size, &[("text-anchor", anchor), ("fill", colour)], text.as_ref());
    }

    /// Adds a text that ends at the point and rises towards it.
    pub fn slanted(&mut self, x: f32, y: f32, size: f32, colour: &str, text: impl AsRef<str>) {
        let turn = format!("rotate(-55 {x:.1} {y:.1})");
        self.words((x, y), size, &[("text-anchor", "end"), ("fill", colour), ("transform", &turn)], text.as_ref());
    }

    /// Adds a text with any attributes.
    pub fn words(&mut self, (x, y): (f32, f32), size: f32, look: &[(&str, &str)], text: &str) {
        let (x, y, size) = (tenth(x), tenth(y), size.to_string());
        self.element("text", &[&[("x", x.as_str()), ("y", &y), ("font-size", &size)], look].concat(), text);
    }

    /// Adds any element, with its attributes and the text in it.
    pub fn element(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        let _ = write!(self.body, "<{name}");
        for (attribute, value) in attributes {
            let _ = write!(self.body, " {attribute}=\"{}\"", escape(value));
        }
        let _ = match text {
            "" => writeln!(self.body, "/>"),
            text => writeln!(self.body, ">{}</{name}>", escape(text)),
        };
    }

    /// The picture.
    pub fn svg(&self) -> String {
        let Canvas { title, width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif\">\n\
             <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n",
            escape(title)
        )
    }
}

/// A number as pictures need it: a tenth of a pixel is less than anybody sees.
pub fn tenth(x: f32) -> String {
    format!("{x:.1}")
}

fn places(points: &[(f32, f32)]) -> String {
    points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<String>>().join(" ")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
