//! What the grammar of an e-graph promises, checked against brute force on small random e-graphs with cycles.

mod best;
mod canonical;
mod counts;
mod pairs;
mod returns;
mod sampling;
mod support;
