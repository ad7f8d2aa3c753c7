//! The canvas: which shapes make a picture, whatever it is written as?

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

/// A shape. Colours are `#rrggbb`; y grows downwards.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "their names say what they are")]
pub enum Shape {
    /// A filled rectangle; `x` and `y` are its upper left corner.
    Rect { x: f32, y: f32, width: f32, height: f32, colour: &'static str },
    /// A line through some points.
    Line { points: Vec<(f32, f32)>, width: f32, colour: &'static str },
    /// `turn` is in degrees, clockwise, around the point that holds the text.
    Text { x: f32, y: f32, size: f32, anchor: Anchor, turn: f32, colour: &'static str, text: String },
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

    /// Adds a text.
    pub fn text(&mut self, x: f32, y: f32, size: f32, anchor: Anchor, colour: &'static str, text: impl Into<String>) {
        self.shapes.push(Shape::Text { x, y, size, anchor, turn: 0.0, colour, text: text.into() });
    }

    /// Adds a text that ends at the point and rises towards it.
    pub fn slanted(&mut self, x: f32, y: f32, size: f32, colour: &'static str, text: impl Into<String>) {
        let (anchor, turn) = (Anchor::End, -55.0);
        self.shapes.push(Shape::Text { x, y, size, anchor, turn, colour, text: text.into() });
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
                    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
                    writeln!(
                        out,
                        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                         stroke-linejoin=\"round\"/>",
                        points.join(" ")
                    )
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

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
