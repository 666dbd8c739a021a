//! Actions: commands as the model calls them, actions with their meaning, inputs that a platform performs, and
//! their outcomes.

mod action;
mod command;
mod command_search;
pub mod command_table;
mod description;
mod effect;
mod evidence;
mod input;
mod keys;
mod launch;
mod no_change_reason;
mod outcome;
mod reason_code;
mod refusal;
mod secret_names;
mod secret_refs;
mod table_format;
mod unverified_reason;

pub use action::{Action, Operation, ProgramCall, Verb, WaitCondition};
pub use command::{Call, CommandSpec, Param, ParamKind, PathUse, Presence, SideEffects};
pub use command_search::{find_commands, rank_commands};
pub use effect::Effect;
pub use evidence::{ControlDetail, Evidence, FormattedText, TextChange, WindowChange};
pub use input::{Aim, Button, Gesture, Input, ScrollBy, TextMode};
pub use keys::{Chord, Key, Modifier, named_key, named_modifier, parse_keys};
pub use launch::{Launch, WhenInUse};
pub use no_change_reason::{ExistingState, NoChangeReason};
pub use outcome::{Outcome, WaitEnd};
pub use reason_code::ReasonCode;
pub use refusal::Refusal;
pub use secret_names::{is_secret_name, named_secrets, placeholder};
pub(crate) use secret_refs::typed_character;
pub use table_format::TableFormat;
pub use unverified_reason::UnverifiedReason;
