//! `cargo xtask demo`: the main job, on real applications, with the built-in model.

use crate::{
    features::DEMO,
    root,
    run::run,
    say,
    setup::{PRODUCT, setup},
};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    path::Path,
    process::{Command, ExitCode},
    time::{SystemTime, UNIX_EPOCH},
};

/// Sets up, builds, and has the calculator's result saved by the text editor.
pub(crate) fn demo() -> Result<ExitCode> {
    let root = root()?;
    setup(&root, &[PRODUCT])?;
    say(
        "the demo builds without hosted models, text recognition and external agents; an installation has them",
    );
    run(&root, "cargo", &[["build", "--locked", "--package", "deskpilot-cli"].as_slice(), DEMO].concat())?;
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock is before 1970")?.as_secs();
    let task = format!("demo-{seconds}");
    let folder = root.join("target/demo").join(&task);
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let request = request(&folder);
    say(&format!("$ deskpilot run {request:?} --task {task}"));
    let status = Command::new(root.join("target/debug/deskpilot"))
        .args(["run", &request, "--task", &task, "--model", "steps", "--desktop", "private"])
        .current_dir(&root)
        .status()
        .context("deskpilot does not start")?;
    if !status.success() {
        bail!("the demo failed: {status}");
    }
    let answer = folder.join("answer.txt");
    let text = fs::read_to_string(&answer).with_context(|| format!("{} is not there", answer.display()))?;
    if text.trim() != "42" {
        bail!("{} holds {text:?}, and not 42", answer.display());
    }
    say(&format!("{} holds {}", answer.display(), text.trim()));
    Ok(ExitCode::SUCCESS)
}

/// The request: its result is `answer.txt` in the folder, which holds 42.
pub(crate) fn request(folder: &Path) -> String {
    format!(
        "Open the calculator and compute 6 x 7. Read the result. Open the text editor, type the result, save it as \
         answer.txt in {}.",
        folder.display()
    )
}
