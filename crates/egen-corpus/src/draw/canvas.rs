//! The canvas: which shapes make a picture, whatever it is written as?

use std::fmt::Write;

use super::raster::{self, PngError};

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

/// A shape. Colours are `#rrggbb`; y grows downwards.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "their names say what they are")]
pub enum Shape {
    /// A filled rectangle; `x` and `y` are its upper left corner.
    Rect { x: f32, y: f32, width: f32, height: f32, colour: &'static str },
    /// A line through some points.
    Line { points: Vec<(f32, f32)>, width: f32, colour: &'static str },
    /// A filled area with these corners.
    Area { points: Vec<(f32, f32)>, colour: &'static str },
    /// `turn` is in degrees, clockwise, around the point that holds the text.
    Text { x: f32, y: f32, size: f32, anchor: Anchor, turn: f32, colour: &'static str, text: String },
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
            let angle = move |at: usize| std::f32::consts::TAU * (at as f32 / count as f32 - 0.25);
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

/// A picture on white ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Canvas {
    /// What it shows.
    pub title: String,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// What is drawn, the first below the others.
    pub shapes: Vec<Shape>,
}

impl Canvas {
    /// Adds a filled rectangle.
    pub fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, colour: &'static str) {
        self.shapes.push(Shape::Rect { x, y, width, height, colour });
    }

    /// Adds a line through some points.
    pub fn line(&mut self, points: Vec<(f32, f32)>, width: f32, colour: &'static str) {
        self.shapes.push(Shape::Line { points, width, colour });
    }

    /// Marks a point.
    pub fn mark(&mut self, (x, y): (f32, f32), radius: f32, mark: Mark, colour: &'static str) {
        let points = mark.corners().into_iter().map(|(dx, dy)| (x + radius * dx, y + radius * dy)).collect();
        self.shapes.push(Shape::Area { points, colour });
    }

    /// Adds a text.
    pub fn text(&mut self, x: f32, y: f32, size: f32, anchor: Anchor, colour: &'static str, text: impl Into<String>) {
        self.shapes.push(Shape::Text { x, y, size, anchor, turn: 0.0, colour, text: text.into() });
    }

    /// Adds a text that ends at the point and rises towards it.
    pub fn slanted(&mut self, x: f32, y: f32, size: f32, colour: &'static str, text: impl Into<String>) {
        let (anchor, turn) = (Anchor::End, -55.0);
        self.shapes.push(Shape::Text { x, y, size, anchor, turn, colour, text: text.into() });
    }

    /// The picture as PNG, twice as large, with letters of its own.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        raster::png(self)
    }

    /// The picture as SVG.
    pub fn svg(&self) -> String {
        let (w, h, title) = (self.width, self.height, escape(&self.title));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
             font-family=\"'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif\">\n\
             <title>{title}</title>\n<rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n"
        );
        for shape in &self.shapes {
            let _ = match shape {
                Shape::Rect { x, y, width, height, colour } => writeln!(
                    out,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>"
                ),
                Shape::Line { points, width, colour } => {
                    writeln!(
                        out,
                        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                         stroke-linejoin=\"round\"/>",
                        places(points)
                    )
                }
                Shape::Area { points, colour } => {
                    writeln!(out, "<polygon points=\"{}\" fill=\"{colour}\"/>", places(points))
                }
                Shape::Text { x, y, size, anchor, turn, colour, text } => {
                    let anchor = match anchor {
                        Anchor::Start => "start",
                        Anchor::Middle => "middle",
                        Anchor::End => "end",
                    };
                    let turn = match turn {
                        0.0 => String::new(),
                        turn => format!(" transform=\"rotate({turn} {x:.1} {y:.1})\""),
                    };
                    writeln!(
                        out,
                        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
                         fill=\"{colour}\"{turn}>{}</text>",
                        escape(text)
                    )
                }
            };
        }
        out.push_str("</svg>\n");
        out
    }
}

fn places(points: &[(f32, f32)]) -> String {
    points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<String>>().join(" ")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
