//! Does a corpus come back from disk as it was written, and is what cannot be read refused with its reason?

mod example;
mod faults;
mod rows;
mod trip;
