//! One node: its facts, name, states, place and value.

pub(crate) mod clean_name;
pub(crate) mod describe;
pub(crate) mod detail;
pub(crate) mod element;
pub(crate) mod facts;
pub(crate) mod name_parts;
pub(crate) mod naming;
pub(crate) mod node_kinds;
pub(crate) mod state_overrides;
pub(crate) mod states_on_request;
