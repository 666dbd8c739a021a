//! `answers`: what the user answered and wants remembered.

use super::print;
use crate::{
    args::{AnswersArgs, AnswersCommand},
    console::plain,
    exit::Exit,
};
use anyhow::{Result, bail};
use deskpilot_runtime::{Environment, UsageError, answers};

/// `deskpilot answers`
pub(crate) fn answers(args: &AnswersArgs) -> Result<Exit> {
    let Some(file) = answers::place(&Environment::of_process()) else {
        bail!(UsageError("there is no home folder, and so no answers are kept".into()));
    };
    match &args.what {
        AnswersCommand::List { json } => {
            let kept = answers::read(&file)?;
            if *json {
                print(&serde_json::to_string_pretty(&kept)?);
            } else if kept.is_empty() {
                print(&format!("no answers are kept in {}", file.display()));
            } else {
                let line =
                    |it: &deskpilot_core::Answer| format!("{}\n  {}", plain(&it.question), plain(&it.answer));
                print(&kept.iter().map(line).collect::<Vec<_>>().join("\n"));
            }
        }
        AnswersCommand::Forget { question } => {
            if !answers::forget(&file, question)? {
                bail!("no answer to {question:?} is kept; `deskpilot answers list` shows those that are");
            }
            print(&format!("forgotten: {}", plain(question)));
        }
    }
    Ok(Exit::Finished)
}
