//! A server at work in one window: it looks, and acts through the tools that each server has for that.

use super::{client::ToolClient, reply::ToolReply, servers::Server};
use anyhow::{Context, Result};
use deskpilot_core::ControlLine;
use serde_json::{Value, json};

/// A server at work in a window.
pub(super) struct Hand {
    server: Server,
    client: ToolClient,
    /// A part of the title of its window.
    title: String,
    seen: Seen,
}

/// What a server calls what it saw last.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    /// Nothing was looked at yet.
    Nothing,
    /// A view of Deskpilot.
    View(String),
    /// A window of cua-driver, and its last snapshot.
    Window { pid: u64, id: u64, snapshot: String },
}

/// What is done in one call, as each server writes it: a list of actions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Actions {
    /// The actions of Deskpilot's `act`.
    pub(super) ours: Value,
    /// The steps of cua-driver's `run_steps`.
    pub(super) theirs: Value,
}

impl Actions {
    /// The actions that these two texts of JSON say.
    pub(super) fn of(ours: &str, theirs: &str) -> Result<Actions> {
        let ours = serde_json::from_str(ours).with_context(|| format!("no JSON: {ours}"))?;
        let theirs = serde_json::from_str(theirs).with_context(|| format!("no JSON: {theirs}"))?;
        Ok(Actions { ours, theirs })
    }
}

impl Hand {
    /// A server at this window. It has found its way to the desktop, and has not looked at the window yet.
    pub(super) async fn at(server: Server, client: ToolClient, title: &str) -> Result<Hand> {
        let mut hand = Hand { server, client, title: title.to_owned(), seen: Seen::Nothing };
        match server {
            Server::Deskpilot => {
                hand.call("desktop", &json!({"action": "open"})).await?.succeeded()?;
            }
            Server::CuaDriver => {
                let listed = hand.call("list_windows", &json!({})).await?.succeeded()?;
                hand.seen = window_of(&listed.data, title)?;
            }
        }
        Ok(hand)
    }

    /// Looks at the whole window.
    pub(super) async fn look(&mut self) -> Result<ToolReply> {
        let (tool, arguments) = match (self.server, &self.seen) {
            (Server::CuaDriver, Seen::Window { pid, id, .. }) => {
                let arguments = json!({"pid": pid, "window_id": id, "include_screenshot": false});
                ("get_window_state", arguments)
            }
            _ => ("observe", json!({"window": self.title})),
        };
        self.seeing(tool, &arguments).await
    }

    /// Looks again, and gets what has changed since the last look.
    pub(super) async fn look_again(&mut self) -> Result<ToolReply> {
        let (tool, arguments) = match &self.seen {
            Seen::Window { pid, id, .. } => {
                let arguments =
                    json!({"pid": pid, "window_id": id, "include_screenshot": false, "since": "latest"});
                ("get_window_state", arguments)
            }
            Seen::View(view) => ("observe", json!({"window": self.title, "since": view})),
            Seen::Nothing => return self.look().await,
        };
        self.seeing(tool, &arguments).await
    }

    /// Does a list of actions in one call, whose reply tells what came of them.
    pub(super) async fn act(&mut self, actions: &Actions) -> Result<ToolReply> {
        match &self.seen {
            Seen::View(view) => {
                let arguments = json!({"view": view, "actions": actions.ours});
                let reply = self.call("act", &arguments).await?;
                if let Some(view) = reply.data["view"]["view"].as_str() {
                    self.seen = Seen::View(view.to_owned());
                }
                Ok(reply)
            }
            Seen::Window { pid, id, .. } => {
                let arguments = json!({"pid": pid, "window_id": id, "steps": actions.theirs, "observe": {}});
                self.call("run_steps", &arguments).await
            }
            Seen::Nothing => anyhow::bail!("nothing was looked at yet"),
        }
    }

    /// The click on the control that a look showed under this name, by the handle that the look gave it.
    pub(super) fn click_by_handle(&self, look: &ToolReply, name: &str) -> Result<Actions> {
        let missing = || format!("the look shows no {name:?}");
        match &self.seen {
            Seen::Window { snapshot, .. } => {
                let row = row_of(&look.text, name).with_context(missing)?;
                let token = format!("{snapshot}:{row}");
                let theirs = json!([{"click": {"element_token": token}}]);
                Ok(Actions { theirs, ..Actions::default() })
            }
            _ => {
                let lines = look.data["data_not_instructions"]["controls"].as_str().unwrap_or_default();
                let label = label_of(lines, name).with_context(missing)?;
                Ok(Actions {
                    ours: json!([{"label": label, "command": "click_input"}]),
                    ..Actions::default()
                })
            }
        }
    }

    /// Ends the server.
    pub(super) async fn close(self) {
        self.client.close().await;
    }

    async fn seeing(&mut self, tool: &str, arguments: &Value) -> Result<ToolReply> {
        let reply = self.call(tool, arguments).await?.succeeded()?;
        match &mut self.seen {
            Seen::Window { snapshot, .. } => {
                *snapshot = reply.data["snapshot_id"].as_str().unwrap_or_default().to_owned();
            }
            seen => {
                let view = reply.data["view"].as_str().context("the view has no name")?;
                *seen = Seen::View(view.to_owned());
            }
        }
        Ok(reply)
    }

    async fn call(&self, tool: &str, arguments: &Value) -> Result<ToolReply> {
        self.client.call(tool, arguments).await
    }
}

/// The window with this text in its title, in cua-driver's list.
fn window_of(list: &Value, title: &str) -> Result<Seen> {
    let windows = list["windows"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_titled = |it: &&Value| it["title"].as_str().is_some_and(|it| it.contains(title));
    let window = windows.iter().find(is_titled).with_context(|| format!("it lists no window {title:?}"))?;
    let number = |name: &str| window[name].as_u64().with_context(|| format!("the window has no {name}"));
    Ok(Seen::Window { pid: number("pid")?, id: number("window_id")?, snapshot: String::new() })
}

/// The number of the row with this name in cua-driver's listing: `- [7] button "Keep"`.
fn row_of(listing: &str, name: &str) -> Option<u64> {
    let row = listing.lines().find(|it| it.contains('[') && it.contains(name))?;
    let (_, rest) = row.split_once('[')?;
    rest.split_once(']')?.0.parse().ok()
}

/// The label of the control with this name in Deskpilot's listing: `7 Button "Keep"`.
fn label_of(listing: &str, name: &str) -> Option<u64> {
    let lines = ControlLine::parse_listing(listing);
    lines.into_iter().find(|it| it.name == name)?.label.map(|it| u64::from(it.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_found_by_a_part_of_its_title() {
        let list = json!({"windows": [
            {"title": "Other", "pid": 1, "window_id": 2},
            {"title": "a.txt - Editor", "pid": 3, "window_id": 4},
        ]});
        let found = Seen::Window { pid: 3, id: 4, snapshot: String::new() };
        assert_eq!(window_of(&list, "a.txt").unwrap(), found);
        assert!(window_of(&list, "b.txt").is_err());
        assert!(window_of(&json!({"windows": [{"title": "a.txt"}]}), "a.txt").is_err());
    }

    #[test]
    fn a_control_is_known_by_its_number_in_either_listing() {
        assert_eq!(row_of("# Window\n  - [6] button \"Stop\"\n  - [17] button \"Keep\"", "Keep"), Some(17));
        assert_eq!(row_of("Keep calm", "Keep"), None);
        assert_eq!(label_of("6 Button \"Stop\"\n17 Button \"Keep\"", "Keep"), Some(17));
        assert_eq!(label_of("6 Button \"Keep it\"", "Keep"), None);
    }
}
