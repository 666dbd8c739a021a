//! `cargo xtask docs`: pages that the program prints from its own tables, and those that are collected from others, so that they stay
//! true.

use crate::{llms, messages};
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
    ("docs/commands/mail.md", &["commands", "mail"]),
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
    ("server.json", &["mcp", "describe", "registry"]),
    ("skills/deskpilot/SKILL.md", &["mcp", "describe", "skill"]),
];

/// Collects a page in the folder of the project.
type Collector = fn(&Path) -> Result<String>;

/// The pages that are collected from the sources and from the other pages.
const COLLECTED: &[(&str, Collector)] = &[("docs/messages.md", messages::page), ("llms.txt", llms::page)];

/// Writes every page as this program prints it.
pub(crate) fn write(root: &Path, program: &Path) -> Result<()> {
    for made in pages(root, program) {
        let (page, text) = made?;
        fs::write(root.join(page), text).with_context(|| format!("{page} cannot be written"))?;
    }
    Ok(())
}

/// An error for a page that differs from what the program prints.
pub(crate) fn check(root: &Path, program: &Path) -> Result<()> {
    for made in pages(root, program) {
        let (page, text) = made?;
        if fs::read_to_string(root.join(page)).unwrap_or_default() != text {
            bail!("{page} is stale: run `cargo xtask docs`");
        }
    }
    Ok(())
}

/// The pages as they should be. Each is made when its turn comes: those that are collected read the ones before them.
fn pages(root: &Path, program: &Path) -> impl Iterator<Item = Result<(&'static str, String)>> {
    let printed = PAGES.iter().map(move |(page, args)| (*page, print(root, program, args)));
    let collected = COLLECTED.iter().map(move |(page, collect)| (*page, collect(root)));
    printed.chain(collected).map(|(page, made)| made.map(|text| (page, text)))
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
