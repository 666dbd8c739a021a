//! The session of Chromium.

use super::{
    connection::{Connection, HOLD_LOGINS, logins},
    replies::{History, Navigation, TargetInfo, Targets, read},
    state::{BrowserState, CONTINUE, TabState, login_answer},
};
use crate::session::{
    BrowserError, ClickPoint, ElementHandle, Event, LoginAnswer, PRESSING, Prompt, PromptAnswer, QUICK,
    SANDBOX, ScriptEnd, Session, Tab, TabPlace,
};
use async_trait::async_trait;
use futures::future::join_all;
use serde_json::{Value, json};
use std::path::Path;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::broadcast,
    time::timeout,
};

/// Where an element is in its document.
const PLACE: &str = "function() { const it = this.getBoundingClientRect(); \
     return [it.x + scrollX, it.y + scrollY, it.width, it.height]; }";

/// A connected Chromium.
#[derive(Debug)]
pub(crate) struct CdpSession {
    connection: Connection,
    /// The process that it reports.
    process: Option<u32>,
}

impl CdpSession {
    /// Takes the browser that has the other ends of these pipes, as soon as it answers.
    pub(crate) async fn open<W, R>(writer: W, reader: R) -> Result<CdpSession, BrowserError>
    where
        W: AsyncWrite + Send + Unpin + 'static,
        R: AsyncRead + Send + Unpin + 'static,
    {
        let connection = Connection::open(writer, reader);
        let own = connection.call("SystemInfo.getProcessInfo", json!({})).await?;
        let processes = own["processInfo"].as_array().into_iter().flatten();
        let process = processes.filter(|it| it["type"] == "browser").find_map(|it| it["id"].as_u64());
        connection.call("Browser.setDownloadBehavior", usual_downloads()).await?;
        // A page that opens waits until its dialogs are heard.
        let attaching = json!({
            "autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true, "filter": [{"type": "page"}],
        });
        connection.call("Target.setAutoAttach", attaching).await?;
        Ok(CdpSession { connection, process: process.and_then(|it| u32::try_from(it).ok()) })
    }

    /// The realm of our own in the page of a tab or a frame: the same one until the page is left.
    async fn sandbox(&self, context: &str) -> Result<Value, BrowserError> {
        let frame = self.connection.state().frame_of(context).ok_or(BrowserError::PageLeft)?;
        let params = json!({"frameId": frame, "worldName": SANDBOX});
        let world = self.connection.call_tab(context, "Page.createIsolatedWorld", params).await?;
        Ok(world["executionContextId"].clone())
    }

    /// Calls a function in the sandbox of a page.
    async fn call_function(
        &self,
        context: &str,
        function: &str,
        arguments: &[&str],
    ) -> Result<Value, BrowserError> {
        let arguments = arguments.iter().map(|it| json!({"value": it})).collect();
        let sandbox = self.sandbox(context).await?;
        self.call_with(context, &sandbox, function, arguments).await
    }

    /// Calls a function in this sandbox of a page with arguments as the protocol has them.
    async fn call_with(
        &self,
        context: &str,
        sandbox: &Value,
        function: &str,
        arguments: Vec<Value>,
    ) -> Result<Value, BrowserError> {
        let params = json!({
            "functionDeclaration": function,
            "executionContextId": sandbox,
            "arguments": arguments,
            "awaitPromise": true,
        });
        let reply = self.connection.call_tab(context, "Runtime.callFunctionOn", params).await?;
        Ok(reply["result"].clone())
    }

    /// What the browser says of the element that a function in the sandbox returns; none if it returns none.
    async fn described(
        &self,
        context: &str,
        function: &str,
        id: &str,
    ) -> Result<Option<Value>, BrowserError> {
        let Some(element) = self.element(context, function, id).await? else { return Ok(None) };
        let params = json!({"objectId": element.0, "depth": 0, "pierce": true});
        let described = self.connection.call_tab(context, "DOM.describeNode", params).await?;
        Ok(Some(described["node"].clone()))
    }

    /// Has the next page of a tab report its loading. What was enabled just before a tab took its page may have gone with the
    /// page before.
    async fn enable_page_events(&self, context: &str) -> Result<(), BrowserError> {
        self.connection.call_tab(context, HOLD_LOGINS, logins()).await?;
        self.connection.call_tab(context, "Page.enable", json!({})).await.map(drop)
    }

