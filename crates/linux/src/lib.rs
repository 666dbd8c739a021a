//! The Linux desktop: private desktops, applications, reading windows, and acting in them.

mod command_tables;
mod control_socket;
mod desktop;
mod doctor;
mod error;
mod exposure;
mod folder;
mod gtk_windows;
mod installation;
mod launch;
mod lease;
mod office_lock;
mod office_python;
mod platform;
mod private;
mod process;
mod remote_hands;
mod requirements;
mod seat;
mod secret_service;
#[cfg(test)]
mod test_bus;

pub use deskpilot_atspi::{RawNode, Traffic};
pub use deskpilot_x11::{PersonWatch, Touch};
pub use desktop::{CoordinateMapping, LinuxDesktop};
pub use error::LinuxError;
pub use launch::{Catalog, DesktopEntry, LaunchedApplication};
pub use platform::Linux;
pub use private::{PrivateDesktop, PrivateOptions, Scale};
pub use process::{Output, ProcessHandle, ProcessRole};
pub use remote_hands::LinuxHands;
pub use requirements::{DEBIAN_PACKAGES, Requirement, RequirementLevel, requirements};
pub use seat::{Environment, Ownership, Seat};
