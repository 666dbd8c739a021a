//! `cargo xtask demo`: one request in real applications, with the built-in model.

use crate::{
    features, program, root,
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

/// Sets up, builds, runs the request and checks the file that it asks for.
pub(crate) fn demo() -> Result<ExitCode> {
    let root = root()?;
    setup(&root, &[PRODUCT])?;
    say(
        "the demo builds without hosted models, text recognition and external agents; an installation has them",
    );
    let build = ["build", "--locked", "--package", "deskpilot-cli"];
    run(&root, "cargo", &[build.as_slice(), features::DEMO].concat())?;
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock is before 1970")?.as_secs();
    let task = format!("demo-{seconds}");
    let folder = root.join("target/demo").join(&task);
    fs::create_dir_all(&folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    let request = request(&folder);
    say(&format!("$ deskpilot run {request:?} --task {task}"));
    let status = Command::new(program::path(&root, "debug"))
        .args(["run", &request, "--task", &task, "--model", "steps", "--desktop", "private"])
        .current_dir(&root)
        .status()
        .context("deskpilot does not start")?;
    if !status.success() {
        bail!("the demo failed: {status}");
    }
    check_answer(&folder)?;
    Ok(ExitCode::SUCCESS)
}

/// The request. It saves 42 as `answer.txt` in the folder.
pub(crate) fn request(folder: &Path) -> String {
    format!(
        "Open the calculator and compute 6 x 7. Read the result. Open the text editor, type the result, save it as \
         answer.txt in {}.",
        folder.display()
    )
}

/// An error where `answer.txt` in the folder is missing or does not hold 42.
pub(crate) fn check_answer(folder: &Path) -> Result<()> {
    let answer = folder.join("answer.txt");
    let text = fs::read_to_string(&answer)
        .with_context(|| format!("the request ended without saving {}", answer.display()))?;
    if text.trim() != "42" {
        bail!("{} holds {text:?} instead of 42", answer.display());
    }
    say(&format!("{} holds {}", answer.display(), text.trim()));
    Ok(())
}