    fn of_tab<T>(&self, context: &str, part: impl Fn(&TabState) -> T) -> Result<T, BrowserError> {
        self.connection.state().tab(context).map(part).ok_or(BrowserError::PageLeft)
    }

    /// Waits until another page than this one can be used.
    async fn another_page(&self, context: &str, before: Option<&str>) -> Result<(), BrowserError> {
        let seen = |state: &BrowserState| {
            let Some(tab) = state.tab(context) else { return Some(Err(BrowserError::PageLeft)) };
            let is_other = tab.loader.as_deref() != before && tab.is_interactive;
            let unreachable = || BrowserError::Refused("the address cannot be reached".into());
            is_other.then(|| if tab.is_unreachable { Err(unreachable()) } else { Ok(()) })
        };
        self.connection.until(seen).await?
    }

    /// The window of a tab; none while it closes.
    async fn window_of(&self, target: &TargetInfo) -> Option<String> {
        let asked = self.quick("Browser.getWindowForTarget", json!({"targetId": target.target_id}));
        Some(asked.await.ok()?["windowId"].as_i64()?.to_string())
    }

    async fn quick(&self, method: &'static str, params: Value) -> Result<Value, BrowserError> {
        let reply = timeout(QUICK, self.connection.call(method, params)).await;
        reply.unwrap_or(Err(BrowserError::Late(QUICK)))
    }

    async fn quick_tab(
        &self,
        context: &str,
        method: &'static str,
        params: Value,
    ) -> Result<Value, BrowserError> {
        let reply = timeout(QUICK, self.connection.call_tab(context, method, params)).await;
        reply.unwrap_or(Err(BrowserError::Late(QUICK)))
    }
}

