//! Pixels: how does a picture become a PNG file, on a machine that may have no fonts?
//!
//! The letters come with the program (`labels.ttf`, 10 KB of DejaVu Sans), so the same picture has the same pixels everywhere.

use tiny_skia::{Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};
use ttf_parser::{Face, OutlineBuilder};

use super::canvas::{Anchor, Canvas, Shape};

const LETTERS: &[u8] = include_bytes!("labels.ttf");
/// Pixels for each unit of the canvas: sharp on paper too.
const SCALE: f32 = 2.0;

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
#[error("cannot make a picture of {width} × {height} pixels: {reason}")]
pub struct PngError {
    width: u32,
    height: u32,
    reason: String,
}

pub(super) fn png(canvas: &Canvas) -> Result<Vec<u8>, PngError> {
    let (width, height) = ((canvas.width * SCALE).ceil() as u32, (canvas.height * SCALE).ceil() as u32);
    let error = |reason: String| PngError { width, height, reason };
    let face = Face::parse(LETTERS, 0).map_err(|cause| error(cause.to_string()))?;
    let mut pixels = Pixmap::new(width, height).ok_or_else(|| error("there is not enough memory".into()))?;
    pixels.fill(Color::WHITE);
    let scale = Transform::from_scale(SCALE, SCALE);
    for shape in &canvas.shapes {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        match shape {
            Shape::Rect { x, y, width, height, colour } => {
                paint.set_color(parse(colour));
                // An empty bar has no pixels.
                if let Some(rect) = Rect::from_xywh(*x, *y, *width, *height) {
                    pixels.fill_rect(rect, &paint, scale, None);
                }
            }
            Shape::Line { points, width, colour } => {
                paint.set_color(parse(colour));
                let stroke = Stroke { width: *width, line_join: LineJoin::Round, ..Stroke::default() };
                if let Some(path) = polyline(points) {
                    pixels.stroke_path(&path, &paint, &stroke, scale, None);
                }
            }
            Shape::Area { points, colour } => {
                paint.set_color(parse(colour));
                if let Some(path) = polyline(points) {
                    pixels.fill_path(&path, &paint, FillRule::Winding, scale, None);
                }
            }
            Shape::Text { x, y, size, anchor, turn, colour, text } => {
                paint.set_color(parse(colour));
                if let Some(path) = outline(&face, text, *size, *anchor) {
                    let place = scale.pre_translate(*x, *y).pre_rotate(*turn);
                    pixels.fill_path(&path, &paint, FillRule::Winding, place, None);
                }
            }
        }
    }
    pixels.encode_png().map_err(|cause| error(cause.to_string()))
}

/// `#rrggbb`, or black.
fn parse(colour: &str) -> Color {
    let part = |at: usize| colour.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0);
    Color::from_rgba8(part(1), part(3), part(5), 255)
}

/// A line; `None` if it has no length.
fn polyline(points: &[(f32, f32)]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (at, &(x, y)) in points.iter().enumerate() {
        if at == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    path.finish()
}

/// A text around the origin; `None` if none of it can be seen.
fn outline(face: &Face<'_>, text: &str, size: f32, anchor: Anchor) -> Option<Path> {
    let scale = size / f32::from(face.units_per_em());
    let glyphs: Vec<_> = text.chars().filter_map(|c| face.glyph_index(c).or_else(|| face.glyph_index('?'))).collect();
    let advance = |glyph| f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    let width: f32 = glyphs.iter().map(|glyph| advance(*glyph)).sum();
    let start = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => -width / 2.0,
        Anchor::End => -width,
    };
    let mut pen = Pen { path: PathBuilder::new(), x: start, scale };
    for glyph in glyphs {
        face.outline_glyph(glyph, &mut pen);
        pen.x += advance(glyph);
    }
    pen.path.finish()
}

/// Letters have y upwards, pictures downwards.
struct Pen {
    path: PathBuilder,
    x: f32,
    scale: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
