//! What a server says of actions, what is true, and how the two compare. Pure.

use super::super::{hand::Actions, reply::ToolReply, servers::Server};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a server says of a list of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in super::super) enum Said {
    /// All was done, and its effect was seen.
    Done,
    /// Something was delivered, and its effect is not known.
    Unverified,
    /// Something was not done, or had no effect.
    Failed,
}

/// What is true of a list of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in super::super) enum Truth {
    /// What was wanted has happened.
    Happened,
    /// It has not.
    NotHappened,
    /// The window told nothing.
    Unknown,
}

/// A statement beside the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Statement {
    pub(in super::super) said: Said,
    pub(in super::super) truth: Truth,
    /// Whether something happened that nobody wanted.
    pub(in super::super) did_harm: bool,
}

/// How often each kind of statement was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Tally {
    /// Said done, and was.
    pub(in super::super) done_true: usize,
    /// Said done, and was not.
    pub(in super::super) done_false: usize,
    /// Said unverified, and was done.
    pub(in super::super) unverified_was: usize,
    /// Said unverified, and was not done.
    pub(in super::super) unverified_was_not: usize,
    /// Said failed, and was done all the same.
    pub(in super::super) failed_was: usize,
    /// Said failed, and was not done.
    pub(in super::super) failed_was_not: usize,
    /// Things that nobody wanted.
    pub(in super::super) harm: usize,
    /// Statements about which the window told nothing.
    pub(in super::super) unknown: usize,
}

impl Tally {
    /// The tally of these statements.
    pub(in super::super) fn of(statements: impl IntoIterator<Item = Statement>) -> Tally {
        statements.into_iter().fold(Tally::default(), Tally::with)
    }

    /// What was wanted and happened.
    pub(in super::super) const fn happened(self) -> usize {
        self.done_true + self.unverified_was + self.failed_was
    }

    /// All that was judged.
    pub(in super::super) const fn judged(self) -> usize {
        self.happened() + self.done_false + self.unverified_was_not + self.failed_was_not
    }

    fn with(mut self, statement: Statement) -> Tally {
        let count = match (statement.said, statement.truth) {
            (_, Truth::Unknown) => &mut self.unknown,
            (Said::Done, Truth::Happened) => &mut self.done_true,
            (Said::Done, Truth::NotHappened) => &mut self.done_false,
            (Said::Unverified, Truth::Happened) => &mut self.unverified_was,
            (Said::Unverified, Truth::NotHappened) => &mut self.unverified_was_not,
            (Said::Failed, Truth::Happened) => &mut self.failed_was,
            (Said::Failed, Truth::NotHappened) => &mut self.failed_was_not,
        };
        *count += 1;
        self.harm += usize::from(statement.did_harm);
        self
    }
}

/// What this server says in its reply to these actions.
pub(in super::super) fn said(server: Server, actions: &Actions, reply: &ToolReply) -> Said {
    let of_all = match server {
        // It may call a list a failure because something of it is not confirmed: its words for the actions say more.
        Server::Deskpilot => reply.data["actions"].as_array().map(|all| weakest(all.iter().map(of_action))),
        Server::CuaDriver if reply.is_failure => None,
        Server::CuaDriver => {
            let of_step = |(at, step): (usize, &Value)| of_step(&actions.theirs[at], step);
            reply.data["steps"].as_array().map(|all| weakest(all.iter().enumerate().map(of_step)))
        }
    };
    of_all.unwrap_or(Said::Failed)
}

/// The weakest of several statements; without any, nothing was done.
fn weakest(all: impl Iterator<Item = Said>) -> Said {
    let all: Vec<Said> = all.collect();
    match () {
        () if all.is_empty() || all.contains(&Said::Failed) => Said::Failed,
        () if all.contains(&Said::Unverified) => Said::Unverified,
        () => Said::Done,
    }
}

