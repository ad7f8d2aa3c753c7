//! Drawing: how does a picture become SVG or PNG, without a library for plots and without fonts?
//!
//! A [`Canvas`] is a list of shapes; what is drawn on it is the business of those who draw.

mod canvas;
mod raster;

pub use canvas::{Anchor, Canvas, Mark, Shape};
pub use raster::PngError;
