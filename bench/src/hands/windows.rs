//! The windows that both servers see and act in, with the action of each: a press that can be repeated.

use super::hand::Actions;
use crate::{
    app_under_test::{HOME, LaunchSpec, Readiness},
    perception::{large_page, windows_of_many_controls},
    root,
};
use anyhow::{Context, Result};
use serde_json::json;
use std::{fs, path::Path};

/// The profile of Firefox in the home of a private desktop.
const PROFILE: &str = ".mozilla/firefox/deskpilot/user.js";

/// A window, and an action in it.
pub(super) struct Subject {
    /// Its name in tables.
    pub(super) name: &'static str,
    /// A few words about it.
    pub(super) about: &'static str,
    /// How to open it.
    pub(super) spec: LaunchSpec,
    /// The action.
    pub(super) action: Actions,
}

/// The names of the windows, in their order.
pub(super) const NAMES: [&str; 7] = ["gtk-3", "gtk-4", "qt-5", "writer", "calc", "firefox", "chromium"];

/// All windows.
pub(super) fn subjects() -> Result<Vec<Subject>> {
    let large = windows_of_many_controls()?;
    let of_many = |name: &str| {
        let found = large.iter().find(|it| it.0 == name).map(|it| it.1.clone());
        found.with_context(|| format!("there is no window {name}"))
    };
    Ok(vec![
        subject(
            "gtk-3",
            "every control, many times",
            of_many("gallery")?,
            ("CheckBox", "checkbox", "Sales 0.3"),
        ),
        subject("gtk-4", "a calculator", gnome_calculator(), ("Button", "button", "7")),
        subject("qt-5", "every usual control", qt(), ("CheckBox", "checkbox", "Agree")),
        subject(
            "writer",
            "a text of 100 pages",
            of_many("writer")?,
            ("ToggleButton", "togglebutton", "Bold"),
        ),
        subject(
            "calc",
            "a sheet of 100,000 rows",
            of_many("calc")?,
            ("ToggleButton", "togglebutton", "Bold"),
        ),
        subject("firefox", "a page of 5,000 nodes", firefox(&large_page()?)?, PAGE_BOX),
        subject("chromium", "a page of 5,000 nodes", of_many("chromium")?, PAGE_BOX),
    ])
}

/// The check box of the large page.
const PAGE_BOX: (&str, &str, &str) = ("CheckBox", "checkbox", "Agree");

/// A window in which the control of this kind, for Deskpilot and for cua-driver, and of this name is clicked.
fn subject(
    name: &'static str,
    about: &'static str,
    spec: LaunchSpec,
    (ours, theirs, control): (&str, &str, &str),
) -> Subject {
    let action = Actions {
        ours: json!([{"command": "click_input", "control": format!("{ours} {control:?}")}]),
        theirs: json!([{"click": {"role": theirs, "name": control}}]),
    };
    Subject { name, about, spec, action }
}

fn gnome_calculator() -> LaunchSpec {
    plain(vec!["gnome-calculator".to_owned()], "Calculator")
}

/// The window in Qt that the adversary acts in.
fn qt() -> LaunchSpec {
    let program = root().join("adversary/programs/qt.py").display().to_string();
    let words = ["/usr/bin/python3", "-B", &program, &format!("{HOME}/record"), "Everything", "PyQt5"];
    plain(words.map(str::to_owned).to_vec(), "Everything")
}

/// Firefox with a profile that asks and fetches nothing, at this page.
fn firefox(page: &Path) -> Result<LaunchSpec> {
    let settings = fs::read_to_string(root().join("matrix/programs/user.js"))?;
    let profile = format!("{HOME}/{}", PROFILE.trim_end_matches("/user.js"));
    let address = format!("file://{}", page.display());
    let words = ["firefox-esr", "--no-remote", "--profile", &profile, &address];
    let plain = plain(words.map(str::to_owned).to_vec(), "Large page");
    Ok(LaunchSpec { settings: vec![(PROFILE, settings)], ready: Readiness::PageLoaded, ..plain })
}

fn plain(argv: Vec<String>, title: &'static str) -> LaunchSpec {
    LaunchSpec { argv, settings: Vec::new(), title, ready: Readiness::Idle }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_servers_click_the_same_control() {
        let subject = subject("x", "y", gnome_calculator(), ("Button", "button", "7"));
        assert_eq!(subject.action.ours[0]["control"], "Button \"7\"");
        assert_eq!(subject.action.theirs[0]["click"]["name"], "7");
    }
}
