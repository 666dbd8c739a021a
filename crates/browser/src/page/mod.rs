//! A page, queried in a realm of our own: its scripts cannot reach our queries, and their overrides do not reach our realm.

use crate::{
    session::{BrowserError, ElementHandle, Event, Prompt, Session, Tab},
    text,
    trouble::Trouble,
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use std::{future::Future, time::Duration};
use tokio::{
    sync::broadcast::{Receiver, error::RecvError},
    time::timeout,
};

/// How long a page may take to answer, in addition to the time that a tool waits itself: on a slow machine a page of 5 MB took
/// more than 8 s.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a page may take to say its title.
const BRIEFLY: Duration = Duration::from_secs(2);
/// The maximum length of a page's sentence, in characters.
const LONGEST: usize = 600;

/// Calls a tool. The tools stay in the realm until the page is left, and with them the elements that have names. Their files
/// are the body of one function.
const ASK: &str = concat!(
    "async (tool, args) => {\n",
    "const write = it => JSON.stringify(it, (_, part) => typeof part === 'string' ? part.toWellFormed() : part);\n",
    "globalThis.deskpilot ??= (() => {\n",
    include_str!("elements.js"),
    include_str!("labels.js"),
    include_str!("choices.js"),
    include_str!("clicks.js"),
    include_str!("forms.js"),
    include_str!("reading.js"),
    include_str!("files.js"),
    include_str!("places.js"),
    "return { node, tools: { find, aim, startWatch, observed, fill, fillPassword, html, links, waitFor, status, address, told, toldFields, pictured, ",
    "fileField, clickables, elementAt } };\n})();\n",
    "try { return write({ ok: await globalThis.deskpilot.tools[tool](JSON.parse(args)) ?? null }); }\n",
    "catch (error) { return write({ no: error.sentence ?? `the page cannot be asked: ${error}` }); }\n}"
);
/// Returns an element itself.
const NODE: &str = "id => globalThis.deskpilot?.node(id) ?? null";

/// A page in a tab.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page<'a> {
    pub(crate) session: &'a dyn Session,
    pub(crate) context: &'a str,
}

/// What a tool answers.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer<T> {
    Ok(T),
    No(String),
}

/// What a page is.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct PageStatus {
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) visible: bool,
    /// `loading`, `interactive` or `complete`.
    pub(crate) ready: String,
    /// When the page began; another page has another time.
    pub(crate) origin: f64,
    /// Whether it is the browser's own page about an address that did not open.
    #[serde(default)]
    pub(crate) failed: bool,
}

impl PageStatus {
    /// What is known of the page of a tab while an open dialog keeps it from answering. A dialog opens in front,
    /// so the page counts as visible.
    pub(crate) fn behind_dialog(tab: &Tab) -> Option<PageStatus> {
        let title = tab.title.clone()?;
        Some(PageStatus { title, url: tab.url.clone(), visible: true, ready: String::new(), origin: 0.0, failed: false })
    }
}

/// An element that a tool found.
#[derive(Debug, Deserialize)]
pub(crate) struct NamedElement {
    pub(crate) what: String,
    pub(crate) id: String,
}

