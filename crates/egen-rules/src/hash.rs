//! Hashing: which number stands for some texts, on every machine and in every version?

use std::hash::Hasher;

use twox_hash::XxHash3_64;

/// XXH3 of texts, with 64 bits and seed 0. It finds accidents, not forgeries.
#[derive(Clone, Default)]
pub struct TextHash(XxHash3_64);

impl TextHash {
    /// Adds a text and an end mark, which UTF-8 has nowhere, so that `ab`, `c` and `a`, `bc` differ.
    pub fn add(&mut self, text: &str) {
        self.0.write(text.as_bytes());
        self.0.write(&[0xff]);
    }

    /// The number. Print it with `{:016x}`.
    pub fn value(&self) -> u64 {
        self.0.finish()
    }
}
