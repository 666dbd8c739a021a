//! The events of Chromium that count.

use serde::Deserialize;

/// An event of the browser, or of a tab.
#[derive(Debug, Deserialize)]
#[serde(tag = "method", content = "params", rename_all_fields = "camelCase")]
pub(super) enum CdpEvent {
    /// A tab is there.
    #[serde(rename = "Target.attachedToTarget")]
    Attached { session_id: String, target_info: Target },
    /// It closed.
    #[serde(rename = "Target.detachedFromTarget")]
    Detached { session_id: String },
    /// A frame begins to load another page.
    #[serde(rename = "Page.frameStartedNavigating")]
    Leaving { frame_id: String, navigation_type: String },
    /// A frame has another page.
    #[serde(rename = "Page.frameNavigated")]
    Arrived {
        frame: Frame,
        #[serde(rename = "type", default)]
        kind: String,
    },
    /// A frame went to another place in its page.
    #[serde(rename = "Page.navigatedWithinDocument")]
    Moved { frame_id: String },
    /// The page of a tab can be used, but pictures may be missing.
    #[serde(rename = "Page.domContentEventFired")]
    Interactive {},
    /// The page of a tab is complete.
    #[serde(rename = "Page.loadEventFired")]
    Loaded {},
    /// A frame loads nothing more.
    #[serde(rename = "Page.frameStoppedLoading")]
    Stopped { frame_id: String },
    /// A dialog opened.
    #[serde(rename = "Page.javascriptDialogOpening")]
    DialogOpened {
        #[serde(rename = "type")]
        kind: String,
        #[serde(default)]
        message: String,
    },
    /// A dialog closed.
    #[serde(rename = "Page.javascriptDialogClosed")]
    DialogClosed { result: bool },
    /// A request for a page waits until it is let go on.
    #[serde(rename = "Fetch.requestPaused")]
    Paused { request_id: String },
    /// A server asks for a name and a password before it gives a page.
    #[serde(rename = "Fetch.authRequired")]
    AuthRequired { request_id: String, request: AskedPage, frame_id: String, auth_challenge: Challenge },
    /// A download began.
    #[serde(rename = "Browser.downloadWillBegin")]
    DownloadBegan { frame_id: String, guid: String, url: String },
    /// A download went on, or ended.
    #[serde(rename = "Browser.downloadProgress")]
    Download { guid: String, state: String, file_path: Option<String> },
}

impl CdpEvent {
    /// The frame to which another page is on its way.
    pub(super) fn left_frame(&self) -> Option<&String> {
        match self {
            // `sameDocument` and `historySameDocument` lead to another place of the same page.
            CdpEvent::Leaving { frame_id, navigation_type } if !navigation_type.ends_with("ameDocument") => {
                Some(frame_id)
            }
            _ => None,
        }
    }
}

/// A page that was asked for.
#[derive(Debug, Deserialize)]
pub(super) struct AskedPage {
    pub(super) url: String,
}

/// The question for a name and a password.
#[derive(Debug, Deserialize)]
pub(super) struct Challenge {
    /// `Server` or `Proxy`.
    #[serde(default)]
    pub(super) source: String,
    #[serde(default)]
    pub(super) realm: String,
}

/// A tab, or a frame that has a process of its own.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Target {
    pub(super) target_id: String,
    #[serde(rename = "type")]
    pub(super) kind: String,
}

/// A frame with its page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Frame {
    pub(super) id: String,
    /// The frame that it is in; none for that of a tab.
    pub(super) parent_id: Option<String>,
    /// Another page has another one.
    pub(super) loader_id: String,
    /// The address of which this page says that it did not come.
    pub(super) unreachable_url: Option<String>,
}
