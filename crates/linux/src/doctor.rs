//! Checks for everything a desktop needs, with a remedy for what is missing.

use crate::office_python::{PACKAGE as OFFICE_INTERFACE, is_office_installed, office_python};
use crate::requirements::{Requirement, RequirementLevel, requirements};
use crate::{LinuxError, PrivateDesktop, PrivateOptions, Seat};
use deskpilot_desktop::{Availability, Check, CheckDepth};
use deskpilot_system::{Network, NoSandbox, sandbox_of};
use deskpilot_x11::is_xwayland;
use std::time::Instant;

/// Runs all checks, in the order in which to fix failures.
pub(crate) async fn checks(depth: CheckDepth) -> Vec<Check> {
    let needed = requirements().into_iter().filter(|it| it.level != RequirementLevel::Tests);
    let mut checks: Vec<Check> = needed.map(|it| package(&it)).collect();
    checks.extend(is_office_installed().then(native_office));
    checks.push(sandbox().await);
    if depth == CheckDepth::Deep {
        checks.push(private_desktop().await);
    }
    checks.extend(current_desktop().await);
    checks
}

fn package(requirement: &Requirement) -> Check {
    let (found, remedy) = match requirement.installed_path() {
        Some(place) => (Availability::Available(place.display().to_string()), None),
        None => (
            Availability::Missing("not installed".into()),
            Some(format!("`apt-get install {}`", requirement.package)),
        ),
    };
    let required = requirement.level == RequirementLevel::Required;
    let (name, package) = (requirement.package.to_owned(), Some(requirement.package.to_owned()));
    Check { name, why: requirement.why.into(), found, remedy, required, package }
}

/// Whether the installed LibreOffice accepts native commands.
fn native_office() -> Check {
    let (found, remedy) = match office_python() {
        Some(python) => (Availability::Available(python.display().to_string()), None),
        None => (
            Availability::Missing("not installed: LibreOffice is used by its window alone".into()),
            Some(format!("`apt-get install {OFFICE_INTERFACE}`")),
        ),
    };
    let why = "LibreOffice gets native commands for its documents".into();
    // Not among the packages that the demonstration needs.
    Check { name: OFFICE_INTERFACE.into(), why, found, remedy, required: false, package: None }
}

/// Whether programs that agents run can be kept from writing everywhere.
async fn sandbox() -> Check {
    let (found, remedy) = match sandbox_of(&std::env::var("PATH").unwrap_or_default(), Network::Kept).await {
        Ok(program) => (Availability::Available(program.display().to_string()), None),
        Err(why @ NoSandbox::NotInstalled) => {
            (Availability::Missing(why.to_string()), Some("`apt-get install bubblewrap`".into()))
        }
        Err(why) => (Availability::Missing(why.to_string()), None),
    };
    let why = "programs that agents run write to a task's folders alone".into();
    Check { name: "sandbox".into(), why, found, remedy, required: false, package: None }
}

async fn private_desktop() -> Check {
    let begun = Instant::now();
    let brought_up = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.map(|desktop| {
        let (display, manager) = (desktop.seat().display(), desktop.window_manager());
        format!("came up as {display} with {manager} in {} ms", begun.elapsed().as_millis())
    });
    let why = "applications that nobody sees and that disturb nobody";
    checked("private desktop", why, brought_up, RequirementLevel::Required)
}

async fn current_desktop() -> Vec<Check> {
    let why = "to work on the desktop this was started on";
    let seat = match Seat::current().await {
        Ok(seat) => seat,
        Err(error) => return vec![checked("current desktop", why, Err(error), RequirementLevel::Demo)],
    };
    let reached =
        checked("current desktop", why, Ok(format!("X display {}", seat.display())), RequirementLevel::Demo);
    let mut checks = vec![reached, accessibility(&seat).await];
    checks.extend(hidden_windows(&seat).await);
    checks
}

/// The check that some windows of a Wayland desktop are invisible to us; `None` where all are visible.
async fn hidden_windows(seat: &Seat) -> Option<Check> {
    let display = seat.open_display().await.ok()?;
    let is_xwayland = display.run(is_xwayland).await.ok()?.ok()?;
    is_xwayland.then(|| Check {
        name: "windows of Wayland applications".into(),
        why: "to see and use every window of the current desktop".into(),
        found: Availability::Missing(format!(
            "X display {} is Xwayland, which has X11 applications only",
            seat.display()
        )),
        remedy: Some("work on a private desktop (`--desktop private`), or log in to an X11 session".into()),
        required: false,
        package: None,
    })
}

async fn accessibility(seat: &Seat) -> Check {
    let asked = async { Ok(seat.connect_session_bus().await?.accessibility_enabled().await?) };
    let why = "browsers and Qt applications show their controls";
    let (found, remedy) = match asked.await {
        Ok::<bool, LinuxError>(true) => (Availability::Available("switched on".into()), None),
        Ok(false) => (Availability::Missing("switched off".into()), Some(SWITCH_ON.to_owned())),
        Err(error) => (Availability::Missing(error.to_string()), error.hint()),
    };
    Check {
        name: "accessibility of the current desktop".into(),
        why: why.into(),
        found,
        remedy,
        required: false,
        package: None,
    }
}

const SWITCH_ON: &str = "`gsettings set org.gnome.desktop.interface toolkit-accessibility true`";

fn checked(name: &str, why: &str, outcome: Result<String, LinuxError>, level: RequirementLevel) -> Check {
    let (found, remedy) = match outcome {
        Ok(how) => (Availability::Available(how), None),
        Err(error) => (Availability::Missing(error.to_string()), error.hint()),
    };
    let required = level == RequirementLevel::Required;
    Check { name: name.into(), why: why.into(), found, remedy, required, package: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_deep_look_finds_a_private_desktop_and_everything_it_needs() {
        let checks = checks(CheckDepth::Deep).await;
        let blocking: Vec<_> = checks.iter().filter(|check| check.blocks()).collect();
        assert!(blocking.is_empty(), "{blocking:?}");
        let private = checks.iter().find(|check| check.name == "private desktop").unwrap();
        assert!(
            matches!(&private.found, Availability::Available(how) if how.contains("openbox")),
            "{private:?}"
        );
    }

    #[test]
    fn what_is_missing_comes_with_a_remedy() {
        let requirement = Requirement {
            package: "quill",
            provides: vec!["no-such-program"],
            why: "",
            level: RequirementLevel::Required,
        };
        let check = package(&requirement);
        assert!(check.blocks());
        assert_eq!(check.remedy.as_deref(), Some("`apt-get install quill`"));
    }
}
