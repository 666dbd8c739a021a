//! `doctor`: checks what this machine has, what is missing, and what to do about it; installs what is missing.

use super::print;
use crate::{
    args::DoctorArgs,
    console::plain,
    exit::Exit,
    features, settings,
    terminal::Terminal,
    width::{terminal_width, wrapped},
};
use anyhow::{Context, Result, bail};
use deskpilot_desktop::{Availability, Check, CheckDepth, Prerequisites};
use deskpilot_runtime::{Config, Environment, UsageError, machine_checks};
use jiff::Zoned;
use std::process::{Command, Stdio};

/// The columns before what stands behind the mark, the name and the arrow.
const BEHIND_MARK: usize = 9;
const BEHIND_NAME: usize = 36;
const BEHIND_ARROW: usize = 12;
/// The least width of a terminal where all is said behind the names.
const WIDE: usize = 72;

/// `deskpilot doctor`
pub(crate) async fn doctor(environment: &Environment, args: DoctorArgs) -> Result<Exit> {
    let depth = if args.deep { CheckDepth::Deep } else { CheckDepth::Shallow };
    let config = settings::config(environment, &args.common)?;
    if args.fix {
        fix(&config, args.yes).await?;
    }
    let machine = machine_checks(&config, depth, Zoned::now().date()).await;
    let checks: Vec<Check> = machine.iter().cloned().chain(features::checks()).collect();
    if args.json.wanted {
        print(&serde_json::to_string_pretty(&checks)?);
    } else {
        let width = terminal_width();
        let shown = match depth {
            CheckDepth::Deep => checks.clone(),
            CheckDepth::Shallow => machine.into_iter().chain(features::summary()).collect(),
        };
        print(&shown.iter().map(|it| check_text(it, width)).collect::<Vec<_>>().join("\n"));
        print(&verdict(&checks));
    }
    Ok(if checks.iter().any(Check::blocks) { Exit::Failed } else { Exit::Finished })
}

/// The check with what was found, for a terminal of this width.
fn check_text(check: &Check, width: Option<usize>) -> String {
    let (mark, found) = match (&check.found, check.required) {
        (Availability::Available(found), _) => ("ok     ", found),
        (Availability::Missing(why), true) => ("MISSING", why),
        (Availability::Missing(why), false) => ("absent ", why),
    };
    let found = format!("{mark}  {:<26} {}: {}", check.name, check.why, plain(found));
    let remedy = check.remedy.as_ref().map(|it| format!("         -> {it}"));
    let lines_of = |text: &str, indent: usize| match width {
        Some(width) => wrapped(text, width, indent),
        None => vec![text.to_owned()],
    };
    let is_narrow = width.is_some_and(|it| it < WIDE);
    let mut lines = lines_of(&found, if is_narrow { BEHIND_MARK } else { BEHIND_NAME });
    lines.extend(remedy.iter().flat_map(|it| lines_of(it, BEHIND_ARROW)));
    lines.join("\n")
}

/// What the checks come to, in one line.
fn verdict(checks: &[Check]) -> String {
    let blocking: Vec<&str> = checks.iter().filter(|it| it.blocks()).map(|it| it.name.as_str()).collect();
    let can_install = checks.iter().any(|it| it.is_missing() && it.package.is_some());
    let fix = if can_install { "; `deskpilot doctor --fix` installs the missing packages" } else { "" };
    match blocking.as_slice() {
        [] => format!("\nDeskpilot can work here{fix}."),
        some => format!("\nDeskpilot cannot work here without: {}{fix}.", some.join(", ")),
    }
}

/// Installs the packages that are missing, once the person has seen how.
async fn fix(config: &Config, is_agreed: bool) -> Result<()> {
    let platform: &dyn Prerequisites = config.environment.platform();
    let packages = missing_packages(platform).await;
    if packages.is_empty() {
        print("no package is missing\n");
        return Ok(());
    }
    let Some(commands) = platform.installation(&packages) else {
        bail!(
            "this system has no package manager that Deskpilot knows: install what provides {}",
            packages.join(", ")
        );
    };
    print("to install what is missing:");
    commands.iter().for_each(|it| print(&format!("  {}", it.join(" "))));
    if !is_agreed && !is_confirmed(config).await? {
        bail!("nothing was installed");
    }
    for words in &commands {
        run(words)?;
    }
    Ok(())
}

/// The packages of the platform that are missing here.
pub(super) async fn missing_packages(platform: &dyn Prerequisites) -> Vec<String> {
    let checks = platform.checks(CheckDepth::Shallow).await;
    checks.into_iter().filter(Check::is_missing).filter_map(|it| it.package).collect()
}

async fn is_confirmed(config: &Config) -> Result<bool> {
    if !Terminal::is_present() {
        bail!(UsageError("nobody can be asked here: agree with --yes".into()));
    }
    let answer = Terminal::new(config.timeouts.person).ask("Run them? [y/N] ").await.unwrap_or_default();
    Ok(matches!(answer.to_lowercase().as_str(), "y" | "yes"))
}

/// Runs a command at the person's terminal: sudo may ask for a password.
fn run(words: &[String]) -> Result<()> {
    let [program, arguments @ ..] = words else { return Ok(()) };
    let status = Command::new(program)
        .args(arguments)
        .stdin(Stdio::inherit())
        .status()
        .with_context(|| format!("{program} does not start"))?;
    if !status.success() {
        bail!("{} failed: {status}", words.join(" "));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_wrapped_behind_its_name_or_behind_its_mark() {
        let check = Check {
            name: "embedding model".into(),
            why: "finds help by its meaning".into(),
            found: Availability::Missing("/weights/model.onnx is not there".into()),
            remedy: Some("it is not needed: without it help is found by its words alone".into()),
            required: false,
            package: None,
        };
        for (width, expected) in [
            (
                None,
                "absent   embedding model            finds help by its meaning: /weights/model.onnx is not there\n         \
                 -> it is not needed: without it help is found by its words alone",
            ),
            (
                Some(74),
                "absent   embedding model            finds help by its meaning:\n                                    \
                 /weights/model.onnx is not there\n         \
                 -> it is not needed: without it help is found by its words alone",
            ),
            (
                Some(40),
                "absent   embedding model\n         finds help by its meaning:\n         \
                 /weights/model.onnx is not\n         there\n         \
                 -> it is not needed: without it\n            help is found by its words\n            alone",
            ),
        ] {
            assert_eq!(check_text(&check, width), expected);
        }
    }
}