#[async_trait]
impl Session for CdpSession {
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
        self.connection.state().prompt(context)
    }

    fn declined_login(&self, context: &str) -> Option<String> {
        self.connection.state().declined_login(context)
    }

    async fn tabs(&self) -> Result<Vec<Tab>, BrowserError> {
        let listed = self.quick("Target.getTargets", json!({"filter": [{"type": "page"}]})).await?;
        let mut targets: Vec<TargetInfo> = read::<Targets>(listed, "a list of tabs")?.target_infos;
        targets.retain(|it| self.of_tab(&it.target_id, |_| ()).is_ok());
        let windows = join_all(targets.iter().map(|it| self.window_of(it))).await;
        let tab = |(it, window): (TargetInfo, Option<String>)| {
            Some(Tab { context: it.target_id, url: it.url, window: window?, title: Some(it.title) })
        };
        let mut tabs: Vec<Tab> = targets.into_iter().zip(windows).filter_map(tab).collect();
        let state = self.connection.state();
        tabs.sort_by_key(|it| (it.window.clone(), state.place(&it.context)));
        Ok(tabs)
    }

    async fn call_in_sandbox(
        &self,
        context: &str,
        function: &str,
        arguments: &[&str],
    ) -> Result<String, BrowserError> {
        let answer = self.call_function(context, function, arguments).await?;
        answer["value"].as_str().map(str::to_owned).ok_or(BrowserError::Unreadable("an answer of a page"))
    }

    async fn element(
        &self,
        context: &str,
        function: &str,
        id: &str,
    ) -> Result<Option<ElementHandle>, BrowserError> {
        let element = self.call_function(context, function, &[id]).await?;
        Ok(element["objectId"].as_str().map(|it| ElementHandle(it.to_owned())))
    }

    async fn frame(&self, context: &str, function: &str, id: &str) -> Result<Option<String>, BrowserError> {
        let described = self.described(context, function, id).await?;
        let Some(frame) = described.as_ref().and_then(|it| it["frameId"].as_str()) else { return Ok(None) };
        self.connection.state().know_frame(frame, context);
        Ok(Some(frame.to_owned()))
    }

    async fn open_root(&self, context: &str, find: &str, keep: &str, id: &str) -> Result<bool, BrowserError> {
        let described = self.described(context, find, id).await?;
        let roots = described.as_ref().and_then(|it| it["shadowRoots"].as_array()).into_iter().flatten();
        let closed =
            roots.filter(|it| it["shadowRootType"] == "closed").find_map(|it| it["backendNodeId"].as_i64());
        let Some(closed) = closed else { return Ok(false) };
        let sandbox = self.sandbox(context).await?;
        let params = json!({"backendNodeId": closed, "executionContextId": sandbox});
        let root = self.connection.call_tab(context, "DOM.resolveNode", params).await?;
        let arguments = vec![json!({"value": id}), json!({"objectId": root["object"]["objectId"]})];
        self.call_with(context, &sandbox, keep, arguments).await?;
        Ok(true)
    }

    async fn run_in_page(&self, context: &str, expression: &str) -> Result<ScriptEnd, BrowserError> {
        let nodes = json!({"maxNodeDepth": 0, "includeShadowTree": "none"});
        let params = json!({
            "expression": expression,
            "awaitPromise": true,
            "serializationOptions": {"serialization": "deep", "maxDepth": 4, "additionalParameters": nodes},
        });
        let reply = self.connection.call_tab(context, "Runtime.evaluate", params).await?;
        let Some(thrown) = reply["exceptionDetails"].as_object() else {
            return Ok(ScriptEnd::Result(reply["result"]["deepSerializedValue"].clone()));
        };
        let description = thrown.get("exception").and_then(|it| it["description"].as_str());
        let first = description.and_then(|it| it.lines().next()).unwrap_or("an exception");
        Ok(ScriptEnd::Threw(first.to_owned()))
    }

    async fn navigate(&self, context: &str, url: &str) -> Result<(), BrowserError> {
        self.enable_page_events(context).await?;
        // Before the request: the page may have changed by the time the reply is here.
        let before = self.of_tab(context, |it| it.loader.clone())?;
        let sent = self.connection.call_tab(context, "Page.navigate", json!({"url": url})).await?;
        match read::<Navigation>(sent, "the way to an address")? {
            Navigation { is_download: true, .. } => Ok(()),
            Navigation { error_text: Some(why), .. } => Err(BrowserError::Refused(why.as_str().into())),
            Navigation { loader_id: Some(_), .. } => self.another_page(context, before.as_deref()).await,
            // Chromium names no loader for another place of the same page: no page comes.
            Navigation { loader_id: None, .. } => Ok(()),
        }
    }

    async fn begin_navigation(&self, context: &str, url: &str) -> Result<(), BrowserError> {
        timeout(QUICK, self.enable_page_events(context)).await.unwrap_or(Err(BrowserError::Late(QUICK)))?;
        self.connection.post_to_tab(context, "Page.navigate", json!({"url": url}));
        Ok(())
    }

    async fn reload(&self, context: &str) -> Result<(), BrowserError> {
        self.enable_page_events(context).await?;
        let before = self.of_tab(context, |it| it.loader.clone())?;
        self.connection.call_tab(context, "Page.reload", json!({})).await?;
        self.another_page(context, before.as_deref()).await
    }

    async fn traverse(&self, context: &str, delta: i32) -> Result<(), BrowserError> {
        let listed = self.quick_tab(context, "Page.getNavigationHistory", json!({})).await?;
        let history: History = read(listed, "a history")?;
        let at = isize::try_from(delta).ok().and_then(|it| history.current_index.checked_add_signed(it));
        let entry = at.and_then(|it| history.entries.get(it)).ok_or(BrowserError::NoHistoryEntry)?;
        let params = json!({"entryId": entry.id});
        self.connection.call_tab(context, "Page.navigateToHistoryEntry", params).await.map(drop)
    }

    /// Chromium opens tabs in the window that was in front last.
    async fn create_tab(&self, neighbour: &str, front: TabPlace) -> Result<String, BrowserError> {
        self.activate(neighbour).await?;
        let params = json!({"url": "about:blank", "background": front == TabPlace::Back});
        let created = self.quick("Target.createTarget", params).await?;
        let context = created["targetId"].as_str().ok_or(BrowserError::Unreadable("a tab"))?;
        let attached = self.connection.until(|state| state.tab(context).map(drop));
        timeout(QUICK, attached).await.unwrap_or(Err(BrowserError::Late(QUICK)))?;
        Ok(context.to_owned())
    }

    async fn activate(&self, context: &str) -> Result<(), BrowserError> {
        self.quick("Target.activateTarget", json!({"targetId": context})).await.map(drop)
    }

    async fn close(&self, context: &str) -> Result<(), BrowserError> {
        self.connection.call_tab(context, "Page.close", json!({})).await?;
        self.connection.until(|state| state.tab(context).is_none().then_some(())).await
    }

    /// Chromium leads a click in a tab on to the frame that is there.
    async fn click(&self, point: &ClickPoint<'_>) -> Result<(), BrowserError> {
        let ClickPoint { tab, tab_place: (x, y), .. } = *point;
        let press = async {
            for (kind, button) in
                [("mouseMoved", "none"), ("mousePressed", "left"), ("mouseReleased", "left")]
            {
                let params = json!({"type": kind, "x": x, "y": y, "button": button, "clickCount": 1});
                self.connection.call_tab(tab, "Input.dispatchMouseEvent", params).await?;
            }
            Ok(())
        };
        timeout(PRESSING, press).await.unwrap_or(Err(BrowserError::Late(PRESSING)))
    }

    async fn answer_prompt(&self, context: &str, answer: PromptAnswer<'_>) -> Result<(), BrowserError> {
        let params = match answer {
            PromptAnswer::Accept(Some(text)) => json!({"accept": true, "promptText": text}),
            PromptAnswer::Accept(None) => json!({"accept": true}),
            PromptAnswer::Dismiss => json!({"accept": false}),
        };
        self.quick_tab(context, "Page.handleJavaScriptDialog", params).await.map(drop)
    }

    async fn answer_login(&self, context: &str, answer: LoginAnswer) -> Result<(), BrowserError> {
        let login = self.connection.state().end_login(context);
        let login = login.ok_or(BrowserError::PageLeft)?;
        let response = match answer {
            LoginAnswer::InWindow => "Default",
            LoginAnswer::Dismiss => "CancelAuth",
        };
        self.quick_tab(context, CONTINUE, login_answer(&login.request, response)).await.map(drop)
    }

    async fn set_file(
        &self,
        context: &str,
        element: &ElementHandle,
        file: &Path,
    ) -> Result<(), BrowserError> {
        let params = json!({"objectId": element.0, "files": [file.to_string_lossy()]});
        self.quick_tab(context, "DOM.setFileInputFiles", params).await.map(drop)
    }

    async fn picture(&self, context: &str, element: &ElementHandle) -> Result<String, BrowserError> {
        let params = json!({"objectId": element.0, "functionDeclaration": PLACE, "returnByValue": true});
        let place = self.connection.call_tab(context, "Runtime.callFunctionOn", params).await?;
        let unreadable = BrowserError::Unreadable("a place");
        let [x, y, width, height]: [f64; 4] =
            serde_json::from_value(place["result"]["value"].clone()).map_err(|_| unreadable)?;
        let clip = json!({"x": x, "y": y, "width": width, "height": height, "scale": 1});
        let params = json!({"format": "png", "clip": clip, "captureBeyondViewport": true});
        let taken = self.connection.call_tab(context, "Page.captureScreenshot", params).await?;
        taken["data"].as_str().map(str::to_owned).ok_or(BrowserError::Unreadable("a picture"))
    }

    /// A file gets a name of Chromium's own there: the one that a server gives it counts for nothing.
    async fn download_into(&self, folder: &Path) -> Result<(), BrowserError> {
        let params = json!({
            "behavior": "allowAndName", "downloadPath": folder.to_string_lossy(), "eventsEnabled": true,
        });
        self.quick("Browser.setDownloadBehavior", params).await.map(drop)
    }

    fn end_download(&self, tab: Option<String>) {
        self.connection.post("Browser.setDownloadBehavior", usual_downloads());
        if let Some(tab) = tab {
            let under_way = self.connection.state().downloads_of(&tab);
            for guid in under_way {
                self.connection.post("Browser.cancelDownload", json!({"guid": guid}));
            }
            self.connection.post("Target.closeTarget", json!({"targetId": tab}));
        }
    }
}

/// Downloads as the browser's settings have them, with events of them.
fn usual_downloads() -> Value {
    json!({"behavior": "default", "eventsEnabled": true})
}
