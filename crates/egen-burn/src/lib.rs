//! Devices: on what can models be trained beside the processor?
//!
//! Each device is a cargo feature, `flex`, `wgpu` or `cuda`, and computes by burn's operations. Without any of them nothing of burn is compiled,
//! and [`open`] knows the kernels of egen alone. Internal: versioned together with `egen`.

#[cfg(feature = "burn")]
pub mod composed;

use egen_model::Encoder;
use egen_train::device::{Device, DeviceError};
use egen_train::engine::{self, Engine};

/// The engine of a device. Only our own kernels are told how many threads to take.
pub fn open(device: Device, encoder: &Encoder, threads: usize) -> Result<Box<dyn Engine>, DeviceError> {
    #[cfg(feature = "burn")]
    if device != Device::Cpu {
        return Ok(Box::new(composed::Composed::new(encoder, device)?));
    }
    engine::open(device, encoder, threads)
}

/// Does this build know a device?
pub fn is_built(device: Device) -> bool {
    match device {
        Device::Cpu => true,
        Device::Flex => cfg!(feature = "flex"),
        Device::Wgpu => cfg!(feature = "wgpu"),
        Device::Cuda => cfg!(feature = "cuda"),
    }
}
