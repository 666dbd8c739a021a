//! Private desktops: nobody sees them, and what is done on them touches neither the user's windows nor their pointer and keyboard.

mod connection;
mod desktop_threads;
mod open_private;

pub(super) use open_private::OpenPrivateDesktop;
