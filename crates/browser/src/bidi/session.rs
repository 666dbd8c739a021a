//! The session of a browser: tabs, pages, input, files.

use super::{BidiError, Event, Prompt, connection::Connection, event::SUBSCRIBED};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{net::SocketAddr, path::Path, sync::PoisonError, time::Duration};
use tokio::{sync::broadcast, time::timeout};

/// How long a browser may take to give a session: its first one loads much.
const OPENING: Duration = Duration::from_secs(20);
/// How long a browser may take for what asks no page.
const QUICK: Duration = Duration::from_secs(5);
/// How long a click may take: its page may be busy, or ask something that is no dialog of a page.
const PRESSING: Duration = Duration::from_secs(10);
/// The realm of our own in each page, where its scripts cannot reach and what they have overridden is not seen.
const SANDBOX: &str = "deskpilot";

/// A session, of which a browser gives one.
#[derive(Debug)]
pub(crate) struct Session {
    connection: Connection,
    /// The process of the browser, as it says.
    process: Option<u32>,
}

/// A tab.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Tab {
    pub(crate) context: String,
    pub(crate) url: String,
    /// The window that it is in.
    #[serde(rename = "clientWindow")]
    pub(crate) window: String,
}

#[derive(Deserialize)]
struct Tree {
    contexts: Vec<Tab>,
}

impl Session {
    /// Takes the session of the browser at this address.
    pub(crate) async fn open(address: SocketAddr) -> Result<Session, BidiError> {
        let opening = async {
            let connection = Connection::open(address).await?;
            // Dialogs are answered by the agent and by nobody else.
            let wanted = json!({"unhandledPromptBehavior": {"default": "ignore"}});
            let params = json!({"capabilities": {"alwaysMatch": wanted}});
            let begun = connection.call("session.new", params).await;
            let begun =
                begun.map_err(|it| if it.is("session not created") { BidiError::Taken } else { it })?;
            let process = begun["capabilities"]["moz:processID"].as_u64();
            connection.call("session.subscribe", json!({"events": SUBSCRIBED})).await?;
            Ok(Session { connection, process: process.and_then(|it| u32::try_from(it).ok()) })
        };
        timeout(OPENING, opening).await.unwrap_or(Err(BidiError::Late(OPENING)))
    }

    /// Whether the browser is still connected.
    pub(crate) fn is_open(&self) -> bool {
        self.connection.is_open()
    }

    /// Whether a window of this process is one of the browser's.
    pub(crate) fn is_of(&self, process: Option<u32>) -> bool {
        process.is_none() || self.process.is_none() || self.process == process
    }

    /// The events from now on.
    pub(crate) fn events(&self) -> broadcast::Receiver<Event> {
        self.connection.events()
    }

    /// The dialog that is open in a tab.
    pub(crate) fn prompt(&self, context: &str) -> Option<Prompt> {
        self.connection.prompts().lock().unwrap_or_else(PoisonError::into_inner).of(context)
    }

    /// All tabs, in the order of their windows and their places there.
    pub(crate) async fn tabs(&self) -> Result<Vec<Tab>, BidiError> {
        let tree = self.quick("browsingContext.getTree", json!({"maxDepth": 0})).await?;
        let tree: Tree = serde_json::from_value(tree).map_err(|_| BidiError::Unreadable("a list of tabs"))?;
        Ok(tree.contexts)
    }

    /// Calls a function in the sandbox of a page and returns its text.
    pub(crate) async fn call_in_sandbox(
        &self,
        context: &str,
        function: &str,
        arguments: &[&str],
    ) -> Result<Value, BidiError> {
        let arguments: Vec<Value> =
            arguments.iter().map(|it| json!({"type": "string", "value": it})).collect();
        let params = json!({
            "functionDeclaration": function,
            "target": {"context": context, "sandbox": SANDBOX},
            "arguments": arguments,
            "awaitPromise": true,
        });
        self.connection.call("script.callFunction", params).await
    }

    /// Runs a script of the agent's in the page itself.
    pub(crate) async fn run_in_page(&self, context: &str, expression: &str) -> Result<Value, BidiError> {
        let params = json!({
            "expression": expression,
            "target": {"context": context},
            "awaitPromise": true,
            "serializationOptions": {"maxObjectDepth": 4, "maxDomDepth": 0},
        });
        self.connection.call("script.evaluate", params).await
    }

    /// Goes to an address and waits until its page can be used.
    pub(crate) async fn navigate(&self, context: &str, url: &str) -> Result<Value, BidiError> {
        let params = json!({"context": context, "url": url, "wait": "interactive"});
        self.connection.call("browsingContext.navigate", params).await
    }

