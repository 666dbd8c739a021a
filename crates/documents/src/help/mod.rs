//! The two XML formats in which desktops install their help.

mod condition;
pub(crate) mod docbook;
pub(crate) mod mallard;
mod structure;
