//! What an element reports, and the core control that it becomes. Pure.

pub(crate) mod element;
pub(crate) mod facts;
pub(crate) mod states;