    /// Goes to an address and does not wait for its page.
    pub(crate) async fn begin_navigation(&self, context: &str, url: &str) -> Result<Value, BidiError> {
        self.quick("browsingContext.navigate", json!({"context": context, "url": url, "wait": "none"})).await
    }

    /// Loads the page again and waits until it can be used.
    pub(crate) async fn reload(&self, context: &str) -> Result<Value, BidiError> {
        self.connection
            .call("browsingContext.reload", json!({"context": context, "wait": "interactive"}))
            .await
    }

    /// Goes back or forward in the history of a tab.
    pub(crate) async fn traverse(&self, context: &str, delta: i32) -> Result<Value, BidiError> {
        self.connection
            .call("browsingContext.traverseHistory", json!({"context": context, "delta": delta}))
            .await
    }

    /// Opens an empty tab beside another one.
    pub(crate) async fn create_tab(&self, beside: &str, front: TabPlace) -> Result<String, BidiError> {
        let background = front == TabPlace::Back;
        let params = json!({"type": "tab", "referenceContext": beside, "background": background});
        let created = self.quick("browsingContext.create", params).await?;
        created["context"].as_str().map(str::to_owned).ok_or(BidiError::Unreadable("a tab"))
    }

    /// Brings a tab to the front.
    pub(crate) async fn activate(&self, context: &str) -> Result<Value, BidiError> {
        self.quick("browsingContext.activate", json!({"context": context})).await
    }

    /// Closes a tab; its page may ask first.
    pub(crate) async fn close(&self, context: &str) -> Result<Value, BidiError> {
        self.connection.call("browsingContext.close", json!({"context": context, "promptUnload": true})).await
    }

    /// Clicks with the left button at a point of the page's view.
    pub(crate) async fn click(&self, context: &str, x: i64, y: i64) -> Result<Value, BidiError> {
        let actions = json!([
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]);
        let pointer = json!({"type": "pointer", "id": "deskpilot", "actions": actions});
        let params = json!({"context": context, "actions": [pointer]});
        let clicked = timeout(PRESSING, self.connection.call("input.performActions", params)).await;
        clicked.unwrap_or(Err(BidiError::Late(PRESSING)))
    }

    /// Answers the dialog of a tab.
    pub(crate) async fn answer_prompt(
        &self,
        context: &str,
        accept: bool,
        text: Option<&str>,
    ) -> Result<Value, BidiError> {
        let mut params = json!({"context": context, "accept": accept});
        if let Some(text) = text {
            params["userText"] = text.into();
        }
        self.quick("browsingContext.handleUserPrompt", params).await
    }

    /// Puts a file into a field for files.
    pub(crate) async fn set_file(
        &self,
        context: &str,
        shared_id: &str,
        file: &Path,
    ) -> Result<Value, BidiError> {
        let element = json!({"sharedId": shared_id});
        let params = json!({"context": context, "element": element, "files": [file.to_string_lossy()]});
        self.quick("input.setFiles", params).await
    }

    /// A picture of an element, as PNG in Base64.
    pub(crate) async fn picture(&self, context: &str, shared_id: &str) -> Result<String, BidiError> {
        let clip = json!({"type": "element", "element": {"sharedId": shared_id}});
        let params = json!({"context": context, "origin": "document", "clip": clip});
        let taken = self.connection.call("browsingContext.captureScreenshot", params).await?;
        taken["data"].as_str().map(str::to_owned).ok_or(BidiError::Unreadable("a picture"))
    }

    /// Puts downloads into this folder without asking.
    pub(crate) async fn download_into(&self, folder: &Path) -> Result<Value, BidiError> {
        let behavior = json!({"type": "allowed", "destinationFolder": folder.to_string_lossy()});
        self.quick("browser.setDownloadBehavior", json!({"downloadBehavior": behavior})).await
    }

    /// Lets the user's settings for downloads hold again and closes the tab of a download. Does not wait.
    pub(crate) fn end_download(&self, tab: Option<String>) {
        self.connection.post("browser.setDownloadBehavior", json!({"downloadBehavior": null}));
        if let Some(tab) = tab {
            self.connection.post("browsingContext.close", json!({"context": tab}));
        }
    }

    async fn quick(&self, method: &'static str, params: Value) -> Result<Value, BidiError> {
        let reply = timeout(QUICK, self.connection.call(method, params)).await;
        reply.unwrap_or(Err(BidiError::Late(QUICK)))
    }
}

/// Where a tab opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TabPlace {
    /// In front.
    Front,
    /// Behind the tab in front.
    Back,
}
