//! Actions: commands as the model calls them, actions with their meaning, inputs that a platform performs, and
//! their outcomes.

mod action;
mod code;
mod command;
mod effect;
mod evidence;
mod input;
mod keys;
mod outcome;
mod refusal;
mod secret_names;
mod secret_refs;
mod unchanged;
mod words;

pub use action::{Action, Launch, Operation, Shell, Until, Verb};
pub use code::Code;
pub use command::{Call, Choice, CommandSpec, Conduct, Param, ParamKind, PathUse};
pub use effect::Effect;
pub use evidence::Evidence;
pub use input::{Aim, Button, Gesture, Input, ScrollBy, TextMode};
pub use keys::{Chord, Key, Modifier, parse_keys};
pub use outcome::{Outcome, Settled};
pub use refusal::Refusal;
pub use secret_names::{is_secret_name, named_secrets, placeholder};
pub(crate) use secret_refs::letter;

pub use unchanged::{AlreadySo, Unchanged};
