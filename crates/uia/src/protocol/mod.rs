//! What UI Automation says, in numbers: errors, properties, patterns, control types, and the identity of a node. Pure.

pub(crate) mod control_type;
pub(crate) mod error;
pub(crate) mod node;
pub(crate) mod pattern;
pub(crate) mod pattern_action;
pub(crate) mod property;
pub(crate) mod property_value;
pub(crate) mod table_lines;
