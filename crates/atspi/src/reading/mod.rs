//! Reads the nodes of windows, and leaves out what no person could see.

pub(crate) mod cached_nodes;
pub(crate) mod clip;
pub(crate) mod duplicate_buttons;
pub(crate) mod full_tree;
pub(crate) mod in_view;
pub(crate) mod missing_nodes;
pub(crate) mod omissions;
pub(crate) mod tree;
