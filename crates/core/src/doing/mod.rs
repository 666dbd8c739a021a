//! What is done: commands as they are asked for, actions as they are meant, inputs as they are performed.

mod action;
mod code;
mod command;
mod effect;
mod input;
mod keys;
mod outcome_record;
mod refusal;
mod secret_refs;
mod unchanged;
mod words;

pub use action::{Action, Launch, Operation, Shell, Until, Verb};
pub use code::Code;
pub use command::{Call, Choice, CommandSpec, Conduct, Param, ParamKind, PathUse};
pub use effect::{Effect, Evidence, Outcome, Settled};
pub use input::{Aim, Button, Gesture, Input, ScrollBy, TextMode};
pub use keys::{Chord, Key, Modifier, parse_keys};
pub use refusal::Refusal;
pub(crate) use secret_refs::letter;
pub use secret_refs::{is_secret_name, named_secrets, placeholder};
pub use unchanged::{AlreadySo, Unchanged};
