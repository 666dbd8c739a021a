//! Bubblewrap makes no sandbox here.

pub(crate) const SANDBOX: &[&str] = &[];
