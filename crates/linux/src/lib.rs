//! The Linux desktop: AT-SPI2 and X11, private desktops.

mod a11y;
mod desktop;
mod doctor;
mod error;
mod launch;
mod needs;
mod private;
mod process;
mod seat;
mod x11;

pub use desktop::LinuxDesktop;
pub use doctor::{Check, Depth, Found, checks};
pub use error::LinuxError;
pub use launch::{Catalog, Entry, Launched};
pub use needs::{DEBIAN_PACKAGES, Level, Need, needs};
pub use private::{PrivateDesktop, PrivateOptions};
pub use process::{Output, Part, Running};
pub use seat::{Environment, Seat, Tenure};
