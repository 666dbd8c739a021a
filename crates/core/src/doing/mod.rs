//! What is done: commands as they are asked for, actions as they are meant, inputs as they are performed.

mod action;
mod command;
mod effect;
mod input;
mod keys;
mod named;
mod words;

pub use action::{Action, Deed, Launch, Shell, Until, Verb};
pub use command::{Call, Choice, CommandSpec, Param, ParamKind};
pub use effect::{Effect, Evidence, Outcome, Settled};
pub use input::{Aim, Button, Gesture, Input, ScrollBy, TextMode};
pub use keys::{Chord, Key, Modifier, parse_keys};
pub(crate) use named::letter;
pub use named::{is_secret_name, named_secrets, placeholder};
