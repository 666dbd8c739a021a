//! UI Automation: the trees of controls of Windows applications, what their patterns do, and their events.
//!
//! What is read from the numbers of UI Automation is portable; the calls are on Windows alone.
#![cfg_attr(
    not(any(windows, test)),
    expect(dead_code, reason = "the calls, which are on Windows alone, use it")
)]

#[cfg(windows)]
mod com;
mod events;
mod nodes;
mod protocol;
mod reading;

#[cfg(windows)]
pub use com::client::{Caller, Uia};
pub use events::event_queue::{EventActivity, EventBatch, EventKind, EventQueue, MOST_EVENTS, UiEvent};
pub use nodes::element::Element;
pub use nodes::facts::Facts;
pub use protocol::error::CallError;
pub use protocol::node::{NodeRef, RuntimeId, WindowHandle};
pub use protocol::pattern::{Pattern, Patterns};
pub use protocol::pattern_action::{PatternAction, WindowShape};
pub use protocol::property::Property;
pub use protocol::property_value::PropertyValue;
pub use protocol::table_lines::TableLines;
pub use reading::omissions::Omissions;
pub use reading::tree::TreeSnapshot;
