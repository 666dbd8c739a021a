//! Which commands there are in a window, and what they take.

use super::{
    desk::{Desk, ReplyPurpose},
    error::HandsError,
    reply,
    schema::{ArgumentKind, DESKTOP, WINDOW, object},
};
use deskpilot_agent::UI_COMMANDS;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Which commands are described.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandsArgs {
    /// Names, or words for what is to be done, apart by commas.
    pub words: Option<String>,
    /// The window.
    pub window: Option<String>,
    /// The desktop.
    pub desktop: Option<String>,
}

impl CommandsArgs {
    /// The schema of these arguments.
    pub fn schema() -> Value {
        let words = "names, or words for what is to be done, apart by commas: these are described in full";
        object(vec![("words", ArgumentKind::Text, words), WINDOW, DESKTOP], &[])
    }
}

/// The commands of a window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CommandsReply {
    /// Those of every window, with their arguments, which are texts where no kind is named; none where words ask for others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub of_every_window: Vec<String>,
    /// The names of those that its application or the machine offers; ask with words what they take.
    pub native: Vec<String>,
    /// What the words mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub described: Option<String>,
}

/// The commands of a window.
pub(super) async fn commands(desk: &mut Desk, args: &CommandsArgs) -> Result<CommandsReply, HandsError> {
    let turn = desk.at_window(args.window.as_deref()).await?;
    let native = desk.native().to_vec();
    let Some(words) = args.words.as_deref().map(str::trim).filter(|it| !it.is_empty()) else {
        let of_every_window = UI_COMMANDS.iter().map(|it| it.spec.signature()).collect();
        return Ok(CommandsReply { of_every_window, native, described: None });
    };
    let ask = reply::call("describe_command", &json!({"function": words}));
    // Work and no look: the description comes as the effect of an action.
    desk.ask(&turn, reply::actions(&[ask]), ReplyPurpose::Work).await?;
    let mut done = desk.take_untold();
    match done.pop() {
        Some(it) if it.data_not_instructions.is_some() => {
            desk.put_back(done);
            let described = it.data_not_instructions;
            Ok(CommandsReply { of_every_window: Vec::new(), native, described })
        }
        last => {
            done.extend(last);
            Err(HandsError::NotRead { done })
        }
    }
}
