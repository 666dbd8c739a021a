//! The manual page about task files, printed from the table of subjects of checks.

use anyhow::Result;
use deskpilot_tasks::{
    SETTLE_TIME,
    task::{LARGEST, MOST_ENTRIES, SUBJECTS},
};
use std::fmt::Write;

const HEAD: &str = "\
# Task files

A task is a file `NAME.toml`: what a person would ask for, the files at the start, and what must hold afterwards.
`deskpilot batch FOLDER` carries out every task of a folder, each on a private desktop with its own home, runs its
checks, and writes a table with success, steps, decisions, model calls, tokens, dollars and seconds.

```toml
request = \"Add the prices in prices.csv and save the sum as total.txt\"

[files]                          # files of the task's home, by path: a text, or a list of bytes if it is not UTF-8
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
## Scripts

A `[script]` table tells the decider `script` what to do: `deskpilot batch FOLDER --model script`. It needs no
language model, decides as many actions at once as it can see controls for, and retries what was not done.

```toml
[script]
comment = \"the sum is in total.txt\"         # what the HostAgent says at the end

[[script.subtasks]]
open = \"Mousepad\"                          # the application, if it has no window yet
file = \"total.txt\"                         # optional: a document to open in it
window = \"mousepad\"                        # the window's application, or a part of its title
text = \"write the note sum, and save\"
produces = [\"~/total.txt\"]                 # optional: the notes and files that the subtask promises to leave
acts = [                                     # in order; every function of an AppAgent can stand in do
  { do = \"set_edit_text\", on = \"Edit\", args = { text = \"{note:sum}\" } },
  { do = \"keyboard_input\", args = { keys = \"Ctrl+S\" } },
  { wait = \"Name:\" },                       # waits until this text shows, for 20 seconds or `seconds`
  { do = \"click_input\", on = 'Button \"Save\"' },
]
rules = [                                    # done once, before anything else, as soon as a control shows
  { sees = 'Button \"Replace\"', acts = [{ do = \"click_input\", on = 'Button \"Replace\"' }] },
]
result = \"total.txt is saved\"
```

Name a control as the list of controls does: by its name, its kind, its kind and name, or its kind and value, as in
`Spinner = \"50\"`. End a name in `*` to match only its beginning; `nth` counts from 1 among several. `{note:NAME}` is
what an earlier act read under this name, without line breaks at its end. Where it is a whole argument, `{rows:NAME}` makes rows of
its lines, split at tabs, and `{lines:NAME}` a list of them; blank lines are left out.

Native commands stand in `do` like all others, without `on`: `{ do = \"set_cells\", args = { range = \"A1\", rows = \"{rows:prices}\" } }`.
`otherwise` next to an act lists the acts that take its place if it fails, such as those in the window where no native command does it.

`looks` next to the acts of a subtask says how often it must at least look again, because what to do depends on what it
shows on the way; a benchmark compares the decisions of a run with the fewest possible. `--model plain-script` follows the
same script with at most three actions at once, on controls that the list names now.

## A batch

Nobody is there to answer: Deskpilot answers questions with \"decide by what you see\", and does nothing that needs a
yes, unless the policy allows it without asking, such as `--policy unrestricted`.

After every task a batch writes `results.json` and `results.md` into its own folder next to the logs. Each task has its
own log, whose judgement holds the results of its checks.

`--jobs N` works on N desktops side by side. A batch that was stopped or killed goes on with its name: `--task NAME --resume`; a task that
has a result is not done again, one that was interrupted is done again. A desktop that fails is thrown away and its task tried again,
three times.";

/// The page.
pub(crate) fn task_files_page() -> Result<String> {
    let mut page = format!("{HEAD}\n");
    let seconds = SETTLE_TIME.as_secs();
    writeln!(page, "A check that does not hold at once is retried for {seconds} seconds.\n")?;
    writeln!(page, "A task file has at most {LARGEST}, {MOST_ENTRIES} checks and {MOST_ENTRIES} files.\n")?;
    writeln!(page, "## Checks\n")?;
    writeln!(page, "A check names one thing, and states one fact about it.")?;
    for subject in SUBJECTS {
        writeln!(page, "\n`{}`: {}.\n", subject.key, subject.names)?;
        writeln!(page, "| next to it | says |\n| --- | --- |")?;
        for (key, says) in subject.beside {
            writeln!(page, "| `{key}` | {says} |")?;
        }
    }
    writeln!(page, "\n{TAIL}")?;
    Ok(page)
}
