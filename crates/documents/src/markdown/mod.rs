//! Markdown, written element by element: its time and memory grow with the length of a document, and no nesting can exhaust
//! the stack.

mod containers;
mod element;
mod gap;
mod outline;
mod table;
mod writer;

pub(crate) use element::{Element, Marker};
pub(crate) use outline::{Headings, Outline};
