//! Words and decisions of Deskpilot: what is seen, done, decided and remembered.
//!
//! Pure: no file, clock, socket, thread or runtime. Everything that happens in a session is an [`Event`];
//! everything shown, paid, remembered or resumed is a [`Projection`] over the entries of its log.

mod complaint;
mod deciding;
mod doing;
mod features;
pub mod fold;
mod geometry;
mod paths;
pub mod policy;
mod prompt;
mod remembering;
mod secret;
mod seeing;

pub use complaint::{Complaint, Remedy};
pub use deciding::{
    AgentKind, AgentName, AppDecision, Assignment, Caution, Checked, Complete, Consent, Cue, Delegation,
    HostDecision, HostRemarks, Level, Mode, Object, Permit, PermitKind, Profile, Question, Remarks,
    RoundState, Standing, Status, Subtask, SubtaskOutcome, TRANSITIONS, TaskPlan, Then, Transition, Verdict,
    Waiting, Who,
};
pub use doing::{
    Action, Aim, AlreadySo, Button, Call, Choice, Chord, Code, CommandSpec, Conduct, Effect, Evidence,
    Gesture, Input, Key, Launch, Modifier, Operation, Outcome, Param, ParamKind, PathUse, Refusal, ScrollBy,
    Settled, Shell, TextMode, Unchanged, Until, Verb, is_secret_name, named_secrets, parse_keys, placeholder,
};
pub use features::{Feature, NotBuilt};
pub use geometry::{PictureLimits, Point, Rect, Size};
pub use paths::{PathStyle, Paths};
pub use policy::{
    Circumstances, Clipboard, Grounds, Policy, PolicyFile, Preset, Risk, Risks, Rule, Ruling, Say, Speaker,
};
pub use prompt::{Completion, Contract, Picture, Prompt, Provenance, Section, Usage, caption, section};
pub use remembering::{
    ActionId, Answer, Clock, DesktopInfo, Entry, Event, Moment, Note, Passage, PauseCause, Projection, Stage,
    Stamp, StepNumber, Timing,
};
pub use secret::Secret;
pub use seeing::{
    AppView, Application, BlobKind, BlobRef, CameUp, Changed, Control, ControlId, DesktopView, Difference,
    Divergence, Expectation, Label, Listed, Monitor, NodeId, Outline, Pictures, Role, Source, State, States,
    Truncation, View, Window, WindowId, WindowState, came_up, control_at, fingerprint, is_container,
    is_in_front, letters, named, new_window, own_windows, titled, to_follow, window_at,
};
