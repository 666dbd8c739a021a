//! What the events of a browser add up to: the dialogs that are open.

use super::event::Event;
use std::{collections::HashMap, fmt};

/// The maximum length of a dialog's text, in characters.
const LONGEST: usize = 300;

/// A dialog of a page that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prompt {
    /// `alert`, `confirm`, `prompt` or `beforeunload`.
    pub(crate) kind: String,
    /// Its text, on one line.
    pub(crate) message: String,
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a dialog ({}) says {:?}", self.kind, self.message)
    }
}

/// The open dialogs by their contexts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prompts(HashMap<String, Prompt>);

impl Prompts {
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::PromptOpened(it) => {
                let prompt = Prompt {
                    kind: crate::text::line(&it.kind, 20),
                    message: crate::text::line(&it.message, LONGEST),
                };
                self.0.insert(it.context.clone(), prompt);
            }
            Event::PromptClosed(it) => drop(self.0.remove(&it.context)),
            Event::Destroyed(it) => drop(self.0.remove(&it.context)),
            _ => {}
        }
    }

    pub(crate) fn of(&self, context: &str) -> Option<Prompt> {
        self.0.get(context).cloned()
    }
}
