//! Looks at a window, or at what changed in it.

use super::{
    desk::{Desk, ReplyPurpose},
    error::HandsError,
    reply,
    schema::{ArgumentKind, DESKTOP, WINDOW, object},
    view::{PictureKind, View, ViewContent, picture},
};
use crate::turns::Turn;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// What is looked at.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObserveArgs {
    /// The window.
    pub window: Option<String>,
    /// An earlier view of it: then the reply has only what changed since.
    pub since: Option<String>,
    /// Whether a picture comes with it.
    #[serde(default)]
    pub picture: PictureKind,
    /// A text: then every control that has it is listed, also those that the list leaves out.
    pub find: Option<String>,
    /// The desktop.
    pub desktop: Option<String>,
}

impl ObserveArgs {
    /// The schema of these arguments.
    pub fn schema() -> Value {
        object(
            vec![
                WINDOW,
                (
                    "since",
                    ArgumentKind::Text,
                    "an earlier view of this window: then only what changed since is told",
                ),
                (
                    "picture",
                    ArgumentKind::OneOf(&["none", "plain", "numbered"]),
                    "a picture besides; none by default",
                ),
                ("find", ArgumentKind::Text, "lists every control whose name or value has this text"),
                DESKTOP,
            ],
            &[],
        )
    }
}

/// What is searched.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FindArgs {
    /// The text.
    pub text: String,
    /// The window.
    pub window: Option<String>,
    /// The desktop.
    pub desktop: Option<String>,
}

impl FindArgs {
    /// The schema of these arguments.
    pub fn schema() -> Value {
        let text = ("text", ArgumentKind::Text, "a part of the name or value");
        object(vec![text, WINDOW, DESKTOP], &["text"])
    }

    /// The look that finds it.
    pub(super) fn into_look(self) -> ObserveArgs {
        let FindArgs { text, window, desktop } = self;
        ObserveArgs { find: Some(text), window, desktop, ..ObserveArgs::default() }
    }
}

/// Looks at a window as it is now.
pub(super) async fn observe(desk: &mut Desk, args: &ObserveArgs) -> Result<View, HandsError> {
    // Before the way to the window: the session asks at each look which picture is wanted.
    desk.want_picture(args.picture);
    let turn = look(desk, args).await;
    // Whatever came of it: later looks would draw numbers for nobody.
    desk.want_picture(PictureKind::None);
    let turn = turn?;
    let before = args.since.as_deref().and_then(|it| desk.earlier_view(it)).cloned();
    let content = before.as_ref().map_or(ViewContent::Controls, ViewContent::ChangesSince);
    let folder = desk.handle().folder();
    // Before the view, which tells what was done: where the picture cannot be read, the next reply tells it.
    let picture = desk.app_view().map(|seen| picture(seen, args.picture, folder)).transpose()?.flatten();
    Ok(View { picture, ..desk.view(&turn, content)? })
}

async fn look(desk: &mut Desk, args: &ObserveArgs) -> Result<Arc<Turn>, HandsError> {
    let stale = desk.waiting_turn();
    let turn = desk.at_window(args.window.as_deref()).await?;
    if let Some(text) = &args.find {
        let find = reply::call("find_control", &json!({"text": text}));
        return desk.ask(&turn, reply::actions(&[find]), ReplyPurpose::Work).await;
    }
    match stale == Some(turn.number) || desk.lacks_picture(args.picture) {
        true => desk.look(&turn).await,
        false => Ok(turn),
    }
}
