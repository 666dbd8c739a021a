//! What other users may do with files, and folders that only the user enters.

pub(crate) mod access_list;
#[cfg(windows)]
pub(crate) mod exposure;
#[cfg(windows)]
pub(crate) mod security;
pub(crate) mod sid;
