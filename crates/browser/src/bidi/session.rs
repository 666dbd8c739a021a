//! The session of Firefox.

use super::{
    connection::{CONTINUE, Connection},
    login::answer_to,
};
use crate::session::{
    BrowserError, ClickPoint, ElementHandle, Event, LoginAnswer, PRESSING, Prompt, PromptAnswer, Prompts,
    QUICK, SANDBOX, SUBSCRIBED, ScriptEnd, Session, Tab, TabPlace,
};
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    path::Path,
    sync::{MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{sync::broadcast, time::timeout};

/// How long Firefox may take to give a session: its first one loads much, on a slow machine for more than 20 s. Nobody waits for it
/// meanwhile: until then there are no commands.
const OPENING: Duration = Duration::from_secs(60);

/// A session, of which Firefox gives one.
#[derive(Debug)]
pub(crate) struct BidiSession {
    connection: Connection,
    /// The process that the browser reports.
    process: Option<u32>,
}

#[derive(Deserialize)]
struct Tree {
    contexts: Vec<Context>,
}

/// A tab as the protocol has it.
#[derive(Deserialize)]
struct Context {
    context: String,
    url: String,
    #[serde(rename = "clientWindow")]
    window: String,
}

impl BidiSession {
    /// Takes the session of the browser at this address.
    pub(crate) async fn open(address: SocketAddr) -> Result<BidiSession, BrowserError> {
        let opening = async {
            let connection = Connection::open(address).await?;
            // Only the agent answers dialogs.
            let wanted = json!({"unhandledPromptBehavior": {"default": "ignore"}});
            let params = json!({"capabilities": {"alwaysMatch": wanted}});
            let begun = connection.call("session.new", params).await?;
            let process = begun["capabilities"]["moz:processID"].as_u64();
            connection.call("session.subscribe", json!({"events": SUBSCRIBED})).await?;
            // Without it the browser asks in its window, and the page only seems to load.
            connection.call("network.addIntercept", json!({"phases": ["authRequired"]})).await?;
            Ok(BidiSession { connection, process: process.and_then(|it| u32::try_from(it).ok()) })
        };
        timeout(OPENING, opening).await.unwrap_or(Err(BrowserError::Late(OPENING)))
    }

    /// Calls a function in the sandbox of a page.
    async fn call_function(
        &self,
        context: &str,
        function: &str,
        arguments: &[&str],
    ) -> Result<Value, BrowserError> {
        let arguments = arguments.iter().map(|it| json!({"type": "string", "value": it})).collect();
        self.call_with(context, function, arguments).await
    }

    /// Calls a function in the sandbox of a page with arguments as the protocol has them.
    async fn call_with(
        &self,
        context: &str,
        function: &str,
        arguments: Vec<Value>,
    ) -> Result<Value, BrowserError> {
        let params = json!({
            "functionDeclaration": function,
            "target": {"context": context, "sandbox": SANDBOX},
            "arguments": arguments,
            "awaitPromise": true,
            "serializationOptions": {"maxDomDepth": 0, "includeShadowTree": "all"},
        });
        self.connection.call("script.callFunction", params).await
    }

    fn prompts(&self) -> MutexGuard<'_, Prompts> {
        self.connection.prompts().lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn quick(&self, method: &'static str, params: Value) -> Result<Value, BrowserError> {
        let reply = timeout(QUICK, self.connection.call(method, params)).await;
        reply.unwrap_or(Err(BrowserError::Late(QUICK)))
    }
}

#[async_trait]
impl Session for BidiSession {
    fn is_open(&self) -> bool {
        self.connection.is_open()
    }

    fn is_of(&self, process: Option<u32>) -> bool {
        process.is_none() || self.process.is_none() || self.process == process
    }

    fn events(&self) -> broadcast::Receiver<Event> {
        self.connection.events()
    }

    fn prompt(&self, context: &str) -> Option<Prompt> {
        self.prompts().of(context)
    }

    fn declined_login(&self, context: &str) -> Option<String> {
        self.prompts().declined(context)
    }

    async fn tabs(&self) -> Result<Vec<Tab>, BrowserError> {
        let tree = self.quick("browsingContext.getTree", json!({"maxDepth": 0})).await?;
        let tree: Tree =
            serde_json::from_value(tree).map_err(|_| BrowserError::Unreadable("a list of tabs"))?;
        let tab = |it: Context| Tab { context: it.context, url: it.url, window: it.window, title: None };
        Ok(tree.contexts.into_iter().map(tab).collect())
    }

    async fn call_in_sandbox(
        &self,
        context: &str,
        function: &str,
        arguments: &[&str],
    ) -> Result<String, BrowserError> {
        let reply = self.call_function(context, function, arguments).await?;
        let text = reply["result"]["value"].as_str();
        text.map(str::to_owned).ok_or(BrowserError::Unreadable("an answer of a page"))
    }

    async fn element(
        &self,
        context: &str,
        function: &str,
        id: &str,
    ) -> Result<Option<ElementHandle>, BrowserError> {
        let reply = self.call_function(context, function, &[id]).await?;
        Ok(reply["result"]["sharedId"].as_str().map(|it| ElementHandle(it.to_owned())))
    }

    async fn frame(&self, context: &str, function: &str, id: &str) -> Result<Option<String>, BrowserError> {
        let window = format!("id => ({function})(id)?.contentWindow ?? null");
        let reply = self.call_function(context, &window, &[id]).await?;
        Ok(reply["result"]["value"]["context"].as_str().map(str::to_owned))
    }

    async fn open_root(&self, context: &str, find: &str, keep: &str, id: &str) -> Result<bool, BrowserError> {
        let reply = self.call_function(context, find, &[id]).await?;
        let root = &reply["result"]["value"]["shadowRoot"];
        let Some(shared) = root["sharedId"].as_str().filter(|_| root["value"]["mode"] == "closed") else {
            return Ok(false);
        };
        let arguments = vec![json!({"type": "string", "value": id}), json!({"sharedId": shared})];
        self.call_with(context, keep, arguments).await?;
        Ok(true)
    }

    async fn run_in_page(&self, context: &str, expression: &str) -> Result<ScriptEnd, BrowserError> {
        let params = json!({
            "expression": expression,
            "target": {"context": context},
            "awaitPromise": true,
            "serializationOptions": {"maxObjectDepth": 4, "maxDomDepth": 0},
        });
        let reply = self.connection.call("script.evaluate", params).await?;
        if reply["type"] == "exception" {
            let why = reply["exceptionDetails"]["text"].as_str().unwrap_or("an exception");
            return Ok(ScriptEnd::Threw(why.to_owned()));
        }
        Ok(ScriptEnd::Result(reply["result"].clone()))
    }

    async fn navigate(&self, context: &str, url: &str) -> Result<(), BrowserError> {
        let params = json!({"context": context, "url": url, "wait": "interactive"});
        self.connection.call("browsingContext.navigate", params).await.map(drop)
    }

    async fn begin_navigation(&self, context: &str, url: &str) -> Result<(), BrowserError> {
        let params = json!({"context": context, "url": url, "wait": "none"});
        self.quick("browsingContext.navigate", params).await.map(drop)
    }

    async fn reload(&self, context: &str) -> Result<(), BrowserError> {
        let params = json!({"context": context, "wait": "interactive"});
        self.connection.call("browsingContext.reload", params).await.map(drop)
    }

    async fn traverse(&self, context: &str, delta: i32) -> Result<(), BrowserError> {
        let params = json!({"context": context, "delta": delta});
        self.connection.call("browsingContext.traverseHistory", params).await.map(drop)
    }

    async fn create_tab(&self, neighbour: &str, front: TabPlace) -> Result<String, BrowserError> {
        let background = front == TabPlace::Back;
        let params = json!({"type": "tab", "referenceContext": neighbour, "background": background});
        let created = self.quick("browsingContext.create", params).await?;
        created["context"].as_str().map(str::to_owned).ok_or(BrowserError::Unreadable("a tab"))
    }

    async fn activate(&self, context: &str) -> Result<(), BrowserError> {
        self.quick("browsingContext.activate", json!({"context": context})).await.map(drop)
    }

    async fn close(&self, context: &str) -> Result<(), BrowserError> {
        let params = json!({"context": context, "promptUnload": true});
        self.connection.call("browsingContext.close", params).await.map(drop)
    }

    async fn click(&self, point: &ClickPoint<'_>) -> Result<(), BrowserError> {
        // A click in a tab does not reach the pages of its frames.
        let ClickPoint { context, place: (x, y), .. } = *point;
        let actions = json!([
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]);
        let pointer = json!({"type": "pointer", "id": "deskpilot", "actions": actions});
        let params = json!({"context": context, "actions": [pointer]});
        let clicked = timeout(PRESSING, self.connection.call("input.performActions", params)).await;
        clicked.unwrap_or(Err(BrowserError::Late(PRESSING))).map(drop)
    }

    async fn answer_prompt(&self, context: &str, answer: PromptAnswer<'_>) -> Result<(), BrowserError> {
        let params = match answer {
            PromptAnswer::Accept(Some(text)) => json!({"context": context, "accept": true, "userText": text}),
            PromptAnswer::Accept(None) => json!({"context": context, "accept": true}),
            PromptAnswer::Dismiss => json!({"context": context, "accept": false}),
        };
        self.quick("browsingContext.handleUserPrompt", params).await.map(drop)
    }

    async fn answer_login(&self, context: &str, answer: LoginAnswer) -> Result<(), BrowserError> {
        let login = self.prompts().end_login(context);
        let login = login.ok_or(BrowserError::PageLeft)?;
        let action = match answer {
            LoginAnswer::InWindow => "default",
            LoginAnswer::Dismiss => "cancel",
        };
        self.quick(CONTINUE, answer_to(&login.request, action)).await.map(drop)
    }

    async fn set_file(
        &self,
        context: &str,
        element: &ElementHandle,
        file: &Path,
    ) -> Result<(), BrowserError> {
        let element = json!({"sharedId": element.0});
        let params = json!({"context": context, "element": element, "files": [file.to_string_lossy()]});
        self.quick("input.setFiles", params).await.map(drop)
    }

    async fn picture(&self, context: &str, element: &ElementHandle) -> Result<String, BrowserError> {
        let clip = json!({"type": "element", "element": {"sharedId": element.0}});
        let params = json!({"context": context, "origin": "document", "clip": clip});
        let taken = self.connection.call("browsingContext.captureScreenshot", params).await?;
        taken["data"].as_str().map(str::to_owned).ok_or(BrowserError::Unreadable("a picture"))
    }

    async fn download_into(&self, folder: &Path) -> Result<(), BrowserError> {
        let behavior = json!({"type": "allowed", "destinationFolder": folder.to_string_lossy()});
        self.quick("browser.setDownloadBehavior", json!({"downloadBehavior": behavior})).await.map(drop)
    }

    fn end_download(&self, tab: Option<String>) {
        self.connection.post("browser.setDownloadBehavior", json!({"downloadBehavior": null}));
        if let Some(tab) = tab {
            self.connection.post("browsingContext.close", json!({"context": tab}));
        }
    }
}
