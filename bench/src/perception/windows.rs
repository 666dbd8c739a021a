//! The windows that are read, and how to open each.

use super::change::Change;
use super::documents::{Documents, Length};
use crate::app_under_test::{HOME, LaunchSpec, Readiness};
use crate::folder;
use deskpilot_core::Role;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// No questions at the start, and no lock of an instance that was killed.
const OFFICE_SETTINGS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="UseLocking"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="UseDocumentOOoLockFile"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="ooSetupLastVersion"><value>7.4</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="LastTimeDonateShown"><value>4102444800</value></prop></item>
<item oor:path="/org.openoffice.Setup/Product"><prop oor:name="LastTimeGetInvolvedShown"><value>4102444800</value></prop></item>
</oor:items>
"#;
const FILE_MANAGER_SETTINGS: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<channel name="thunar" version="1.0">
<property name="last-view" type="string" value="ThunarDetailsView"/>
</channel>
"#;
/// Its file in a home.
const FILE_MANAGER_FILE: &str = ".config/xfce4/xfconf/xfce-perchannel-xml/thunar.xml";
/// The settings of applications in a home, as paths and texts: an office that asks nothing at its start, and a file manager whose list
/// accessibility tools can read.
pub(super) const SETTINGS_IN_HOME: [(&str, &str); 2] = [
    (".config/libreoffice/4/user/registrymodifications.xcu", OFFICE_SETTINGS),
    (FILE_MANAGER_FILE, FILE_MANAGER_SETTINGS),
];
/// A browser that shows its page and asks, fetches and reports nothing.
const BROWSER: &[&str] = &[
    "chromium",
    "--force-renderer-accessibility",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--password-store=basic",
    "--test-type",
    "--window-size=1600,1000",
];

/// A window to read.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    /// Its name in the table.
    pub(super) name: &'static str,
    /// A few words about it.
    pub(super) about: &'static str,
    /// How to open it.
    pub(super) spec: LaunchSpec,
    /// What another program changes in it between two looks.
    pub(super) change: Change,
}

/// Every window to read.
pub(super) fn all(documents: &Documents) -> Vec<Subject> {
    let press = |name| Change::Press(Role::Button, name);
    let insert = |role| Change::Insert(role, "x");
    vec![
        subject("galculator", "GTK 3 calculator", calculator(), Change::Press(Role::ToggleButton, "7")),
        subject(
            "mousepad",
            "GTK 3 editor",
            plain(&["mousepad", "--disable-server"], "Mousepad"),
            insert(Role::Edit),
        ),
        subject(
            "gnome-calculator",
            "GTK 4 calculator",
            plain(&["gnome-calculator"], "Calculator"),
            press("7"),
        ),
        subject(
            "gallery",
            "every control, many times",
            gallery(),
            Change::Press(Role::CheckBox, "Sales 0.3"),
        ),
        writer(documents, Length::Long),
        calc(documents, Length::Long),
        subject(
            "thunar",
            "file manager, 2,000 files",
            file_manager(documents),
            Change::Press(Role::Menu, "View"),
        ),
        subject("chromium", "page of 5,000 nodes", browser(documents), press("Press")),
    ]
}

/// Windows that differ only in how much of them is off the screen, the short one first.
pub(super) fn pairs(documents: &Documents) -> Vec<(&'static str, [Subject; 2])> {
    vec![
        ("Writer, 10 and 100 pages", [writer(documents, Length::Short), writer(documents, Length::Long)]),
        ("Calc, 1,000 and 100,000 rows", [calc(documents, Length::Short), calc(documents, Length::Long)]),
    ]
}

/// A window of few controls.
pub(super) fn calculator() -> LaunchSpec {
    plain(&["galculator"], "galculator")
}

/// The editor that is typed into.
pub(super) fn editor() -> LaunchSpec {
    plain(&["mousepad", "--disable-server"], "Mousepad")
}

/// A window full of controls.
pub(super) fn gallery() -> LaunchSpec {
    let script = folder().join("windows/gallery.py").to_string_lossy().into_owned();
    plain(&["/usr/bin/python3", &script], "Gallery")
}

fn subject(name: &'static str, about: &'static str, spec: LaunchSpec, change: Change) -> Subject {
    Subject { name, about, spec, change }
}

fn plain(argv: &[&str], title: &'static str) -> LaunchSpec {
    let argv = argv.iter().map(|word| (*word).to_owned()).collect();
    LaunchSpec { argv, settings: Vec::new(), title, ready: Readiness::Idle }
}

fn writer(documents: &Documents, length: Length) -> Subject {
    let spec = office(&[&text(&documents.text(length))], "LibreOffice Writer");
    subject("writer", "text of 100 pages", spec, Change::Press(Role::ToggleButton, "Bold"))
}

fn calc(documents: &Documents, length: Length) -> Subject {
    // With a filter, it does not ask how to read the file.
    let filter = "--infilter=Text - txt - csv (StarCalc):44,34,76,1";
    let spec = office(&[filter, &text(&documents.sheet(length))], "LibreOffice Calc");
    subject("calc", "sheet of 100,000 rows", spec, Change::Press(Role::ToggleButton, "Bold"))
}

/// An application of the office with a window of this title.
pub(super) fn office(words: &[&str], title: &'static str) -> LaunchSpec {
    let profile = format!("-env:UserInstallation=file://{HOME}/office");
    let usual = ["soffice", &profile, "--norestore", "--nologo", "--nofirststartwizard", "--nolockcheck"];
    let settings = vec![("office/user/registrymodifications.xcu", OFFICE_SETTINGS.to_owned())];
    LaunchSpec { settings, ..plain(&[usual.as_slice(), words].concat(), title) }
}

fn file_manager(documents: &Documents) -> LaunchSpec {
    let settings = vec![(FILE_MANAGER_FILE, FILE_MANAGER_SETTINGS.to_owned())];
    LaunchSpec { settings, ..plain(&["thunar", &text(&documents.files())], "Thunar") }
}

fn browser(documents: &Documents) -> LaunchSpec {
    let profile = format!("--user-data-dir={HOME}/browser");
    let page = format!("file://{}", text(&documents.page()));
    // The browser refuses a sandbox to root alone.
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0);
    let sandbox: &[&str] = if is_root { &["--no-sandbox"] } else { &[] };
    let words = [BROWSER, sandbox, &[&profile, &page]].concat();
    LaunchSpec { ready: Readiness::PageLoaded, ..plain(&words, "Large page") }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
