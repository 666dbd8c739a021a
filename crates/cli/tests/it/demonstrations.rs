//! A person shows something, and Deskpilot does it: recorded, planned, and followed on a fresh desktop without a model.

use deskpilot_core::{Control, Event, Launch, Role, State, Window};
use deskpilot_desktop::{Budget, Desktop, DesktopReader};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use deskpilot_testkit::{
    command_line::{SpokenServer, Workspace, finish, transcript, until},
    tries_also,
};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};
use tokio::runtime::Runtime;

#[test]
fn what_is_shown_in_one_editor_is_done_in_another() {
    if !tries_also("what is shown in one editor is done in another") {
        return;
    }
    let workspace = crate::workspace();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let desktop = runtime.block_on(PrivateDesktop::bring_up(&PrivateOptions::USUAL)).unwrap();
    let shown = workspace.path().join("shown.txt");
    fs::write(&shown, "").unwrap();
    runtime.block_on(async {
        let mut eyes = LinuxDesktop::connect(desktop.seat().clone()).await.unwrap();
        let file = Some(shown.to_string_lossy().into_owned());
        eyes.launch(&Launch { application: "mousepad".into(), file, ..Launch::default() }, &[])
            .await
            .unwrap();
    });
    let at_it = |program: &str, words: &[&str]| {
        let mut command = match program {
            "deskpilot" => workspace.command(words),
            program => Command::new(program),
        };
        if program != "deskpilot" {
            command.args(words);
        }
        command.env_clear().envs(desktop.seat().environment().iter());
        command
    };
    let words = ["demonstrate", "--app", "mousepad", "--request", "Write a letter", "--output", "demos"];
    let mut command = at_it("deskpilot", &words);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("recording mousepad"), "{line}");
    assert!(at_it("xdotool", &["type", "--delay", "5", "Dear Charles"]).status().unwrap().success());
    assert!(at_it("xdotool", &["key", "ctrl+s"]).status().unwrap().success());
    let saved = || fs::read_to_string(&shown).unwrap().trim_end() == "Dear Charles";
    until("the letter is saved", saved);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = finish(child);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.starts_with("write-a-letter: 2 steps"), "{printed}{}", transcript(&output));
    runtime.block_on(desktop.close());

    let listed = workspace.run(&["demonstrations", "list", "--dir", "demos"]);
    assert!(transcript(&listed).contains("write-a-letter"), "{}", transcript(&listed));
    let learnt = workspace.run(&["demonstrations", "show", "write-a-letter", "--tips", "--dir", "demos"]);
    assert!(transcript(&learnt).contains("2. press Control+s"), "{}", transcript(&learnt));
    let own = workspace.path().join("follow");
    fs::create_dir(&own).unwrap();
    fs::write(own.join("own.txt"), "").unwrap();
    let words = ["demonstrations", "plan", "write-a-letter", "--dir", "demos"];
    let planned =
        workspace.run(&[&words[..], &["--object", "own.txt", "--output", "follow/plan.json"]].concat());
    assert_eq!(planned.status.code(), Some(0), "{}", transcript(&planned));
    let words =
        ["run", "--mode", "follower", "--plan", "follow", "--model", "steps", "--policy", "unrestricted"];
    let followed = workspace.run(&words);
    assert_eq!(followed.status.code(), Some(0), "{}", transcript(&followed));
    assert_eq!(fs::read_to_string(own.join("own.txt")).unwrap().trim_end(), "Dear Charles");
}

/// A person at a private desktop who shows something to `deskpilot demonstrate`.
struct Person {
    desktop: PrivateDesktop,
    runtime: Runtime,
    eyes: LinuxDesktop,
    window: Window,
    /// The standard error of the recorder.
    stderr: tempfile::NamedTempFile,
}

