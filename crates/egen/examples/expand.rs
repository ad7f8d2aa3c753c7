//! What equals the formula on the command line, how much of it is there, and how near are the vectors?
//!
//! `cargo run --release -p egen --example expand -- 'sin(2x)'`

use std::error::Error;
use std::io::{self, Write};

use egen::{By, Order, Reach, expand, read, similarity};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).ok_or("a formula is needed")?;
    let expr = read(&text)?;
    let reach = Reach { max_tokens: 15, ..Reach::default() };
    let expansion = expand(&expr, &reach)?;
    let mut out = io::stdout().lock();
    let total = expansion.counts.total(expansion.counts.grammar().root());
    writeln!(out, "{total} expressions of at most {} tokens", reach.max_tokens)?;
    for member in expansion.members(10, Order::Diverse, 1).members {
        writeln!(out, "{:.3}  {member}", similarity(&expr, &member, By::Meaning)?)?;
    }
    Ok(())
}