/// What Deskpilot says of an action.
fn of_action(action: &Value) -> Said {
    match action["effect"].as_str() {
        Some("confirmed") => Said::Done,
        Some("unverified" | "partial" | "interrupted") => Said::Unverified,
        _ => Said::Failed,
    }
}

/// What cua-driver says of a step. By the words of its own guide, one that went through is done if its effect was read back, or if a
/// check that was wanted after it held.
fn of_step(wanted: &Value, step: &Value) -> Said {
    match effect_of(step) {
        _ if step["ok"].as_bool() == Some(false) => Said::Failed,
        _ if !wanted["expect"].is_null() => Said::Done,
        Some("confirmed") => Said::Done,
        Some("refused" | "suspected_noop") => Said::Failed,
        _ => Said::Unverified,
    }
}

/// The word for the effect, wherever in the step it is.
fn effect_of(step: &Value) -> Option<&str> {
    match step {
        Value::Object(fields) => match fields.get("effect").and_then(Value::as_str) {
            Some(word) => Some(word),
            None => fields.values().find_map(effect_of),
        },
        Value::Array(items) => items.iter().find_map(effect_of),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(server: Server, data: Value) -> Said {
        said(server, &Actions::default(), &ToolReply { data, ..ToolReply::default() })
    }

    #[test]
    fn a_list_of_deskpilot_is_as_sure_as_its_weakest_action() {
        for (effects, expected) in [
            (&["confirmed"][..], Said::Done),
            (&["confirmed", "unverified"], Said::Unverified),
            (&["unverified", "no_change"], Said::Failed),
            (&["confirmed", "refused", "not_done"], Said::Failed),
            (&[], Said::Failed),
        ] {
            let actions: Vec<Value> = effects.iter().map(|it| json!({"effect": it})).collect();
            assert_eq!(of(Server::Deskpilot, json!({"actions": actions})), expected, "{effects:?}");
        }
        assert_eq!(of(Server::Deskpilot, Value::Null), Said::Failed);
    }

    #[test]
    fn a_step_of_cua_driver_is_done_if_its_effect_was_read_back_or_a_check_held() {
        for (step, expected) in [
            (json!({"ok": true}), Said::Unverified),
            (json!({"ok": true, "effect": "unverifiable"}), Said::Unverified),
            (json!({"ok": true, "result": {"effect": "confirmed"}}), Said::Done),
            (json!({"ok": true, "effect": "suspected_noop"}), Said::Failed),
            (json!({"ok": false, "effect": "confirmed"}), Said::Failed),
        ] {
            assert_eq!(of(Server::CuaDriver, json!({"steps": [step.clone()]})), expected, "{step}");
        }
        let actions =
            Actions { theirs: json!([{"click": {}, "expect": [{"text": "x"}]}]), ..Actions::default() };
        let reply = ToolReply { data: json!({"steps": [{"ok": true}]}), ..ToolReply::default() };
        assert_eq!(said(Server::CuaDriver, &actions, &reply), Said::Done);
        let failed = ToolReply { is_failure: true, ..reply };
        assert_eq!(said(Server::CuaDriver, &actions, &failed), Said::Failed);
    }

    #[test]
    fn what_was_said_is_counted_by_what_was_true() {
        let statement = |said, truth| Statement { said, truth, did_harm: truth == Truth::NotHappened };
        let all = [Said::Done, Said::Unverified, Said::Failed];
        let truths = [Truth::Happened, Truth::NotHappened, Truth::Unknown];
        let tally = Tally::of(all.into_iter().flat_map(|said| truths.map(|truth| statement(said, truth))));
        let expected = Tally {
            done_true: 1,
            done_false: 1,
            unverified_was: 1,
            unverified_was_not: 1,
            failed_was: 1,
            failed_was_not: 1,
            harm: 3,
            unknown: 3,
        };
        assert_eq!((tally, tally.happened(), tally.judged()), (expected, 3, 6));
    }
}
