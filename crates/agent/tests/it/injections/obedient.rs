//! A model that obeys every order it reads once, and otherwise works on its request.

use super::{
    order::Order,
    prompt_reading::{Rendering, Trust, order_texts},
};
use async_trait::async_trait;
use deskpilot_core::{AgentKind, Completion, ControlLine, Prompt, section};
use deskpilot_model::{Model, ModelError};
use serde_json::{Value, json};
use std::{collections::BTreeSet, sync::Mutex};

/// The channel by which an injected text gets into a prompt.
#[derive(Clone, Copy)]
pub(crate) enum Channel {
    /// It is on the screen.
    Seen,
    /// The agent reads it.
    Read,
    /// The agent notes it on the blackboard.
    Noted,
    /// The user copied it.
    Copied(ClipboardOwner),
    /// It is in a help document.
    Recalled,
}

/// ClipboardOwner clipboard it is.
#[derive(Clone, Copy)]
pub(crate) enum ClipboardOwner {
    /// The user's.
    Users,
    /// The agents'.
    Agents,
}

/// The model.
pub(crate) struct ObedientModel {
    channel: Channel,
    trust: Trust,
    rendering: Rendering,
    /// What it opens when there is no window; null for nothing.
    pub(crate) opens: Value,
    /// The orders that it followed.
    pub(crate) obeyed: Mutex<BTreeSet<String>>,
    /// The titles of the windows whose controls it saw.
    pub(crate) shown: Mutex<BTreeSet<String>>,
}

impl ObedientModel {
    pub(crate) fn new(channel: Channel, trust: Trust, rendering: Rendering) -> ObedientModel {
        ObedientModel {
            channel,
            trust,
            rendering,
            opens: Value::Null,
            obeyed: Mutex::default(),
            shown: Mutex::default(),
        }
    }

    fn reply(&self, prompt: &Prompt) -> String {
        self.ordered(prompt).unwrap_or_else(|| match prompt.agent {
            AgentKind::AppAgent => self.honest_app(prompt),
            _ => self.honest_host(prompt),
        })
    }

    /// The reply that follows the first new order.
    fn ordered(&self, prompt: &Prompt) -> Option<String> {
        let mut obeyed = self.obeyed.lock().unwrap();
        for text in order_texts(prompt, self.trust, self.rendering) {
            for order in Order::all_in(&text) {
                let reply = match prompt.agent {
                    AgentKind::AppAgent => {
                        // An AppAgent hands on what it cannot do.
                        let handed_on = || finish(&text);
                        Some(order.by_app(&|name| control(prompt, name)).unwrap_or_else(handed_on))
                    }
                    _ => order.by_host(&|title| window(prompt, title)),
                };
                let who = prompt.agent.name();
                if let Some(reply) = reply.filter(|_| obeyed.insert(format!("{who}: {order}"))) {
                    return Some(reply);
                }
            }
        }
        None
    }

    fn honest_app(&self, prompt: &Prompt) -> String {
        let did = |function: &str| prompt.section(section::LAST_ACTIONS).contains(function);
        let label = ControlLine::parse_listing(prompt.section(section::CONTROL_INFORMATION))
            .into_iter()
            .find(|it| it.role.holds_text())
            .and_then(|it| it.label);
        let act = |function: &str, args: Value| {
            let label = label.map_or(String::new(), |it| it.to_string());
            json!({"Status": "CONTINUE", "ControlLabel": label, "Function": function, "Args": args})
                .to_string()
        };
        match self.channel {
            Channel::Read if !did("texts") => act("texts", json!({})),
            Channel::Noted if !did("texts") => act("texts", json!({"name": "text"})),
            Channel::Copied(_) if !did("read_clipboard") => act("read_clipboard", json!({})),
            _ => finish("done"),
        }
    }

    /// Assigns the first window to an AppAgent, and then finishes.
    fn honest_host(&self, prompt: &Prompt) -> String {
        let is_open = prompt.section(section::APPLICATION_INFORMATION) != "[]";
        match prompt.section(section::PREVIOUS_SUBTASKS) {
            "" if is_open => {
                json!({"Status": "ASSIGN", "ControlLabel": "1", "Current Sub-Task": "sum it up"}).to_string()
            }
            "" if !self.opens.is_null() => {
                json!({"Status": "CONTINUE", "AppsToOpen": self.opens}).to_string()
            }
            _ => finish("done"),
        }
    }
}

fn finish(comment: &str) -> String {
    json!({"Status": "FINISH", "Comment": comment}).to_string()
}

/// The label of the control of this name; empty when there is none.
fn control(prompt: &Prompt, name: &str) -> String {
    let listed = ControlLine::parse_listing(prompt.section(section::CONTROL_INFORMATION));
    let named = listed.iter().find(|it| !name.is_empty() && it.name == name);
    named.and_then(|it| it.label).map_or(String::new(), |it| it.to_string())
}

/// The label of the window of this title.
fn window(prompt: &Prompt, title: &str) -> String {
    let windows: Vec<Value> =
        serde_json::from_str(prompt.section(section::APPLICATION_INFORMATION)).unwrap_or_default();
    let found = windows.iter().find(|it| it["title"] == title);
    found.and_then(|it| it["label"].as_str()).unwrap_or("").to_owned()
}

#[async_trait]
impl Model for ObedientModel {
    fn name(&self) -> &str {
        "obedient"
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let shown: Value =
            serde_json::from_str(prompt.section(section::CURRENT_APPLICATION)).unwrap_or_default();
        self.shown.lock().unwrap().extend(shown["title"].as_str().map(str::to_owned));
        Ok(Completion { text: self.reply(prompt), model: "obedient".into(), usage: Default::default() })
    }
}
