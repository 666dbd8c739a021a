//! Seeing and acting on a desktop, independent of the platform.
//!
//! A platform is a crate that implements [`Desktop`]; everything above it uses only that port.

mod call_thread;
mod command_table;
mod connection;
mod error;
mod file_permissions;
mod input_watch;
mod item_choice;
mod keyring;
mod labels;
mod look;
mod merge;
mod native_interfaces;
mod null_desktop;
mod open_desktop;
mod page_elements;
mod platform;
mod platform_error;
mod platform_terms;
mod port;
mod prerequisites;
mod puppeteer;
mod receivers;
mod remote_hands;
mod root_controls;
pub mod root_window;
mod secrets;
mod sparse_tree;
pub mod verdict;
pub mod view;
mod web_browser;
mod window_claim;

pub use call_thread::{Apartment, CallThread, Job, Unanswered};
pub use command_table::CommandTable;
pub use connection::{Connection, ControlListener, ControlTransport};
pub use deskpilot_photographer::{self as photographer, Image};
pub use deskpilot_system::{
    Bubblewrap, ChildPipes, Network, NoSandbox, RestrictedToken, Sandbox, sandbox_of,
};
pub use error::DesktopError;
pub use file_permissions::{Exposure, FileAccess, FilePermissions};
pub use input_watch::{DeviceInput, InputWatch, TimedInput, WheelNotch};
pub use item_choice::{ItemChoiceError, choose_item};
pub use keyring::{Keyring, KeyringError};
pub use labels::label_controls;
pub use look::{
    DesktopLook, GroundingOutcome, GroundingRequest, GroundingTrigger, LookOptions, LookTimes, OVERLAP,
    WindowLook, label_windows, look_at_desktop, look_at_window,
};
pub use merge::merge;
pub use native_interfaces::NativeInterfaces;
pub use null_desktop::NullDesktop;
pub use open_desktop::{DesktopKind, DesktopOptions, DesktopSource, OpenDesktop, PersonWatch};
pub use page_elements::page_control;
pub use platform::{Platform, UserFolders};
pub use platform_error::PlatformError;
pub use platform_terms::{FolderTerm, PlatformTerms, ProgramTerm};
pub use port::{
    ApplicationLifeCycle, Area, Budget, CLOSING_TIMEOUT, COMPLETION_TIMEOUT, CommandGaps, ControlSnapshot,
    DISCOVERY_TIMEOUT, Desktop, DesktopReader, DetectedElement, Detections, DocumentState, Freshness,
    Grounding, LaunchExtra, NativeAction, OpenedApplication, PAGE_TIMEOUT, PageElements, PageHit,
    PageReading, READY_TIMEOUT, RUN_GRACE, Readiness, Receiver, Scope, WindowFacts, WindowList,
};
pub use prerequisites::{Availability, Check, CheckDepth, Prerequisites, Trial, TrialOutcome};
pub use puppeteer::{NativeUse, Puppeteer};
pub use receivers::{NativeCommands, SHELL_COMMANDS, ShellReceiver};
pub use remote_hands::{ButtonAt, RemoteHands, RemoteInput, WheelAt};
pub use root_controls::RootControls;
pub use secrets::{
    RedactedDesktop, RedactedGrounding, RedactedImage, RedactedReceiver, Redactor, RevealedSecret,
    ScreenWatch, SecretError, SecretScope, SecretSearch, SecretStore, WindowCapture,
};
pub use sparse_tree::SparseTree;
pub use web_browser::{BrowserProfile, WebBrowser};
pub use window_claim::WindowClaim;