impl Person {
    /// Opens this application with a file, or with nothing.
    fn at(application: &str, file: Option<&Path>) -> Person {
        let runtime = Runtime::new().unwrap();
        let desktop = runtime.block_on(PrivateDesktop::bring_up(&PrivateOptions::USUAL)).unwrap();
        let (eyes, window) = runtime.block_on(async {
            let mut eyes = LinuxDesktop::connect(desktop.seat().clone()).await.unwrap();
            let file = file.map(|it| it.to_string_lossy().into_owned());
            let launch = Launch { application: application.into(), file, ..Launch::default() };
            let window = eyes.launch(&launch, &[]).await.unwrap();
            (eyes, window)
        });
        Person { desktop, runtime, eyes, window, stderr: tempfile::NamedTempFile::new().unwrap() }
    }

    /// Begins to record, and waits until the recorder watches.
    fn watched_by(&self, workspace: &Workspace, words: &[&str]) -> Child {
        let mut command = workspace.command(words);
        command.env_clear().envs(self.desktop.seat().environment().iter());
        command.env("DESKPILOT_TERMINAL_PROGRESS", "details");
        let child = command.stdout(Stdio::piped()).stderr(self.stderr.reopen().unwrap()).spawn().unwrap();
        until("the recorder watches", || self.printed().starts_with("recording "));
        child
    }

    /// What the recorder has printed so far.
    fn printed(&self) -> String {
        fs::read_to_string(self.stderr.path()).unwrap()
    }

    /// Waits for a control that is as it should be, and returns it.
    fn sees(&mut self, what: &str, is_it: impl Fn(&Control) -> bool) -> Control {
        let (eyes, window) = (&mut self.eyes, &self.window);
        let mut found = None;
        until(what, || {
            let seen = self.runtime.block_on(eyes.glance(window, Budget::LOOK));
            found = seen.ok().and_then(|it| it.controls.into_iter().find(&is_it));
            found.is_some()
        });
        found.unwrap()
    }

    /// Stops the recording, and returns its output.
    fn ends(self, recording: Child) -> Output {
        let id = recording.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let output = finish(recording);
        let output = Output { stderr: self.printed().into_bytes(), ..output };
        let Person { desktop, runtime, .. } = self;
        runtime.block_on(desktop.close());
        output
    }

    fn types(&self, text: &str) {
        self.xdotool(&["type", "--delay", "5", "--", text]);
    }

    fn presses(&self, chord: &str) {
        self.xdotool(&["key", chord]);
    }

    fn xdotool(&self, words: &[&str]) {
        let mut command = Command::new("xdotool");
        command.args(words).env_clear().envs(self.desktop.seat().environment().iter());
        assert!(command.status().unwrap().success(), "{words:?}");
    }
}

/// An empty file of this name in the workspace.
fn empty(workspace: &Workspace, name: &str) -> PathBuf {
    let file = workspace.path().join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "").unwrap();
    file
}

fn holds(file: &Path) -> String {
    fs::read_to_string(file).unwrap().trim_end().to_owned()
}

/// How often the model was asked in this task.
fn prompts(workspace: &Workspace, task: &str) -> usize {
    let entries = workspace.entries(task);
    assert!(!entries.is_empty(), "the task {task} has a log");
    entries.iter().filter(|it| matches!(it.event, Event::Prompted { .. })).count()
}

