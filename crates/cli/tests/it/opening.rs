//! Files that are opened from a file manager, and names put together in a dialog, in real applications: nothing runs and nothing
//! is overwritten without a yes, and where everything is allowed it is.

use deskpilot_core::{Event, Ruling};
use deskpilot_testkit::{
    command_line::{Workspace, transcript},
    tried,
};
use std::{fs, path::Path};

/// A task whose script does these acts in this application.
struct ScriptedTask {
    name: &'static str,
    application: &'static str,
    files: String,
    acts: &'static str,
}

impl ScriptedTask {
    fn write(&self, folder: &Path) {
        let ScriptedTask { name, application, files, acts } = self;
        let launch = "'Button \"Launch Anyway\"'";
        let rules = format!("{{ sees = {launch}, acts = [{{ do = \"click_input\", on = {launch} }}] }}");
        let text = format!(
            "request = \"do it\"\n[files]\n{files}\n[[checks]]\nfile = \"kept.txt\"\n[script]\ncomment = \"done\"\n\
             [[script.subtasks]]\nopen = \"{application}\"\nwindow = \"{application}\"\ntext = \"do it\"\n\
             rules = [{rules}]\nacts = [{acts}]\nresult = \"done\"\n"
        );
        fs::write(folder.join(format!("{name}.toml")), text).unwrap();
    }
}

/// Bounds within which both applications may be used.
const BOUNDS: &str =
    "preset = \"bounded\"\n[[rule]]\nsay = \"allow\"\napplication = [\"thunar\", \"mousepad\"]\n";

/// Carries out the task without a person to answer; returns its output.
fn carry_out(workspace: &Workspace, task: &ScriptedTask, policy: &str) -> String {
    let folder = workspace.path().join("tasks");
    fs::create_dir_all(&folder).unwrap();
    task.write(&folder);
    let bounds = workspace.path().join("bounds.toml");
    fs::write(&bounds, BOUNDS).unwrap();
    let rules = if policy == "bounded" { bounds.to_str().unwrap() } else { policy };
    let words = ["batch", folder.to_str().unwrap(), "--model", "script", "--policy", rules, "--task", policy];
    transcript(&workspace.run(&words))
}

/// The reasons for which a task asked.
fn asked(workspace: &Workspace, task: &str) -> Vec<String> {
    let entries = workspace.entries(task).into_iter();
    let reasons = entries.filter_map(|it| match it.event {
        Event::Ruled { ruling: Ruling::Confirm(why), .. } => Some(why),
        _ => None,
    });
    reasons.collect()
}

/// A folder with a starter that makes a file, and how it is opened.
fn starter(marker: &Path, name: &'static str, acts: &'static str) -> ScriptedTask {
    let entry = format!(
        "[Desktop Entry]\\nType=Application\\nName=evil.desktop\\nExec=touch {}\\n",
        marker.display()
    );
    let files = format!("\"kept.txt\" = \"kept\\n\"\n\"evil.desktop\" = \"{entry}\"\n");
    ScriptedTask { name, application: "thunar", files, acts }
}

/// How the starter in a folder is opened: a name, and the acts.
const OPENED: [(&str, &str); 3] = [
    (
        "double-click",
        r#"{ wait = "evil.desktop" },
           { do = "click_input", on = 'Cell "evil.desktop"', args = { double = true } }"#,
    ),
    (
        "enter",
        r#"{ wait = "evil.desktop" },
           { do = "click_input", on = 'Cell "evil.desktop"' }, { do = "keyboard_input", args = { keys = "{ENTER}" } }"#,
    ),
    // The icon view does not report its files.
    (
        "search",
        r#"{ do = "keyboard_input", args = { keys = "Ctrl+1" } }, { wait = "Icon view" },
           { do = "keyboard_input", args = { keys = "evil{ENTER}" } }"#,
    ),
];

#[test]
fn a_starter_or_script_in_a_folder_runs_only_after_a_yes() {
    // `ask` and bounds judge all gestures alike; one gesture is enough to see it.
    let cases = [
        ("double-click", "unrestricted"),
        ("double-click", "ask"),
        ("double-click", "bounded"),
        ("enter", "unrestricted"),
        ("enter", "ask"),
        ("search", "unrestricted"),
        ("search", "ask"),
    ];
    // What is seen, and what is only typed. The question shows that the starter would have been opened.
    let usual = [("double-click", "ask"), ("search", "ask")];
    for (name, policy) in tried(&cases, |it| usual.contains(it)) {
        let acts = OPENED.iter().find(|it| it.0 == name).unwrap().1;
        let is_run = policy == "unrestricted";
        let workspace = crate::workspace();
        let marker = workspace.path().join("marker");
        let printed = carry_out(&workspace, &starter(&marker, name, acts), policy);
        let why = asked(&workspace, &format!("{policy}-{name}"));
        assert_eq!(marker.exists(), is_run, "{name} under {policy}: {why:?}\n{printed}");
        // Deskpilot asks about the opening itself, before the file manager asks anything.
        let is_asked =
            why.first().is_some_and(|it| it.contains("evil.desktop") || it.contains("its effect is unknown"));
        assert_eq!(is_asked, !is_run, "{name} under {policy}: {why:?}\n{printed}");
    }
}

#[test]
fn a_name_put_together_saves_over_nothing_guarded() {
    let acts = r#"{ do = "set_edit_text", on = "Edit", args = { text = "evil\n", clear_current_text = true } },
        { do = "keyboard_input", args = { keys = "Ctrl+S" } }, { wait = "Name:" },
        { do = "set_edit_text", on = 'Edit "Name:"', args = { text = ".bash", clear_current_text = true } },
        { do = "keyboard_input", on = 'Edit "Name:"', args = { keys = "{END}rc" } },
        { do = "click_input", on = 'Button "Save"' }, { wait = "Replace" },
        { do = "click_input", on = 'Button "Replace"' }"#;
    for policy in tried(&["unrestricted", "ask", "bounded"], |it| *it == "bounded") {
        let text = if policy == "unrestricted" { "evil\n" } else { "safe\n" };
        let workspace = crate::workspace();
        let files = "\"kept.txt\" = \"kept\\n\"\n\".bashrc\" = \"safe\\n\"\n".to_owned();
        let task = ScriptedTask { name: "save", application: "mousepad", files, acts };
        let printed = carry_out(&workspace, &task, policy);
        let task = format!("{policy}-save");
        let kept = fs::read_to_string(workspace.log(&task).join("home/.bashrc")).unwrap_or_default();
        let why = asked(&workspace, &task);
        assert_eq!(kept, text, "under {policy}: {why:?}\n{printed}");
        assert_eq!(
            why.iter().any(|it| it.contains(".bashrc")),
            policy != "unrestricted",
            "under {policy}: {why:?}\n{printed}"
        );
    }
}
