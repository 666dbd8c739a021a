//! `answers`: lists and removes the answers that are kept for later tasks.

use super::print;
use crate::{
    args::{AnswersArgs, AnswersCommand},
    console::plain,
    exit::Exit,
};
use anyhow::{Result, bail};
use deskpilot_runtime::{
    Environment, UsageError,
    answers::{self, KeptAnswer},
};

/// `deskpilot answers`
pub(crate) fn answers(environment: &Environment, args: &AnswersArgs) -> Result<Exit> {
    let Some(file) = answers::path(environment) else {
        let variable = environment.home_variable();
        bail!(UsageError(format!("no answers are kept, because there is no home folder: set {variable}")));
    };
    match &args.command {
        AnswersCommand::List { json } => {
            let kept = answers::read(&file)?;
            if json.wanted {
                print(&serde_json::to_string_pretty(&kept)?);
            } else if kept.is_empty() {
                print(&format!("no answers are kept in {}", file.display()));
            } else {
                let line = |it: &KeptAnswer| {
                    format!("{}\n  {}", plain(&it.answer.question), plain(&it.answer.answer))
                };
                print(&kept.iter().map(line).collect::<Vec<_>>().join("\n"));
            }
        }
        AnswersCommand::Forget { question } => {
            if !answers::forget(&file, question)? {
                bail!("no answer to {question:?} is kept; `deskpilot answers list` shows the kept ones");
            }
            print(&format!("removed: {}", plain(question)));
        }
    }
    Ok(Exit::Finished)
}
