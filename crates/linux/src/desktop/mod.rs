//! tmp
/// tmp
pub struct LinuxDesktop;
