//! The page of the manual about task files, printed from the table of what a check can be about.

use anyhow::Result;
use deskpilot_dataflow::{PATIENCE, task::SUBJECTS};
use std::fmt::Write;

const HEAD: &str = "\
# Task files

A task is a file `NAME.toml`: what a person would say, the files it begins with, and what must hold afterwards.
`deskpilot batch FOLDER` carries every task of a folder out, each on a private desktop with a home of its own, looks
whether its checks hold, and writes a table with success, steps, model calls, tokens, dollars and seconds.

```toml
request = \"Add the prices in prices.csv and save the sum as total.txt\"

[files]                          # text files of the task's home, by path
\"prices.csv\" = \"tea,3\\nmilk,2\\n\"

[budget]                         # optional: steps, seconds, tokens, dollars; the settings decide on the rest
steps = 40

[[checks]]                       # at least one
file = \"total.txt\"
equals = 5

[[checks]]
process = \"galculator\"
running = false
```

A task succeeds when its session finished and every check holds. Checks ask no model and do not believe the one that
did the task: they look at files, documents and the desktop themselves.";

const TAIL: &str = "\
A `[script]` table holds the replies of the model `script`: `deskpilot batch FOLDER --model script` does what it says.

Nobody is there to answer: a question is answered with \"decide by what you see\", and what needs a yes is not done,
unless `--approval never` (or the policy) allows it without asking.

A batch writes `results.json` and `results.md` into the folder of its name beside the logs, after every task; each
task has a log of its own, whose judgement holds what its checks found.";

/// The page.
pub(crate) fn page() -> Result<String> {
    let mut page = format!("{HEAD}\n");
    let seconds = PATIENCE.as_secs();
    writeln!(page, "What does not hold at once is looked at again for {seconds} seconds.\n\n## Checks\n")?;
    writeln!(page, "A check is about one thing, and says one thing of it.")?;
    for subject in SUBJECTS {
        writeln!(page, "\n`{}`: {}.\n", subject.key, subject.names)?;
        writeln!(page, "| beside it | says |\n| --- | --- |")?;
        for (key, says) in subject.beside {
            writeln!(page, "| `{key}` | {says} |")?;
        }
    }
    writeln!(page, "\n{TAIL}")?;
    Ok(page)
}
