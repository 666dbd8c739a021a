//! Objects of other programs: what they are asked, with which values, and why a call fails. Nothing here knows Windows.

pub(crate) mod cell_error;
pub(crate) mod date;
pub(crate) mod error;
pub(crate) mod object;
pub(crate) mod value;
