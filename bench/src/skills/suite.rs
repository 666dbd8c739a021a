//! Tasks of `tasks/` with nothing, with knowledge, and again and again with skills.

use super::batch::{Taken, new_home};
use crate::say;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// The tasks, and how often each is done in a row with skills.
const TASKS: &[(&str, usize)] = &[
    ("replace-mousepad", 5),
    ("product-gnome", 5),
    ("widgets-form", 5),
    ("cells-calc", 5),
    ("append-featherpad", 3),
    ("notes-gnome-text-editor", 3),
    ("save-as-gedit", 3),
    ("settings-galculator", 3),
    ("sum-to-text", 3),
    ("folder-thunar", 3),
];

/// The applications whose installed help is indexed: those of the tasks that have some.
const HELP: &[&str] =
    &["mousepad", "galculator", "gnome-calculator", "featherpad", "gedit", "gnome-text-editor", "thunar"];

/// What a task took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Task {
    /// Its name.
    pub(super) name: String,
    /// Once with the installed help in the index, and without skills.
    pub(super) with_help: Taken,
    /// In a row, with what the runs before taught. The first has neither help nor skills.
    pub(super) in_a_row: Vec<Taken>,
    /// How often a person is asked whether skills may run, in all runs together.
    #[serde(default)]
    pub(super) asked: u64,
}

/// Does each task that is wanted.
pub(super) async fn measure(is_wanted: impl Fn(&str) -> bool) -> Result<Vec<Task>> {
    let folder = tempfile::tempdir()?;
    let informed = new_home(folder.path(), "informed")?;
    say("the installed help is indexed ...");
    informed.index_help(HELP).await?;
    let mut tasks = Vec::new();
    for (name, times) in TASKS.iter().filter(|(name, _)| is_wanted(name)) {
        let learning = new_home(folder.path(), name)?;
        let (mut in_a_row, mut asked) = (Vec::new(), 0);
        for time in 1..=*times {
            say(&format!("{name}, for the {time}. time ..."));
            let taken = learning.run(name).await.with_context(|| format!("the task {name}"))?;
            if !taken.handed_back.is_empty() {
                say(&taken.handed_back);
            }
            in_a_row.push(taken);
            asked += learning.allow().await?;
        }
        say(&format!("{name}, with help ..."));
        let with_help = informed.run(name).await.with_context(|| format!("the task {name}"))?;
        tasks.push(Task { name: (*name).to_owned(), with_help, in_a_row, asked });
    }
    Ok(tasks)
}
