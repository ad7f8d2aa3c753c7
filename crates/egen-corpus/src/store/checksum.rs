//! Checksums: are these the bytes that were written?
//!
//! XXH3 with 64 bits, seed 0, written `xxh3:` and 16 hexadecimal digits. It finds accidents, not forgeries.

use std::fs::File;
use std::hash::Hasher;
use std::io::{self, Read};
use std::path::Path;

use twox_hash::XxHash3_64;

/// The checksum of some bytes.
pub fn of_bytes(bytes: &[u8]) -> String {
    name(XxHash3_64::oneshot(bytes))
}

/// The checksum and the length of a file.
pub(super) fn of_file(path: &Path) -> io::Result<(String, u64)> {
    let mut file = File::open(path)?;
    let mut hasher = XxHash3_64::new();
    let mut buffer = vec![0; 1 << 16];
    let mut length = 0;
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok((name(hasher.finish()), length));
        }
        hasher.write(&buffer[..read]);
        length += read as u64;
    }
}

fn name(hash: u64) -> String {
    format!("xxh3:{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value that the reference implementation documents for no bytes at all.
    #[test]
    fn it_is_xxh3() {
        assert_eq!(of_bytes(b""), "xxh3:2d06800538d394c2");
    }
}
