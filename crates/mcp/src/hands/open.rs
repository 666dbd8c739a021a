//! Opens an application, documents or a page.

use super::{
    desk::{Desk, ReplyPurpose},
    effects::LAUNCH,
    error::HandsError,
    reply,
    schema::{ArgumentKind, DESKTOP, object},
    view::{View, ViewContent},
};
use crate::turns::Turn;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The kind of application that opens pages.
const BROWSER: &str = "web browser";
/// The native command that opens a page.
const OPEN_PAGE: &str = "open_page";

/// What is opened: an application, documents in it or in their usual one, or a page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenArgs {
    /// The application, by any of its names, or by what it is.
    pub application: Option<String>,
    /// A document.
    pub path: Option<String>,
    /// Several documents.
    #[serde(default)]
    pub paths: Vec<String>,
    /// The address of a page.
    pub page: Option<String>,
    /// The desktop, which is made if it is not there.
    pub desktop: Option<String>,
}

impl OpenArgs {
    /// The schema of these arguments.
    pub fn schema() -> Value {
        object(
            vec![
                ("application", ArgumentKind::Text, "its name, or what it is, such as text editor"),
                ("path", ArgumentKind::Text, "a document; without an application it opens in its usual one"),
                ("paths", ArgumentKind::Texts, "several documents"),
                ("page", ArgumentKind::Text, "the address of a page, which a web browser opens"),
                DESKTOP,
            ],
            &[],
        )
    }

    fn documents(&self) -> Vec<String> {
        self.path.iter().chain(&self.paths).cloned().collect()
    }
}

/// Opens what is wanted, and looks at its window.
pub(super) async fn open(desk: &mut Desk, args: &OpenArgs) -> Result<View, HandsError> {
    let documents = args.documents();
    let application = match (&args.application, &args.page) {
        (Some(application), _) => application.as_str(),
        (None, Some(_)) => BROWSER,
        (None, None) => "",
    };
    if application.is_empty() && documents.is_empty() {
        let complaint = "name an application, a path or a page".to_owned();
        return Err(HandsError::Rejected { complaint });
    }
    let turn = desk.turn().await?;
    let turn = desk.at_host(turn).await?;
    desk.begin_launch();
    let launch = reply::launch(application, &documents, &desk.subtask());
    let turn = desk.ask(&turn, launch, ReplyPurpose::Work).await?;
    arrive(desk, args, turn).await
}

/// Goes on after a question was answered that came up while it opened.
pub(super) async fn after_answer(desk: &mut Desk, args: &OpenArgs) -> Result<View, HandsError> {
    let mut turn = desk.turn().await?;
    let has_opened = desk.untold().iter().any(|it| it.command == LAUNCH && it.is_fine);
    // A launch that waited for a yes leaves its window to the HostAgent.
    if let Some(window) = desk.launched_window().filter(|_| has_opened) {
        turn = desk.at_window(Some(&window)).await?;
    }
    arrive(desk, args, turn).await
}

/// Looks at the window that opened, at the page if one is wanted.
async fn arrive(desk: &mut Desk, args: &OpenArgs, mut turn: Arc<Turn>) -> Result<View, HandsError> {
    if desk.app_view().is_none() {
        let (done, windows) = (desk.take_untold(), desk.window_rows());
        return Err(HandsError::NotOpened { done, windows });
    }
    // A question that came up while the page opened may be answered by now: it is not opened twice.
    let mut since_launch = desk.untold().iter().rev().take_while(|it| it.command != LAUNCH);
    let was_tried = since_launch.any(|it| it.command == OPEN_PAGE);
    if let Some(page) = args.page.as_ref().filter(|_| !was_tried) {
        let call = reply::call(OPEN_PAGE, &json!({"url": page}));
        turn = desk.ask(&turn, reply::actions(&[call]), ReplyPurpose::Work).await?;
    }
    desk.view(&turn, ViewContent::Controls)
}
