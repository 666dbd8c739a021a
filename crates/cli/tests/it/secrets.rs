//! Named secrets through the command: typed into real password fields, and found nowhere afterwards.

use deskpilot_core::{Control, Event, Role, View};
use deskpilot_desktop::{Image, photographer::decode_png};
use deskpilot_linux::{PrivateDesktop, PrivateOptions};
use deskpilot_log::Blobs;
use deskpilot_testkit::command_line::{SpokenServer, Workspace, finish, transcript, until};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};
use tokio::runtime::Runtime;

const SECRET: &str = "Opensesame-Quartz";
/// Pieces of it that appear nowhere by chance.
const PIECES: &[&str] = &["opensesame", "sesame", "quartz"];

const TYPES_MAIL: &str = "[[rule]]\nsay = \"allow\"\nsecret = [\"mail\", \"nope\"]\n";

/// A desktop with an application on it, and a folder to run the command in.
struct Bench {
    workspace: Workspace,
    runtime: Runtime,
    desktop: PrivateDesktop,
    applications: Vec<Child>,
}

impl Bench {
    fn new() -> Bench {
        let (workspace, runtime) = (crate::workspace(), Runtime::new().unwrap());
        let desktop = runtime.block_on(PrivateDesktop::bring_up(&PrivateOptions::USUAL)).unwrap();
        fs::write(workspace.path().join("policy.toml"), TYPES_MAIL).unwrap();
        Bench { workspace, runtime, desktop, applications: Vec::new() }
    }

    fn start(&mut self, words: &[&str], title: &str) {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).env_clear().envs(self.desktop.seat().environment().iter());
        self.applications.push(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        let listed = || {
            self.workspace
                .run_with(self.desktop.seat().environment().iter(), &["windows", "--desktop", "current"])
        };
        until(title, || String::from_utf8_lossy(&listed().stdout).contains(title));
    }

    /// The output of the command at this desktop, with the secret in its environment.
    fn run(&self, words: &[&str]) -> Output {
        finish(self.command(words).spawn().unwrap())
    }

    /// The same with a language model, which is shown prompts.
    fn ask(&self, words: &[&str]) -> Output {
        let model = SpokenServer::start();
        finish(self.command(words).envs(model.variables()).spawn().unwrap())
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = self.workspace.command(words);
        command.env_clear().envs(self.desktop.seat().environment().iter());
        command.env("DESKPILOT_SECRET_MAIL", SECRET).env("DESKPILOT_DESKTOP_KIND", "current");
        command.env("DESKPILOT_POLICY_FILE", "policy.toml").env("DESKPILOT_RUN_UI_TREES", "written");
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn end(mut self) {
        for application in &mut self.applications {
            application.kill().unwrap();
            application.wait().unwrap();
        }
        self.runtime.block_on(self.desktop.close());
    }
}

/// Every file of a folder and the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let inside = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    inside.flat_map(|it| if it.is_dir() { files(&it) } else { vec![it] }).collect()
}

/// Checks that no file has a piece of the secret, and that the files that name it were searched.
fn assert_kept(bench: &Bench, task: &str, output: &Output) {
    let mut texts: Vec<(String, String)> = vec![("the terminal".into(), transcript(output))];
    for file in files(&bench.workspace.log(task)) {
        let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
        texts.push((file.display().to_string(), text));
    }
    for (source, text) in &texts {
        let small = text.to_lowercase();
        let found = PIECES.iter().find(|piece| small.contains(**piece));
        assert_eq!(found, None, "in {source}: {:?}", small.lines().find(|it| it.contains(found.unwrap())));
    }
    let names = |end: &str| {
        texts.iter().any(|(source, text)| source.ends_with(end) && text.contains("{{secret:mail}}"))
    };
    assert!(names("events.jsonl") && names("response.log") && names("request.log"), "the name stands for it");
}

/// The last look of a task: its controls and its picture.
fn last_look(bench: &Bench, task: &str) -> (Vec<Control>, Image) {
    let entries = bench.workspace.entries(task);
    let looks = entries.iter().rev().find_map(|entry| match &entry.event {
        Event::Observed { view: View::App(view) } => Some(view.clone()),
        _ => None,
    });
    let view = looks.unwrap();
    let png = Blobs::of(&bench.workspace.log(task)).read(view.pictures.clean.as_ref().unwrap()).unwrap();
    let picture = decode_png(&png).unwrap();
    (view.controls, Image { origin: view.pictures.origin.unwrap(), ..picture })
}

