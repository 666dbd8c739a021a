//! The Linux desktop: private desktops, applications, reading windows, and acting in them.

mod control_socket;
mod desktop;
mod doctor;
mod error;
mod folder;
mod launch;
mod lease;
mod needs;
mod platform;
mod private;
mod process;
mod seat;
mod secret_service;

pub use deskpilot_atspi::{RawNode, Traffic};
pub use deskpilot_x11::{PersonWatch, Touch};
pub use desktop::{CoordinateMapping, LinuxDesktop};
pub use error::LinuxError;
pub use launch::{Catalog, Entry, Launched};
pub use needs::{DEBIAN_PACKAGES, Level, Need, needs};
pub use platform::Linux;
pub use private::{PrivateDesktop, PrivateOptions, Scale};
pub use process::{Output, Part, Running};
pub use seat::{Environment, Ownership, Seat};
