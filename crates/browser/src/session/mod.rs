//! What commands need of a browser: tabs, pages, input, files. Each protocol is a module with a session of its own.

mod error;
mod event;
mod login;
mod prompts;
mod requests;

pub(crate) use error::{BrowserError, Fault};
pub(crate) use event::{
    BegunDownload, ClosedPrompt, CreatedContext, DeclinedLogin, DownloadEnd, Event, InContext, OpenedPrompt,
    SUBSCRIBED,
};
pub(crate) use login::{LoginAnswer, LoginRequest, host_of};
pub(crate) use prompts::{Prompt, Prompts};
pub(crate) use requests::{Caller, PendingReplies, Reply, Request};

use async_trait::async_trait;
use serde_json::Value;
use std::{fmt::Debug, path::Path, time::Duration};
use tokio::sync::broadcast;

/// How long a browser may take for what asks no page.
pub(crate) const QUICK: Duration = Duration::from_secs(5);
/// How long a click may take: its page may be busy, or ask something that is no dialog of a page.
pub(crate) const PRESSING: Duration = Duration::from_secs(10);
/// The realm of our own in each page, where its scripts cannot reach and what they have overridden is not seen.
pub(crate) const SANDBOX: &str = "deskpilot";
/// The maximum size of a message in bytes: a picture of a large page.
pub(crate) const LARGEST: usize = 64 << 20;
/// How many events wait for a slow listener.
pub(crate) const EVENTS: usize = 1024;

/// A browser that is connected. A context is the browser's name of a tab, or of a frame in one.
#[async_trait]
pub(crate) trait Session: Debug + Send + Sync {
    /// Whether the browser is still connected.
    fn is_open(&self) -> bool;

    /// Whether a window of this process is one of the browser's.
    fn is_of(&self, process: Option<u32>) -> bool;

    /// The events from now on.
    fn events(&self) -> broadcast::Receiver<Event>;

    /// The dialog that is open in a tab, or the login that its next page waits for.
    fn prompt(&self, context: &str) -> Option<Prompt>;

    /// The host that asked for a name and a password in a frame and got none.
    fn declined_login(&self, context: &str) -> Option<String>;

    /// All tabs, by their windows.
    async fn tabs(&self) -> Result<Vec<Tab>, BrowserError>;

    /// Calls a function in the sandbox of a page and returns its text.
    async fn call_in_sandbox(
        &self,
        context: &str,
        function: &str,
        arguments: &[&str],
    ) -> Result<String, BrowserError>;

    /// The browser's handle of the element that a function in the sandbox returns; none if it returns none.
    async fn element(
        &self,
        context: &str,
        function: &str,
        id: &str,
    ) -> Result<Option<ElementHandle>, BrowserError>;

    /// The context of the frame that a function in the sandbox returns the element of; none if that shows no page.
    async fn frame(&self, context: &str, function: &str, id: &str) -> Result<Option<String>, BrowserError>;

    /// Gives the closed shadow root of the element that `find` returns in the sandbox to the function `keep` there; whether there
    /// is one.
    async fn open_root(&self, context: &str, find: &str, keep: &str, id: &str) -> Result<bool, BrowserError>;

    /// Runs a script of the agent's in the page itself.
    async fn run_in_page(&self, context: &str, expression: &str) -> Result<ScriptEnd, BrowserError>;

    /// Goes to an address and waits until its page can be used.
    async fn navigate(&self, context: &str, url: &str) -> Result<(), BrowserError>;

    /// Goes to an address and does not wait for its page.
    async fn begin_navigation(&self, context: &str, url: &str) -> Result<(), BrowserError>;

    /// Loads the page again and waits until it can be used.
    async fn reload(&self, context: &str) -> Result<(), BrowserError>;

    /// Goes back or forward in the history of a tab.
    async fn traverse(&self, context: &str, delta: i32) -> Result<(), BrowserError>;

    /// Opens an empty tab in the window of another one.
    async fn create_tab(&self, neighbour: &str, front: TabPlace) -> Result<String, BrowserError>;

    /// Brings a tab to the front.
    async fn activate(&self, context: &str) -> Result<(), BrowserError>;

    /// Closes a tab; its page may ask first.
    async fn close(&self, context: &str) -> Result<(), BrowserError>;

    /// Clicks with the left button at a point of a page's view.
    async fn click(&self, point: &ClickPoint<'_>) -> Result<(), BrowserError>;

    /// Answers the dialog of a tab.
    async fn answer_prompt(&self, context: &str, answer: PromptAnswer<'_>) -> Result<(), BrowserError>;

    /// Answers the login that the next page of a tab waits for.
    async fn answer_login(&self, context: &str, answer: LoginAnswer) -> Result<(), BrowserError>;

    /// Puts a file into a field for files.
    async fn set_file(&self, context: &str, element: &ElementHandle, file: &Path)
    -> Result<(), BrowserError>;

    /// A picture of an element, as PNG in Base64.
    async fn picture(&self, context: &str, element: &ElementHandle) -> Result<String, BrowserError>;

    /// Puts downloads into this folder without asking.
    async fn download_into(&self, folder: &Path) -> Result<(), BrowserError>;

    /// Lets the user's settings for downloads hold again and closes the tab of a download. Does not wait.
    fn end_download(&self, tab: Option<String>);
}

/// A tab.
#[derive(Clone, Debug)]
pub(crate) struct Tab {
    pub(crate) context: String,
    pub(crate) url: String,
    /// The window that it is in.
    pub(crate) window: String,
    /// Its title where the browser itself says it: such a browser's pages do not answer while a dialog of theirs is open.
    pub(crate) title: Option<String>,
}

/// A point to click at, in the view of its page and in that of the tab: they differ in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClickPoint<'a> {
    pub(crate) context: &'a str,
    pub(crate) place: (i64, i64),
    pub(crate) tab: &'a str,
    pub(crate) tab_place: (i64, i64),
}

/// A browser's own handle of an element.
#[derive(Clone, Debug)]
pub(crate) struct ElementHandle(pub(crate) String);

/// How a script of the agent's ended.
#[derive(Clone, Debug)]
pub(crate) enum ScriptEnd {
    /// With this result, in the form that both protocols give it.
    Result(Value),
    /// With this exception.
    Threw(String),
}

/// Where a tab opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TabPlace {
    /// In front.
    Front,
    /// Behind the tab in front.
    Back,
}

/// What a dialog is answered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PromptAnswer<'a> {
    /// OK, with a text if it asks for one.
    Accept(Option<&'a str>),
    /// Cancel.
    Dismiss,
}
