//! The files of models that stand beside egen's own in its tables, as safetensors. `models/*.md` says what each was trained on.
//!
//! A crate of its own, since a package may have 10 MB and egen's own models take most of that.
//!
//! ```
//! // A safetensors file starts with the length of its header.
//! let header = u64::from_le_bytes(egen_weights::CL_MEAN[..8].try_into().unwrap());
//! assert!(header < egen_weights::CL_MEAN.len() as u64);
//! ```

/// The paper's contrastive recipe; the vector is the mean of the rows.
pub static CL_MEAN: &[u8] = include_bytes!("../models/cl-mean.safetensors");
/// The paper's contrastive recipe; the vector is the largest of each column.
pub static CL_MAX: &[u8] = include_bytes!("../models/cl-max.safetensors");
/// The paper's recipe with a decoder, on pairs that SymPy made: SemEmb, as the paper has it. The vector is the mean of the rows.
pub static SEMEMB: &[u8] = include_bytes!("../models/sememb.safetensors");
