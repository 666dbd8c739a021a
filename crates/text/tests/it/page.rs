//! The page in real browsers, on desktops that are texts: a task is started, approved, read and compared, and every view is looked at.

use deskpilot_core::{Consent, Event};
use deskpilot_testkit::{
    command_line::{ServedPage, Workspace, transcript},
    tries_also,
};
use std::{fs, path::Path};

/// The person's policy makes a click risky.
const POLICY: &str = "# mine\n[words]\nsends = [\"5\"]\n";

/// A task with that click, and how the page says it.
const REQUEST: &str = "Open galculator. Click \"5\".";
const CLICK: &str = "click the ToggleButton \"5\"";

/// Two tasks that differ in their last click.
const TASKS: [(&str, &str); 2] = [
    ("first", "Open galculator. Click \"6\". Click \"7\"."),
    ("second", "Open galculator. Click \"6\". Click \"8\"."),
];

/// A request that wants to be a part of the page.
const MARKUP: &str = "<img src=x onerror=\"window.hostile=1\"><script>window.hostile=1</script>";

/// Why the second task that the page starts may not do it.
const REASON: &str = "not now, please";

/// What a journey that left something out would not have checked.
const PROMISED: [&str; 15] = [
    "the token leaves the address bar",
    "a task is started by keyboard alone, and its desktop is shown",
    "A answers the question",
    "D denies the question with a reason",
    "L goes through all tabs and round",
    "the tile of a task that waits has the border for it",
    "the task makes nothing of markup",
    "the list makes nothing of markup",
    "D goes to the first difference, which is marked",
    "a task is started, approved for good, and read in another browser",
    "an approval that lasts is taken back",
    "works, as wide as 4K: nothing sticks out",
    "works, narrow and dark: axe finds nothing serious",
    "report, wide and light: axe finds nothing serious",
    "chromium: no error, and no request to another place",
];

/// The consents of the tasks that the page started, in the order in which they began.
fn consents(workspace: &Workspace) -> Vec<Consent> {
    let folders = fs::read_dir(workspace.path().join("logs")).unwrap();
    let names = folders.map(|it| it.unwrap().file_name().into_string().unwrap());
    let own = names.filter(|name| TASKS.iter().all(|(task, _)| task != name));
    let mut own: Vec<_> = own.map(|name| workspace.entries(&name)).filter(|it| !it.is_empty()).collect();
    own.sort_by_key(|entries| entries[0].at);
    let consent_of = |event: Event| match event {
        Event::Confirmed { consent, .. } => Some(consent),
        _ => None,
    };
    own.into_iter().flatten().filter_map(|it| consent_of(it.event)).collect()
}

#[test]
fn a_task_is_started_approved_read_and_compared_in_a_browser_by_keyboard() {
    let workspace = Workspace::of(crate::PROGRAM);
    workspace.put(".config/deskpilot/policy.toml", POLICY);
    for (task, request) in TASKS {
        let output = workspace.run(&["run", request, "--task", task]);
        assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    }
    let written = workspace.run(&["report", "first", "second", "-o", "both.html"]);
    assert_eq!(written.status.code(), Some(0), "{}", transcript(&written));
    let report = workspace.path().join("both.html").display().to_string();

    let page = ServedPage::start(&workspace);
    let other =
        if tries_also("the page in Firefox, and each view as wide as 4K") { "firefox" } else { "chromium" };
    let values = [
        ("request", REQUEST),
        ("action", CLICK),
        ("sought", CLICK),
        ("first", "first"),
        ("second", "second"),
        ("markup", MARKUP),
        ("reason", REASON),
        ("report", &report),
        ("other", other),
    ];
    let pictures = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recordings");
    let checked = page.journey("tasks", &values, &pictures);

    for promised in PROMISED {
        assert!(checked.iter().any(|it| it == promised), "{promised} is missing: {checked:#?}");
    }
    assert_eq!(consents(&workspace), [Consent::Once, Consent::No(REASON.into()), Consent::Always]);
    let policy = fs::read_to_string(workspace.path().join(".config/deskpilot/policy.toml")).unwrap();
    assert!(policy.starts_with(POLICY) && !policy.contains("risk = [\"sends\"]"), "{policy}");
}