impl Page<'_> {
    /// Runs a tool of the scripts next to this file.
    pub(crate) async fn ask<T: DeserializeOwned>(self, tool: &str, args: &Value) -> Result<T, Trouble> {
        self.ask_for(tool, args, Duration::ZERO).await
    }

    /// Asks a tool that waits itself for this long, unless its page is left. A page that is left may be kept for the way
    /// back, and then never answers.
    pub(crate) async fn ask_patiently<T: DeserializeOwned>(
        self,
        tool: &str,
        args: &Value,
        wait: Duration,
    ) -> Result<T, Trouble> {
        let mut events = self.session.events();
        let before = self.status().await?;
        tokio::select! {
            biased;
            answer = self.ask_for(tool, args, wait) => answer,
            () = self.is_left(&mut events, &before) => Err(Trouble::Left),
        }
    }

    async fn ask_for<T: DeserializeOwned>(
        self,
        tool: &str,
        args: &Value,
        wait: Duration,
    ) -> Result<T, Trouble> {
        let args = args.to_string();
        let limit = wait + PATIENCE;
        let arguments = [tool, &args];
        let call = self.session.call_in_sandbox(self.context, ASK, &arguments);
        // A dialog stops the timers of its page.
        let called = self.unless_dialog(timeout(limit, call)).await.map_err(Trouble::Dialog)?;
        read(&called.unwrap_or(Err(BrowserError::Late(limit)))?)
    }

    /// Returns when another page is in the tab, or the tab is closed.
    async fn is_left(self, events: &mut Receiver<Event>, before: &PageStatus) {
        loop {
            let event = match events.recv().await {
                Ok(event) if event.context() == self.context => event,
                Err(RecvError::Closed) => return,
                _ => continue,
            };
            let is_left = match event {
                Event::Destroyed(_) => true,
                Event::Interactive(_) | Event::Loaded(_) => {
                    self.status_despite_dialogs().await.is_ok_and(|it| it.origin != before.origin)
                }
                _ => false,
            };
            if is_left {
                return;
            }
        }
    }

    /// What the page is.
    pub(crate) async fn status(self) -> Result<PageStatus, Trouble> {
        self.ask("status", &Value::Null).await
    }

    /// What the page is, even while a dialog of it is open; a page that is busy does not answer.
    pub(crate) async fn status_despite_dialogs(self) -> Result<PageStatus, Trouble> {
        let call = self.session.call_in_sandbox(self.context, ASK, &["status", "null"]);
        let reply = timeout(BRIEFLY, call).await.unwrap_or(Err(BrowserError::Late(BRIEFLY)))?;
        read(&reply)
    }

    /// The browser's handle of an element.
    pub(crate) async fn element(self, id: &str) -> Result<ElementHandle, Trouble> {
        let element = self.session.element(self.context, NODE, id).await?;
        element.ok_or_else(|| Trouble::NotPossible(format!("{id} is gone from the page")))
    }

    /// Waits for something, unless a dialog of the page is open or opens meanwhile.
    pub(crate) async fn unless_dialog<T>(self, work: impl Future<Output = T>) -> Result<T, Prompt> {
        let mut events = self.session.events();
        if let Some(prompt) = self.session.prompt(self.context) {
            return Err(prompt);
        }
        let opened = async {
            loop {
                let is_over = matches!(events.recv().await, Err(RecvError::Closed));
                if let Some(prompt) = self.session.prompt(self.context) {
                    return prompt;
                }
                if is_over {
                    // The work ends by itself.
                    return std::future::pending().await;
                }
            }
        };
        tokio::select! {
            biased;
            done = work => Ok(done),
            prompt = opened => Err(prompt),
        }
    }

    /// Waits for the first event that this function wants; `None` after the time.
    pub(crate) async fn event<T>(
        events: &mut Receiver<Event>,
        limit: Duration,
        wanted: impl Fn(&Event) -> Option<T>,
    ) -> Option<T> {
        let waiting = async {
            loop {
                match events.recv().await {
                    Ok(event) => {
                        if let Some(found) = wanted(&event) {
                            return Some(found);
                        }
                    }
                    // What was missed is not known: the caller looks at the page.
                    Err(RecvError::Lagged(_) | RecvError::Closed) => return None,
                }
            }
        };
        timeout(limit, waiting).await.ok().flatten()
    }
}

/// Reads the answer of a tool.
fn read<T: DeserializeOwned>(answer: &str) -> Result<T, Trouble> {
    match serde_json::from_str(answer).map_err(|_| BrowserError::Unreadable("an answer of a page"))? {
        Answer::Ok(answer) => Ok(answer),
        Answer::No(sentence) => Err(Trouble::NotPossible(text::line(&sentence, LONGEST))),
    }
}