#[test]
fn what_is_shown_once_is_a_plan_and_a_skill_that_takes_other_values() {
    let workspace = crate::workspace();
    let letter = empty(&workspace, "letter.txt");
    let mut person = Person::at("mousepad", Some(&letter));
    let request = "Write \"Dear Charles\" into letter.txt";
    let words = ["demonstrate", "--app", "mousepad", "--request", request, "--name", "letter", "--output"];
    let demos = workspace.path().join("demos").display().to_string();
    let child = person.watched_by(&workspace, &[&words[..], &[&demos]].concat());
    person.types("Dear Charles");
    person.sees("the text", |it| it.value.as_deref() == Some("Dear Charles"));
    person.presses("ctrl+s");
    until("the letter is saved", || holds(&letter) == "Dear Charles");
    let output = person.ends(child);
    assert!(transcript(&output).contains("skills learn --demonstration letter"), "{}", transcript(&output));
    let shown = fs::read_to_string(workspace.path().join("demos/letter/demonstration.toml")).unwrap();

    let followed = empty(&workspace, "follow/own.txt");
    let words = ["demonstrations", "plan", "letter", "--dir", &demos, "--object", "own.txt", "--output"];
    let planned = workspace.run(&[&words[..], &["follow/plan.json"]].concat());
    assert_eq!(planned.status.code(), Some(0), "{}{shown}", transcript(&planned));
    let words = ["run", "--mode", "follower", "--plan", "follow", "--model", "steps", "--policy"];
    let output = workspace.run(&[&words[..], &["unrestricted"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}{shown}", transcript(&output));
    assert_eq!(holds(&followed), "Dear Charles", "{}", transcript(&output));

    let words = ["skills", "learn", "--demonstration", "letter", "--dir", &demos, "--object", "letter.txt"];
    let printed = transcript(&workspace.run(&words));
    assert!(printed.contains("write-text-into-file-2: Write \"{text}\" into {file}"), "{printed}{shown}");
    let listed = transcript(&workspace.run(&["skills", "list"]));
    assert!(
        listed.contains("shown in letter, not yet done again; you are asked before it runs by itself"),
        "{listed}"
    );
    let ada = empty(&workspace, "ada.txt");
    let file = format!("file={}", ada.display());
    let words = ["skills", "run", "write-text-into-file-2", "text=Dear Ada", &file, "--task", "named"];
    let output = workspace.run(&[&words[..], &["--policy", "unrestricted"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}{shown}", transcript(&output));
    assert_eq!((holds(&ada).as_str(), prompts(&workspace, "named")), ("Dear Ada", 0));

    let allowed = workspace.run(&["skills", "allow", "write-text-into-file", "write-text-into-file-2"]);
    assert!(transcript(&allowed).contains("write-text-into-file-2: runs by itself, as you allowed"));
    let server = SpokenServer::start();
    let bob = empty(&workspace, "bob.txt");
    let request = format!("Write \"Dear Bob\" into {}", bob.display());
    let mut command = workspace.command(&["run", &request, "--policy", "unrestricted", "--task", "asked"]);
    let output = command.envs(server.variables()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}{shown}", transcript(&output));
    assert_eq!(
        (holds(&bob).as_str(), prompts(&workspace, "asked")),
        ("Dear Bob", 0),
        "{}",
        transcript(&output)
    );

    // A document with content is not the empty one of the demonstration, so the skill must not type into it.
    let full = workspace.path().join("full.txt");
    fs::write(&full, "Do not touch").unwrap();
    let file = format!("file={}", full.display());
    let words = ["skills", "run", "write-text-into-file-2", "text=Dear Eve", &file];
    let output = workspace.run(&[&words[..], &["--policy", "unrestricted"]].concat());
    assert_eq!((holds(&full).as_str(), output.status.code()), ("Do not touch", Some(1)));
    assert!(transcript(&output).contains("has the value \"Do not touch"), "{}", transcript(&output));
}

#[test]
fn a_dialog_that_a_person_opens_and_answers_is_opened_and_answered_again() {
    let workspace = crate::workspace();
    let letter = workspace.path().join("letter.txt");
    let mut person = Person::at("mousepad", None);
    let request = format!("Write \"Dear Charles\" and save it as \"{}\"", letter.display());
    let demos = workspace.path().join("demos").display().to_string();
    let words = ["demonstrate", "--app", "mousepad", "--request", &request, "--name", "letter", "--output"];
    let child = person.watched_by(&workspace, &[&words[..], &[&demos]].concat());
    person.types("Dear Charles");
    person.sees("the text", |it| it.value.as_deref() == Some("Dear Charles"));
    person.presses("ctrl+s");
    let is_focused = |it: &Control| it.role == Role::Edit && it.states.has(State::Focused);
    person.sees("the field of the name", |it| is_focused(it) && !it.states.has(State::MultiLine));
    let path = letter.display().to_string();
    person.types(&path);
    person.sees("the path", |it| it.value.as_deref() == Some(&path));
    // The field closes with the dialog, whose button can be used once the name is checked.
    let is_it = |line: &str| ["so far:", &path, "\"Name:\" field"].iter().all(|it| line.contains(it));
    until("the path is recorded", || person.printed().lines().any(is_it));
    person.sees("the button that saves", |it| {
        it.role == Role::Button && it.name == "Save" && it.states.has(State::Enabled)
    });
    person.presses("Return");
    until("the letter is saved", || letter.exists() && holds(&letter) == "Dear Charles");
    let output = person.ends(child);
    let shown = fs::read_to_string(workspace.path().join("demos/letter/demonstration.toml")).unwrap();
    assert!(shown.contains("opens = \"Save As\""), "{}{shown}", transcript(&output));

    // The file is there: the dialog asks, which it did not for the person.
    fs::write(&letter, "Do not touch").unwrap();
    let words = ["demonstrations", "plan", "letter", "--dir", &demos, "--output", "plan.json"];
    let planned = workspace.run(&words);
    assert_eq!(planned.status.code(), Some(0), "{}{shown}", transcript(&planned));
    let follow = |task: &str| {
        let words = ["run", "--mode", "follower", "--plan", "plan.json", "--model", "steps", "--task", task];
        workspace.run(&[&words[..], &["--policy", "unrestricted"]].concat())
    };
    let output = follow("surprised");
    assert_eq!((holds(&letter).as_str(), output.status.code()), ("Do not touch", Some(1)));
    assert!(transcript(&output).contains("(press Enter) was not"), "{}", transcript(&output));
    fs::remove_file(&letter).unwrap();
    let output = follow("followed");
    assert_eq!(output.status.code(), Some(0), "{}{shown}", transcript(&output));
    assert_eq!(holds(&letter), "Dear Charles", "{}", transcript(&output));

    let words = ["skills", "learn", "--demonstration", "letter", "--dir", &demos];
    let printed = transcript(&workspace.run(&words));
    let name = "write-text-and-save-it-as-name-2";
    assert!(
        printed.contains(&format!("{name}: Write \"{{text}}\" and save it as \"{{name}}\"")),
        "{printed}{shown}"
    );
    if !tries_also("the skill of a dialog") {
        return;
    }
    let run = |file: &Path, task: &str| {
        let file = format!("name={}", file.display());
        let words = ["skills", "run", name, "text=Dear Ada", &file, "--task", task];
        workspace.run(&[&words[..], &["--policy", "unrestricted"]].concat())
    };
    let ada = workspace.path().join("ada.txt");
    let output = run(&ada, "named");
    assert_eq!(output.status.code(), Some(0), "{}{shown}", transcript(&output));
    assert_eq!((holds(&ada).as_str(), prompts(&workspace, "named")), ("Dear Ada", 0));
    let output = run(&letter, "taken");
    assert_eq!((holds(&letter).as_str(), output.status.code()), ("Dear Charles", Some(1)));
    assert!(transcript(&output).contains("expected was a window"), "{}", transcript(&output));
}

#[test]
fn what_is_no_demonstration_is_refused_with_a_sentence() {
    let workspace = crate::workspace();
    fs::write(workspace.path().join("x.zip"), "PK\x03\x04 and nothing more").unwrap();
    for (words, why, code) in [
        (&["demonstrations", "show", "none", "--dir", "d"][..], "there is no demonstration \"none\"", 1),
        (&["demonstrations", "remove", "../x", "--dir", "d"], "is no name of a demonstration", 1),
        (&["demonstrations", "import", "x.zip", "--dir", "d"], "no usable zip archive", 1),
        (&["demonstrations", "import", "absent.zip", "--dir", "d"], "absent.zip: ", 1),
        (&["demonstrate"], "--app", 2),
    ] {
        let output = workspace.run(words);
        let printed = transcript(&output);
        assert!(printed.contains(why) && output.status.code() == Some(code), "{words:?}: {printed}");
    }
    let output = workspace.run(&["demonstrations", "list", "--dir", "d"]);
    assert!(transcript(&output).contains("there are no demonstrations"), "{}", transcript(&output));
}
