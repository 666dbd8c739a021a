//! `cargo xtask docs`: pages that the program prints from its own tables, and the page of its messages, so that they stay true.

use crate::messages;
use anyhow::{Context, Result, bail};
use std::{fs, path::Path, process::Command};

/// Each page, and the arguments with which the program prints it.
const PAGES: &[(&str, &[&str])] = &[
    ("docs/configuration.md", &["manual", "configuration"]),
    ("docs/steps.md", &["manual", "steps"]),
    ("docs/commands.md", &["manual", "commands"]),
    ("docs/commands/writer.md", &["commands", "writer"]),
    ("docs/commands/calc.md", &["commands", "calc"]),
    ("docs/commands/impress.md", &["commands", "impress"]),
    ("docs/commands/firefox.md", &["commands", "firefox"]),
    ("docs/commands/chromium.md", &["commands", "chromium"]),
    ("docs/commands/web.md", &["commands", "web"]),
    ("docs/commands/files.md", &["commands", "files"]),
    ("docs/commands/shell.md", &["commands", "shell"]),
    ("docs/commands/gtk.md", &["commands", "gtk"]),
    ("docs/commands/player.md", &["commands", "player"]),
    ("docs/commands/settings.md", &["commands", "settings"]),
    ("docs/commands/file-manager.md", &["commands", "file-manager"]),
    ("docs/commands/notifications.md", &["commands", "notifications"]),
    ("docs/models.md", &["manual", "models"]),
    ("docs/grounding.md", &["manual", "grounding"]),
    ("docs/knowledge.md", &["manual", "knowledge"]),
    ("docs/tasks.md", &["manual", "tasks"]),
    ("docs/states.md", &["manual", "states"]),
    ("docs/prompts.md", &["manual", "prompts"]),
];

/// The page that is collected from the sources.
const MESSAGES: &str = "docs/messages.md";

/// Writes every page as this program prints it.
pub(crate) fn write(root: &Path, program: &Path) -> Result<()> {
    for (page, args) in PAGES {
        fs::write(root.join(page), print(root, program, args)?)
            .with_context(|| format!("{page} cannot be written"))?;
    }
    fs::write(root.join(MESSAGES), messages::page(root)?)
        .with_context(|| format!("{MESSAGES} cannot be written"))
}

/// An error for a page that differs from what the program prints.
pub(crate) fn check(root: &Path, program: &Path) -> Result<()> {
    for (page, args) in PAGES {
        let stored = fs::read_to_string(root.join(page)).unwrap_or_default();
        if stored != print(root, program, args)? {
            bail!("{page} is stale: run `cargo xtask docs`");
        }
    }
    let stored = fs::read_to_string(root.join(MESSAGES)).unwrap_or_default();
    if stored != messages::page(root)? {
        bail!("{MESSAGES} is stale: run `cargo xtask docs`");
    }
    Ok(())
}

fn print(root: &Path, program: &Path, args: &[&str]) -> Result<String> {
    let output = Command::new(program)
        .args(args)
        .current_dir(root)
        .output()
        .with_context(|| format!("{} does not start", program.display()))?;
    if !output.status.success() {
        bail!("deskpilot {} failed: {}", args.join(" "), String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).context("the page is not UTF-8")
}
