//! Devices: on what does training compute?
//!
//! Our own kernels on the processor are the default. The others are features of `egen-burn`.

use serde::{Deserialize, Serialize};

/// What computes losses and gradients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Device {
    /// The processor, by our own kernels.
    #[default]
    Cpu,
    /// The processor, by burn: what our kernels are compared with.
    Flex,
    /// A GPU, by Vulkan, Metal or DirectX.
    Wgpu,
    /// A GPU of NVIDIA's.
    Cuda,
}

/// Why there is nothing to compute on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DeviceError {
    /// Its feature was not chosen when egen was built.
    #[error("this build does not know the device `{}`", .0.name())]
    NotBuilt(Device),
    /// The machine has none.
    #[error("no device for `{}` was found on this machine", .0.name())]
    Absent(Device),
    /// It stopped working.
    #[error("the device `{}` failed: {reason}", device.name())]
    Failed {
        /// The device.
        device: Device,
        /// What it says.
        reason: String,
    },
}

impl Device {
    /// All of them.
    pub const ALL: [Device; 4] = [Device::Cpu, Device::Flex, Device::Wgpu, Device::Cuda];

    /// Its name, which is also that of its cargo feature.
    pub fn name(self) -> &'static str {
        match self {
            Device::Cpu => "cpu",
            Device::Flex => "flex",
            Device::Wgpu => "wgpu",
            Device::Cuda => "cuda",
        }
    }

    /// The device with this name.
    pub fn from_name(name: &str) -> Option<Device> {
        Device::ALL.into_iter().find(|device| device.name() == name)
    }
}
