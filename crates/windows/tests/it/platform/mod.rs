//! The platform: applications, permissions, the keyring, a person at the devices, private desktops, and who may talk to a session.

mod applications;
mod devices;
mod files;
mod guarded;
mod machine;
mod private;
mod sessions;
mod shell;
