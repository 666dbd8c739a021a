//! Checks for everything a desktop needs, with a remedy for what is missing.

use super::{
    native::registry::{RegistryKey, Root},
    office_python::{is_office_installed, office_python},
    probes,
};
use deskpilot_desktop::{Availability, Check, CheckDepth, RestrictedToken};
use deskpilot_win32::{Integrity, integrity_of, monitors, use_physical_pixels};
use tokio::task::spawn_blocking;

/// The applications of Microsoft Office, by the names of their objects.
const MICROSOFT_OFFICE: [(&str, &str); 4] = [
    ("Word", "Word.Application"),
    ("Excel", "Excel.Application"),
    ("PowerPoint", "PowerPoint.Application"),
    ("Outlook", "Outlook.Application"),
];

/// Whether Deskpilot works without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Required,
    Optional,
}

/// Runs all checks, in the order in which to fix failures.
pub(crate) async fn checks(depth: CheckDepth) -> Vec<Check> {
    // Windows' calls block. The checks that were made before one that panics would be lost with it, and none panics.
    spawn_blocking(move || all(depth)).await.unwrap_or_default()
}

fn all(depth: CheckDepth) -> Vec<Check> {
    let mut checks = vec![current_desktop(), rights(), screens(), trees(), sandbox()];
    if is_office_installed() {
        checks.push(native_office());
    }
    checks.push(microsoft_office());
    if depth == CheckDepth::Deep {
        checks.push(private_desktop());
        checks.push(child_sessions());
    }
    checks
}

fn current_desktop() -> Check {
    let found = match probes::input_desktop() {
        Ok(name) => Availability::Available(name),
        Err(why) => Availability::Missing(format!("Windows does not let us use it: {why}")),
    };
    let remedy = "unlock the screen, and start Deskpilot in a session in which you have logged in";
    check("current desktop", "to work on the desktop this was started on", found, Need::Required, remedy)
}

fn rights() -> Check {
    let found = match integrity_of(std::process::id()) {
        Ok(Integrity::High | Integrity::System) => {
            Availability::Missing("Deskpilot runs as administrator, and so does what it starts".into())
        }
        Ok(level) => Availability::Available(format!("{level:?} integrity").to_lowercase()),
        Err(error) => Availability::Missing(error.to_string()),
    };
    let why = "agents get no more rights than you need for your work";
    check(
        "rights of a user",
        why,
        found,
        Need::Optional,
        "start it from a terminal without administrator rights",
    )
}

fn screens() -> Check {
    let found = match use_physical_pixels().and_then(|()| monitors()) {
        Ok(all) => {
            let shown = all.iter().map(|it| {
                let rect = it.monitor.rect;
                format!("{} by {} at {} %", rect.width, rect.height, it.percent)
            });
            Availability::Available(shown.collect::<Vec<_>>().join(", "))
        }
        Err(error) => Availability::Missing(error.to_string()),
    };
    let remedy = "remove a compatibility setting for the scale of deskpilot.exe";
    check("screens", "pictures, and the pointer at the very pixel", found, Need::Required, remedy)
}

fn trees() -> Check {
    let found = match probes::reads_trees() {
        Ok(()) => Availability::Available("it reads trees of controls".into()),
        Err(why) => {
            Availability::Missing(format!("{why}: classic programs are read by MSAA and messages instead"))
        }
    };
    let remedy = "a Windows from version 8 on has it";
    check("UI Automation", "the controls of applications, and acting on them", found, Need::Optional, remedy)
}

fn sandbox() -> Check {
    let found = match RestrictedToken::for_folders([]) {
        Ok(_) => Availability::Available(
            "a restricted token and a job: it guards files, and neither the network nor what other programs do for it".into(),
        ),
        Err(why) => Availability::Missing(why.to_string()),
    };
    let remedy = "let no agent run programs that you do not know";
    check(
        "sandbox",
        "programs that agents run write to a task's folders alone",
        found,
        Need::Optional,
        remedy,
    )
}

/// Whether the installed LibreOffice accepts native commands.
fn native_office() -> Check {
    let found = match office_python() {
        Some(python) => Availability::Available(python.display().to_string()),
        None => Availability::Missing("LibreOffice has no Python: it is used by its window alone".into()),
    };
    let remedy = "install LibreOffice with its Python scripting";
    let why = "LibreOffice gets native commands for its documents";
    check("LibreOffice's Python", why, found, Need::Optional, remedy)
}

fn microsoft_office() -> Check {
    let is_there = |class: &str| RegistryKey::open(Root::Classes, &format!(r"{class}\CLSID")).is_some();
    let there = MICROSOFT_OFFICE.iter().filter(|(_, class)| is_there(class)).map(|(name, _)| *name);
    let there = there.collect::<Vec<_>>().join(", ");
    let found = match there.is_empty() {
        true => Availability::Missing("not installed".into()),
        false => Availability::Available(there),
    };
    let remedy = "nothing, where nobody needs it";
    check(
        "Microsoft Office",
        "its documents, read and changed by its own interface",
        found,
        Need::Optional,
        remedy,
    )
}

fn private_desktop() -> Check {
    let found = match probes::creates_desktops() {
        Ok(()) => Availability::Available("Windows creates one for classic programs".into()),
        Err(why) => Availability::Missing(format!("Windows creates none: {why}")),
    };
    let why = "classic programs that nobody sees and that disturb nobody";
    check("private desktop", why, found, Need::Optional, "work on your own desktop (`--desktop current`)")
}

fn child_sessions() -> Check {
    let found = match probes::allows_child_sessions() {
        Some(true) => Availability::Available("child sessions are enabled".into()),
        Some(false) => Availability::Missing("child sessions are not enabled".into()),
        None => Availability::Missing("this Windows has none".into()),
    };
    let why = "a desktop of its own for every kind of application; Deskpilot uses none yet";
    check("session of its own", why, found, Need::Optional, "an administrator can enable child sessions")
}

fn check(name: &str, why: &str, found: Availability, need: Need, remedy: &str) -> Check {
    let remedy = matches!(found, Availability::Missing(_)).then(|| remedy.to_owned());
    let required = need == Need::Required;
    Check { name: name.into(), why: why.into(), found, remedy, required, package: None }
}
