//! A page, queried in a realm of our own: its scripts cannot reach our queries, and their overrides do not reach our realm.

use crate::{
    session::{BrowserError, ElementHandle, Event, Prompt, Session, Tab},
    text,
    trouble::Trouble,
};
use futures::future::{BoxFuture, join_all};
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
/// How long the page of a frame may take to give its closed shadow roots.
const FRAME_ROOTS: Duration = Duration::from_secs(3);
/// How long a page may take to say its title.
const BRIEFLY: Duration = Duration::from_secs(2);
/// The maximum length of a page's sentence, in characters.
const LONGEST: usize = 600;

/// Calls a tool. The tools stay in the realm until the page is left, and with them the elements that have names. Their files
/// are the body of one function.
const ASK: &str = concat!(
    "async (tool, args, prefix) => {\n",
    "const write = it => JSON.stringify(it, (_, part) => typeof part === 'string' ? part.toWellFormed() : part);\n",
    "globalThis.deskpilot ??= (() => {\n",
    include_str!("elements.js"),
    include_str!("labels.js"),
    include_str!("choices.js"),
    include_str!("stirring.js"),
    include_str!("clicks.js"),
    include_str!("watching.js"),
    include_str!("forms.js"),
    include_str!("reading.js"),
    include_str!("files.js"),
    include_str!("places.js"),
    include_str!("frames.js"),
    include_str!("lists.js"),
    "return { node, enter, hostOf, keepRoot, tools: { find, aim, startWatch, observed, fill, checkFields, fillPassword, html, links, waitFor, status, ",
    "address, elementDetails, fieldDetails, pictured, fileField, clickables, elementAt, frames, frameAim, hosts, readList } };\n})();\n",
    "globalThis.deskpilot.enter(prefix);\n",
    "try { return write({ ok: await globalThis.deskpilot.tools[tool](JSON.parse(args)) ?? null }); }\n",
    "catch (error) { return write(error.absent ? { absent: error.sentence } : { no: error.sentence ?? `the page cannot be asked: ${error}` }); }\n}"
);
/// Returns an element itself.
const NODE: &str = "id => globalThis.deskpilot?.node(id) ?? null";
/// Returns an element that may have a closed shadow root.
const HOST: &str = "id => globalThis.deskpilot?.hostOf(id) ?? null";
/// Takes the closed shadow root of an element.
const KEEP_ROOT: &str = "(id, root) => { globalThis.deskpilot?.keepRoot(id, root); return \"\"; }";
/// How many times the page is searched for closed shadow roots: one may be within another.
const ROOT_LEVELS: usize = 3;

/// A page in a tab, or in a frame of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page<'a> {
    pub(crate) session: &'a dyn Session,
    pub(crate) context: &'a str,
    /// The context of its tab.
    pub(crate) tab: &'a str,
    /// What the names of its elements begin with: nothing in a tab, and in a frame the frame's element and a dot, such as `e7.`.
    pub(crate) prefix: &'a str,
}

/// What a tool answers.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer<T> {
    Ok(T),
    No(String),
    /// The page has no such element.
    Absent(String),
}

/// The elements that may have a closed shadow root.
#[derive(Deserialize)]
struct PossibleHosts {
    ids: Vec<String>,
    /// How many more there are.
    more: usize,
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
    /// Why the browser shows a page of its own instead of the requested one.
    #[serde(default)]
    pub(crate) failure: Option<String>,
}

impl PageStatus {
    /// The status of the page of a tab while an open dialog keeps it from answering. A dialog opens in front,
    /// so the page counts as visible.
    pub(crate) fn behind_dialog(tab: &Tab) -> Option<PageStatus> {
        let title = tab.title.clone()?;
        let (url, ready) = (tab.url.clone(), String::new());
        Some(PageStatus { title, url, visible: true, ready, origin: 0.0, failure: None })
    }
}

/// An element that a tool found.
#[derive(Debug, Deserialize)]
pub(crate) struct NamedElement {
    pub(crate) what: String,
    pub(crate) id: String,
}

impl<'a> Page<'a> {
    /// The page of a tab.
    pub(crate) const fn of(session: &'a dyn Session, context: &'a str) -> Page<'a> {
        Page { session, context, tab: context, prefix: "" }
    }

    /// The page that the tab shows which this one is in.
    pub(crate) const fn in_tab(self) -> Page<'a> {
        Page::of(self.session, self.tab)
    }

    /// Whether it is in a frame.
    pub(crate) const fn is_in_frame(self) -> bool {
        !self.prefix.is_empty()
    }

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
            // An answer that is there counts, even if the page was left right after it.
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
        let arguments = [tool, &args, self.prefix];
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
        let arguments = ["status", "null", self.prefix];
        let call = self.session.call_in_sandbox(self.context, ASK, &arguments);
        let reply = timeout(BRIEFLY, call).await.unwrap_or(Err(BrowserError::Late(BRIEFLY)))?;
        read(&reply)
    }

    /// The browser's handle of an element.
    pub(crate) async fn element(self, id: &str) -> Result<ElementHandle, Trouble> {
        let element = self.session.element(self.context, NODE, id).await?;
        element.ok_or_else(|| Trouble::NotPossible(format!("{id} is gone from the page")))
    }

    /// The context of the frame that an element is; none if it shows no page.
    pub(crate) async fn frame(self, id: &str) -> Result<Option<String>, BrowserError> {
        self.session.frame(self.context, NODE, id).await
    }

    /// Makes what is in closed shadow roots elements like all others, and says how many elements may have one and were not looked
    /// at.
    pub(crate) fn open_roots(self) -> BoxFuture<'a, usize> {
        Box::pin(async move {
            let limit = if self.is_in_frame() { FRAME_ROOTS } else { PATIENCE };
            let mut unread = 0;
            for _ in 0..ROOT_LEVELS {
                let Ok(hosts) = self.ask::<PossibleHosts>("hosts", &Value::Null).await else { break };
                unread = hosts.more;
                let mut opening = Vec::new();
                for id in &hosts.ids {
                    opening.push(self.session.open_root(self.context, HOST, KEEP_ROOT, id));
                }
                // A dialog or a busy page keeps the answers back.
                let opened = self.unless_dialog(timeout(limit, join_all(opening))).await;
                let Ok(Ok(opened)) = opened else { return hosts.more + hosts.ids.len() };
                if !opened.iter().any(|it| matches!(it, Ok(true))) {
                    break;
                }
            }
            unread
        })
    }

    /// Waits for something, unless a dialog of the page is open or opens meanwhile.
    pub(crate) async fn unless_dialog<T>(self, work: impl Future<Output = T>) -> Result<T, Prompt> {
        // Before the look at the prompt: a dialog that opens between the two is in the events.
        let mut events = self.session.events();
        if let Some(prompt) = self.session.prompt(self.tab) {
            return Err(prompt);
        }
        let opened = async {
            loop {
                let is_over = matches!(events.recv().await, Err(RecvError::Closed));
                if let Some(prompt) = self.session.prompt(self.tab) {
                    return prompt;
                }
                if is_over {
                    // The work ends by itself.
                    return std::future::pending().await;
                }
            }
        };
        tokio::select! {
            // Work that is done counts, even if a dialog opened right after it.
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
        Answer::Absent(sentence) => Err(Trouble::Absent(text::line(&sentence, LONGEST))),
    }
}
