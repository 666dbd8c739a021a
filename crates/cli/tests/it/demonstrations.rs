//! A person shows something, and Deskpilot does it: recorded, planned, and followed on a fresh desktop without a model.

use crate::common::{Workspace, finish, transcript, until};
use deskpilot_core::Launch;
use deskpilot_desktop::Desktop;
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

#[test]
fn what_is_shown_in_one_editor_is_done_in_another() {
    let workspace = Workspace::new();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let desktop = runtime.block_on(PrivateDesktop::bring_up(&PrivateOptions::USUAL)).unwrap();
    let shown = workspace.path().join("shown.txt");
    fs::write(&shown, "").unwrap();
    runtime.block_on(async {
        let mut eyes = LinuxDesktop::connect(desktop.seat().clone()).await.unwrap();
        let file = Some(shown.to_string_lossy().into_owned());
        eyes.launch(&Launch { application: "mousepad".into(), file }, &[]).await.unwrap();
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
    let mut said = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut said).unwrap();
    assert!(said.starts_with("recording mousepad"), "{said}");
    assert!(at_it("xdotool", &["type", "--delay", "5", "Dear Charles"]).status().unwrap().success());
    assert!(at_it("xdotool", &["key", "ctrl+s"]).status().unwrap().success());
    let saved = || fs::read_to_string(&shown).unwrap().trim_end() == "Dear Charles";
    until("the letter is saved", saved);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = finish(child);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.starts_with("write-a-letter: 2 steps"), "{told}{}", transcript(&output));
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

#[test]
fn what_is_no_demonstration_is_refused_with_a_sentence() {
    let workspace = Workspace::new();
    fs::write(workspace.path().join("x.zip"), "PK\x03\x04 and nothing more").unwrap();
    for (words, why, code) in [
        (&["demonstrations", "show", "none", "--dir", "d"][..], "there is no demonstration \"none\"", 1),
        (&["demonstrations", "remove", "../x", "--dir", "d"], "is no name of a demonstration", 1),
        (&["demonstrations", "import", "x.zip", "--dir", "d"], "no usable zip archive", 1),
        (&["demonstrations", "import", "absent.zip", "--dir", "d"], "absent.zip: ", 1),
        (&["demonstrate"], "--app", 2),
    ] {
        let output = workspace.run(words);
        let said = transcript(&output);
        assert!(said.contains(why) && output.status.code() == Some(code), "{words:?}: {said}");
    }
    let output = workspace.run(&["demonstrations", "list", "--dir", "d"]);
    assert!(transcript(&output).contains("there are no demonstrations"), "{}", transcript(&output));
}
