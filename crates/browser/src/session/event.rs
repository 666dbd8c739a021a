//! The events of a browser that commands wait for, as WebDriver BiDi writes them. Other protocols' are made into these.

use super::login::LoginRequest;
use serde::Deserialize;

/// The events that a session subscribes to.
pub(crate) const SUBSCRIBED: [&str; 12] = [
    "browsingContext.contextCreated",
    "browsingContext.contextDestroyed",
    "browsingContext.navigationStarted",
    "browsingContext.navigationFailed",
    "browsingContext.fragmentNavigated",
    "browsingContext.domContentLoaded",
    "browsingContext.load",
    "browsingContext.userPromptOpened",
    "browsingContext.userPromptClosed",
    "browsingContext.downloadWillBegin",
    "browsingContext.downloadEnd",
    "network.authRequired",
];

/// An event of a browsing context: a tab, or a frame in one.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "method", content = "params")]
pub(crate) enum Event {
    /// It came into being.
    #[serde(rename = "browsingContext.contextCreated")]
    Created(CreatedContext),
    /// It closed.
    #[serde(rename = "browsingContext.contextDestroyed")]
    Destroyed(InContext),
    /// It began to load another page.
    #[serde(rename = "browsingContext.navigationStarted")]
    NavigationStarted(InContext),
    /// It did not load another page after all.
    #[serde(rename = "browsingContext.navigationFailed")]
    NavigationFailed(InContext),
    /// It went to another place in its page.
    #[serde(rename = "browsingContext.fragmentNavigated")]
    FragmentNavigated(InContext),
    /// Its page can be used, but pictures may be missing.
    #[serde(rename = "browsingContext.domContentLoaded")]
    Interactive(InContext),
    /// Its page is complete.
    #[serde(rename = "browsingContext.load")]
    Loaded(InContext),
    /// A dialog opened.
    #[serde(rename = "browsingContext.userPromptOpened")]
    PromptOpened(OpenedPrompt),
    /// A dialog closed.
    #[serde(rename = "browsingContext.userPromptClosed")]
    PromptClosed(ClosedPrompt),
    /// A download began.
    #[serde(rename = "browsingContext.downloadWillBegin")]
    DownloadBegan(BegunDownload),
    /// A download ended.
    #[serde(rename = "browsingContext.downloadEnd")]
    DownloadEnded(DownloadEnd),
    /// The next page of a tab waits for a login.
    #[serde(skip)]
    LoginRequested(LoginRequest),
    /// A frame got no login.
    #[serde(skip)]
    LoginDeclined(DeclinedLogin),
}

/// A new context.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct CreatedContext {
    pub(crate) context: String,
    /// The context that it is a frame of; none for a tab.
    pub(crate) parent: Option<String>,
}

/// The context of an event.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct InContext {
    pub(crate) context: String,
}

/// A download that began.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct BegunDownload {
    pub(crate) context: String,
    /// Where the file comes from, after every redirect.
    pub(crate) url: String,
}

/// A dialog that opened.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct OpenedPrompt {
    pub(crate) context: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    #[serde(default)]
    pub(crate) message: String,
}

/// A dialog that closed.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct ClosedPrompt {
    pub(crate) context: String,
    pub(crate) accepted: bool,
}

/// A download that ended.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct DownloadEnd {
    pub(crate) context: String,
    /// `complete` or `canceled`.
    pub(crate) status: String,
    /// The file, if it is complete.
    pub(crate) filepath: Option<String>,
}

/// A login that a frame asked for and did not get.
#[derive(Clone, Debug)]
pub(crate) struct DeclinedLogin {
    pub(crate) context: String,
    /// The host that asked.
    pub(crate) host: String,
}

impl Event {
    /// The context that it is of.
    pub(crate) fn context(&self) -> &str {
        match self {
            Event::Created(it) => &it.context,
            Event::Destroyed(it)
            | Event::NavigationStarted(it)
            | Event::NavigationFailed(it)
            | Event::FragmentNavigated(it)
            | Event::Interactive(it)
            | Event::Loaded(it) => &it.context,
            Event::DownloadBegan(it) => &it.context,
            Event::PromptOpened(it) => &it.context,
            Event::PromptClosed(it) => &it.context,
            Event::DownloadEnded(it) => &it.context,
            Event::LoginRequested(it) => &it.context,
            Event::LoginDeclined(it) => &it.context,
        }
    }
}
