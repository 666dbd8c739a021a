//! Opens an application, documents or a page, and does actions in the window that opened.

use super::{
    MAIN,
    act::{ActReply, ActionArgs, ObserveAfter, carry_out_in, items, outcome_so_far},
    desk::{Desk, ReplyPurpose},
    effects::{ActionEffect, EffectWord, LAUNCH},
    error::HandsError,
    reply,
    schema::{ArgumentKind, DESKTOP, object},
    view::{View, ViewContent},
};
use crate::turns::Turn;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// The kind of application that opens pages.
const BROWSER: &str = "web browser";
/// The native command that opens a page.
const OPEN_PAGE: &str = "open_page";

/// Why actions are not begun where the call ends before it comes to them.
const HELD_UP: &str = "the opening before it needed an answer, or more time than the call had";
/// Why actions are not begun where they may reach something else, such as a dialog in front of the document.
const NOT_SHOWN: &str = "what was to be opened is not known to be there";

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
    /// What is done in the window that opened. Nothing has a label yet.
    #[serde(default)]
    pub actions: Vec<ActionArgs>,
    /// The desktop, which is made if it is not there.
    pub desktop: Option<String>,
}

/// What came of opening something.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum OpenReply {
    /// The window that opened.
    View(View),
    /// The opening and the actions behind it, as a call of `act` tells them.
    Actions(ActReply),
}

impl OpenArgs {
    /// The schema of these arguments. That of an action is in the schema of `act`.
    pub fn schema() -> Value {
        let action = || json!({"type": "object"});
        object(
            vec![
                ("application", ArgumentKind::Text, "its name, or what it is, such as text editor"),
                ("path", ArgumentKind::Text, "a document; without an application it opens in its usual one"),
                ("paths", ArgumentKind::Texts, "several documents"),
                ("page", ArgumentKind::Text, "the address of a page, which a web browser opens"),
                (
                    "actions",
                    ArgumentKind::List(action),
                    "those of act, without labels, for the window that opens",
                ),
                DESKTOP,
            ],
            &[],
        )
    }

    /// The name of the desktop.
    pub(crate) fn desktop(&self) -> &str {
        self.desktop.as_deref().unwrap_or(MAIN)
    }

    fn documents(&self) -> Vec<String> {
        self.path.iter().chain(&self.paths).cloned().collect()
    }

    /// The items of the reply's list that its actions stand for.
    fn items(&self) -> Result<Vec<Value>, HandsError> {
        if self.actions.iter().any(|it| it.label.is_some()) {
            let complaint =
                "the window is not there yet, so an action has no label: name its control".to_owned();
            return Err(HandsError::Rejected { complaint });
        }
        items(&self.actions)
    }

    /// Its actions as not done, for this reason.
    fn not_done(&self, why: &str) -> Vec<ActionEffect> {
        self.actions.iter().map(|it| it.not_done(why)).collect()
    }
}

/// Opens what is wanted, looks at its window, and does the actions in it.
pub(super) async fn open(desk: &mut Desk, args: &OpenArgs) -> Result<OpenReply, HandsError> {
    let (documents, items) = (args.documents(), args.items()?);
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
    desk.begin_launch(args.not_done(HELD_UP));
    let launch = reply::launch(application, &documents, &desk.subtask());
    let launched = desk.ask(&turn, launch, ReplyPurpose::Work).await;
    if let Err(HandsError::Rejected { .. } | HandsError::Overtaken) = &launched {
        // The error says that nothing was done.
        desk.release_held();
    }
    let turn = arrive(desk, args, launched?).await?;
    match items.as_slice() {
        [] => desk.view(&turn, ViewContent::Controls).map(OpenReply::View),
        items => follow(desk, args, &turn, items).await.map(OpenReply::Actions),
    }
}

/// Goes on after a question was answered that came up while it opened, or in the actions. As in any list, what comes after the opening
/// that was asked about is not done.
pub(super) async fn after_answer(desk: &mut Desk, args: &OpenArgs) -> Result<OpenReply, HandsError> {
    let has_begun = !args.actions.is_empty() && !desk.holds_actions();
    if has_begun {
        return outcome_so_far(desk).await.map(OpenReply::Actions);
    }
    let mut turn = desk.turn().await?;
    let has_opened = desk.untold().iter().any(|it| it.command == LAUNCH && it.is_fine);
    // A launch that waited for a yes leaves its window to the HostAgent.
    if let Some(window) = desk.launched_window().filter(|_| has_opened) {
        turn = desk.at_window(Some(&window)).await?;
    }
    let turn = arrive(desk, args, turn).await?;
    match args.actions.as_slice() {
        [] => desk.view(&turn, ViewContent::Controls).map(OpenReply::View),
        _ => outcome_so_far(desk).await.map(OpenReply::Actions),
    }
}

/// The window that opened, at the page if one is wanted.
async fn arrive(desk: &mut Desk, args: &OpenArgs, turn: Arc<Turn>) -> Result<Arc<Turn>, HandsError> {
    if desk.app_view().is_none() {
        let mut done = desk.take_untold();
        if desk.holds_actions() {
            desk.release_held();
            done.extend(args.not_done(NOT_SHOWN));
        }
        return Err(HandsError::NotOpened { done, windows: desk.window_rows() });
    }
    // A question that came up while the page opened may be answered by now: it is not opened twice.
    let mut since_launch = desk.untold().iter().rev().take_while(|it| it.command != LAUNCH);
    let was_tried = since_launch.any(|it| it.command == OPEN_PAGE);
    match args.page.as_ref().filter(|_| !was_tried) {
        None => Ok(turn),
        Some(page) => {
            let call = reply::call(OPEN_PAGE, &json!({"url": page}));
            desk.ask(&turn, reply::actions(&[call]), ReplyPurpose::Work).await
        }
    }
}

/// Does the actions in the window that opened, if that shows what was to be opened.
async fn follow(
    desk: &mut Desk,
    args: &OpenArgs,
    turn: &Turn,
    items: &[Value],
) -> Result<ActReply, HandsError> {
    desk.release_held();
    let why = if desk.since_launch().iter().all(is_shown) {
        match carry_out_in(desk, turn, items, ObserveAfter::ControlsAndChanges).await {
            Err(HandsError::Rejected { complaint }) => complaint,
            reply => return reply,
        }
    } else {
        NOT_SHOWN.to_owned()
    };
    desk.add_untold(args.not_done(&why));
    outcome_so_far(desk).await
}

/// Whether this effect of the opening leaves no doubt that what was to be opened is there. A launch says what else it brought up, such
/// as a dialog behind which the document waits.
fn is_shown(done: &ActionEffect) -> bool {
    match done.command.as_str() {
        LAUNCH => done.effect == EffectWord::Confirmed && done.data_not_instructions.is_none(),
        _ => done.is_fine,
    }
}
