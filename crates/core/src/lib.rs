//! Deskpilot's vocabulary and decisions: observations, actions, decisions, events.
//!
//! Pure: no file, clock, socket, thread or runtime. Everything that happens in a session is an [`Event`];
//! everything shown, billed, remembered or resumed is a [`Projection`] over the entries of its log.

mod capped_text;
mod complaint;
mod content_kind;
mod deciding;
mod doing;
mod features;
pub mod fold;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod geometry;
mod nesting;
mod paths;
pub mod policy;
mod prompt;
mod remembering;
mod secret;
mod seeing;
mod similarity;
mod unique_keys;

pub use capped_text::{
    CappedText, escape, has_hidden_chars, is_hidden_char, one_line, without_control_chars,
};
pub use complaint::{Complaint, Remedy};
pub use content_kind::ContentKind;
pub(crate) use deciding::bare_name;
pub use deciding::{
    ActiveAgent, AgentKind, AgentName, AgentProfile, AgentStatus, AppDecision, ApprovalRequest, Assessment,
    Assignment, Caution, CheckResult, Consent, DecisionSource, Delegation, EvaluationLevel, HostDecision,
    HostRemarks, MissingProduct, MissingReason, Mode, NOTHING_TO_ADD, NextStatus, PermissionKind,
    PermissionRequest, Product, Question, Remarks, RoundState, Status, Subtask, SubtaskOutcome, TRANSITIONS,
    TaskObject, TaskPlan, Transition, Trigger, Verdict, adds_nothing, with_missing,
};
pub use doing::{
    Action, Aim, Button, Call, Chord, CommandSpec, ControlDetail, Effect, Evidence, ExistingState,
    FormattedText, Gesture, Input, Key, Launch, Modifier, NoChangeReason, Operation, Outcome, Param,
    ParamKind, PathUse, Presence, ProgramCall, ReasonCode, Refusal, ScrollBy, SideEffects, TableFormat,
    TextChange, TextMode, UnverifiedReason, Verb, WaitCondition, WaitEnd, WhenInUse, WindowChange,
    command_table, find_commands, is_secret_name, named_key, named_modifier, named_secrets, parse_keys,
    placeholder, rank_commands,
};
pub use features::{Feature, NotBuilt};
pub use geometry::{PictureLimits, Point, Rect, Size};
pub use nesting::{TooManyBrackets, check_brackets};
pub use paths::{PathStyle, Paths, percent_encoded_path};
pub use policy::{
    Clipboard, Grant, Grounds, Policy, PolicyContext, PolicyFile, Preset, Risk, Risks, Rule, RuleEffect,
    Ruling, RulingSource,
};
pub use prompt::{
    Completion, Contract, Picture, Prompt, Provenance, ReplyEnding, ReplyLength, Section, Usage, caption,
    section,
};
pub use remembering::{
    ActionId, Answer, Clock, DesktopInfo, Entry, Event, FirstContent, LogOrigin, Note, Passage, PauseCause,
    Projection, ScreenshotMoment, Stage, StepNumber, Timestamp, Timing,
};
pub use secret::Secret;
pub use seeing::{
    AppView, Application, AwaitedText, BeyondView, BlobKind, BlobRef, CellAddress, CellRange, CellRanges,
    Control, ControlChange, ControlDescription, ControlId, ControlLine, ControlSource, DeferredMatch,
    DesktopView, Difference, Divergence, Excerpt, Expectation, FolderListing, Label, MANY_CELLS, MatchedBy,
    Monitor, NameRule, NodeId, Outline, Pictures, PropertyChange, Role, RoleListing, State, States,
    Truncation, View, Window, WindowId, WindowState, best_ranked, control_at, fingerprint, folded_name,
    has_words, is_cell_address, is_container, is_expander, is_in_front, is_same_name, match_deferred,
    nearest_controls, new_window, normalized_name, parse_deferred, pressed_at, shows_unsaved_work, window_at,
    window_by_title, window_to_follow, window_to_switch_to, windows_of_application, windows_of_applications,
};
pub use similarity::{edit_similarity, mistyped_name, name_similarity, nearest_dotted_names, nearest_names};
pub use unique_keys::ParsedJson;
