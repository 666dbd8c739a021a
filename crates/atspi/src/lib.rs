//! AT-SPI: the D-Bus protocol, the accessibility trees of applications, and mirrors of them kept up to date by events.

mod events;
mod mirrors;
mod nodes;
mod protocol;
mod reading;
mod sheets;
mod texts;
mod windows;

pub use deskpilot_dbus::Traffic;
pub use events::change_journal::ChangeJournal;
pub use events::event_monitor::EventMonitor;
pub use events::event_receiver::{EventActivity, EventReceiver};
pub use events::label_history::{ActionSpan, LabelHistory, UNSTEADY};
pub use events::self_changes::{InputInProgress, SelfChanges, SelfChangingNodes};
pub use mirrors::mirrors_of_applications::{EventCoverage, Mirrors, PrefetchedCache};
pub use nodes::describe::format_number;
pub use nodes::element::Element;
pub use nodes::facts::{Facts, VisibilityRule};
pub use protocol::bus::{Bus, CallRoute, Caller, EventDelivery};
pub use protocol::error::CallError;
pub use protocol::node::NodeRef;
pub use protocol::session_bus::{SessionBus, SessionBusError};
pub use protocol::translate::{Interface, bit, role};
pub use reading::full_tree::{RawNode, full_tree};
pub use reading::omissions::Omissions;
pub use reading::tree::{TreeSnapshot, read};
pub use sheets::known_sheet::KnownSheet;
pub use windows::accessible_window::{AccessibleWindow, AreaMapping, ButtonAction, ReadStrategy};
pub use windows::applications::{Applications, Toolkit};
pub use windows::coordinate_system::CoordinateSystem;
pub use windows::key_bindings::key_bindings;
pub use windows::libreoffice_offset::LibreOfficeOffset;
