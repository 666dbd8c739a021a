//! The gate around a desktop. Named secrets are typed in the last moment before the desktop and struck from everything that is
//! read afterwards; what must not be seen is removed from every picture where it is captured.

mod bounds;
mod doors;
mod no_secrets;
mod port;
mod redacted_desktop;
mod redacted_image;
mod redactor;
mod strike;
mod texts;

pub use bounds::Bounds;
pub use doors::{VeiledGrounding, VeiledReceiver};
pub use port::{Revealed, SecretError, Secrets};
pub use redacted_desktop::{RedactedDesktop, WindowCapture};
pub use redacted_image::RedactedImage;
pub use redactor::Redactor;