/// Another text field shows, in plain text, what is typed into the one that hides it.
#[test]
fn what_an_application_shows_of_a_secret_is_in_no_file_and_no_picture() {
    let mut bench = Bench::new();
    bench.start(&["gtk3-demo", "--run=entry_buffer"], "Entry Buffer");
    let request = "Open Entry Buffer. Press Tab. Press {{secret:mail}}. Press Home. Press End.";
    let output = bench.ask(&["run", request, "--task", "shown"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    assert_kept(&bench, "shown", &output);
    let (controls, picture) = last_look(&bench, "shown");
    let fields: Vec<&Control> = controls.iter().filter(|it| it.role == Role::Edit).collect();
    let values: Vec<Option<&str>> = fields.iter().map(|it| it.value.as_deref()).collect();
    assert_eq!(values, [Some("{{secret:mail}}"), None], "{fields:?}");
    for field in fields {
        let mut obscured = picture.clone();
        obscured.obscure(field.rect);
        assert!(obscured == picture, "{field:?} can be seen");
    }
    let bundle = bench.workspace.path().join("shown.zip");
    let exported = bench.run(&["session", "export", "shown", &bundle.display().to_string()]);
    assert_eq!(exported.status.code(), Some(0), "{}", transcript(&exported));
    bench.end();
}

/// The visible field shares its text with the hidden one, so the agent could read the secret there piece by piece.
#[test]
fn no_part_of_a_secret_is_in_a_log_after_an_attack_on_a_field_that_shows_it() {
    let mut bench = Bench::new();
    bench.start(&["gtk3-demo", "--run=entry_buffer"], "Entry Buffer");
    let request =
        "Open Entry Buffer. Press Tab. Press {{secret:mail}}. Press Shift+Tab. Press {BACKSPACE 9}.";
    let output = bench.ask(&["run", request, "--task", "shortened"]);
    assert_ne!(output.status.code(), Some(0), "{}", transcript(&output));
    assert_kept(&bench, "shortened", &output);
    let log =
        fs::read_to_string(bench.workspace.log("shortened").join("events.jsonl")).unwrap().to_lowercase();
    assert!(log.contains("{{secret:mail}} stands in edit"), "{log}");
    let letters: Vec<char> = SECRET.to_lowercase().chars().collect();
    // Deskpilot's own words have these two.
    let parts = letters.windows(4).map(|it| it.iter().collect::<String>());
    for part in parts.filter(|it| it != "open" && it != "same") {
        assert!(!log.contains(&part), "{part:?} is in {:?}", log.lines().find(|it| it.contains(&part)));
    }
    bench.end();
}

#[test]
fn both_fields_of_a_new_password_take_it_and_only_a_field_that_hides_it() {
    let mut bench = Bench::new();
    bench.start(&["gtk4-demo", "--run=password_entry"], "Choose a Password");
    let twice = "Open Choose a Password. Press {{secret:mail}}. Press Tab. Press {{secret:mail}}.";
    let output = bench.ask(&["run", twice, "--task", "twice"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    assert_kept(&bench, "twice", &output);
    let (controls, _) = last_look(&bench, "twice");
    let done = controls.iter().find(|it| it.name.contains("Done")).unwrap();
    assert!(done.states.has(deskpilot_core::State::Enabled), "both are the same: {controls:?}");

    bench.start(&["gtk3-demo", "--run=entry_buffer"], "Entry Buffer");
    for (task, request, expected) in [
        ("bare", "Open Entry Buffer. Press {{secret:mail}}.", "what is typed there can be seen"),
        ("unknown", "Open Entry Buffer. Press Tab. Press {{secret:nope}}.", "there are: mail; add it with"),
        ("file", "Open the text editor with /tmp/{{secret:mail}}.", "goes nowhere else"),
    ] {
        let output = bench.run(&["run", request, "--task", task]);
        assert_ne!(output.status.code(), Some(0), "{task}: {}", transcript(&output));
        let log = fs::read_to_string(bench.workspace.log(task).join("events.jsonl")).unwrap();
        assert!(log.contains(expected) && !log.contains(SECRET), "{task}: {}", transcript(&output));
    }
    bench.end();
}

#[test]
fn applications_that_are_opened_do_not_get_the_variables() {
    let bench = Bench::new();
    let output = bench.run(&["run", "Open the calculator.", "--task", "open"]);
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let display = bench.desktop.seat().environment().value("DISPLAY").unwrap().to_owned();
    let environments = fs::read_dir("/proc").unwrap().filter_map(|it| {
        fs::read(it.unwrap().path().join("environ")).ok().map(|it| String::from_utf8_lossy(&it).into_owned())
    });
    let ours: Vec<String> =
        environments.filter(|it| it.split('\0').any(|it| it == format!("DISPLAY={display}"))).collect();
    assert!(ours.len() > 1, "the window manager and the calculator");
    assert!(ours.iter().all(|it| !it.contains(SECRET)), "the secret was handed on");
    bench.end();
}
