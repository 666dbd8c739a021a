//! The Linux desktop: AT-SPI2 and X11, private desktops.

mod a11y;
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
mod wire;
mod x11;

pub use a11y::RawNode;
pub use desktop::{CoordinateMapping, LinuxDesktop};
pub use error::LinuxError;
pub use launch::{Catalog, Entry, Launched};
pub use needs::{DEBIAN_PACKAGES, Level, Need, needs};
pub use platform::Linux;
pub use private::{PrivateDesktop, PrivateOptions, Scale};
pub use process::{Output, Part, Running};
pub use seat::{Environment, Ownership, Seat};
pub use wire::Traffic;
pub use x11::{PersonWatch, Touch};
