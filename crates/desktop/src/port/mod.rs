//! The ports to windows, native interfaces and grounding. Each is narrow: who only looks at a desktop gets nothing that acts.

mod acting;
mod grounding;
mod life_cycle;
mod opened_application;
mod page_elements;
mod reader;
mod receiver;
mod window_facts;
mod window_list;

pub use acting::{Desktop, LaunchExtra};
pub use grounding::{DetectedElement, Detections, Grounding};
pub use life_cycle::{ApplicationLifeCycle, CLOSING_TIMEOUT, READY_TIMEOUT};
pub use opened_application::{DocumentState, OpenedApplication};
pub use page_elements::{PAGE_TIMEOUT, PageElements, PageHit, PageReading};
pub use reader::{Area, Budget, ControlSnapshot, DesktopReader, Freshness, Readiness};
pub use receiver::{
    COMPLETION_TIMEOUT, CommandGaps, DISCOVERY_TIMEOUT, NativeAction, RUN_GRACE, Receiver, Scope,
};
pub use window_facts::WindowFacts;
pub use window_list::WindowList;
