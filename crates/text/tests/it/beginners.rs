//! What beginners ask for, without a model: it is done, or refused with other words, and never called done where it is not.

use deskpilot_testkit::command_line::{Workspace, transcript};
use std::fs;

/// The requests, each with the outcome that is wanted.
const REQUESTS: &str = include_str!("beginners.txt");

/// How many of the requests are to be done at least.
const DONE_AT_LEAST: usize = 36;

/// What is wrong with how the request ends, as a text.
fn check(workspace: &Workspace, task: &str, request: &str, wanted: &str) -> Result<(), String> {
    let output = workspace.run(&["run", request, "-q", "--task", task]);
    let printed = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let operations = workspace.operations(task).join("\n");
    let (kind, value) = wanted.split_once(' ').unwrap_or((wanted, ""));
    let (code, is_so) = match kind {
        "opens" | "types" => (0, operations.contains(value)),
        "result" => (0, printed == format!("Finished: result = {value}")),
        "file" => {
            let (name, text) = value.split_once(": ").unwrap();
            let saved = fs::read_to_string(workspace.log(task).join("home").join(name));
            (0, saved.is_ok_and(|saved| saved.trim_end() == text))
        }
        _ => (1, operations.is_empty() && offers_other_words(&printed)),
    };
    match is_so && output.status.code() == Some(code) {
        true => Ok(()),
        false => Err(format!("{request} | {wanted}\n{operations}\n{}", transcript(&output))),
    }
}

/// Whether the refusal has a step that may be written in place of the one that is not understood.
fn offers_other_words(refusal: &str) -> bool {
    let offer = ["as in `", "write `", "an example is `"].iter().find_map(|words| refusal.split_once(words));
    offer.is_some_and(|(_, offer)| offer.split_once('`').is_some_and(|(step, _)| !step.is_empty()))
}

#[test]
fn what_beginners_ask_for_is_done_or_refused_with_other_words() {
    let workspace = Workspace::of(crate::PROGRAM);
    let lines = REQUESTS.lines().filter(|line| !line.starts_with('#'));
    let requests: Vec<(&str, &str)> = lines.map(|line| line.rsplit_once(" | ").unwrap()).collect();
    let wrong: Vec<String> = requests
        .iter()
        .enumerate()
        .filter_map(|(at, (request, wanted))| check(&workspace, &format!("t{at}"), request, wanted).err())
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), requests.len(), wrong.join("\n"));
    let done = requests.iter().filter(|(_, wanted)| *wanted != "refused").count();
    assert!(requests.len() >= 40 && done >= DONE_AT_LEAST, "{done} of {}", requests.len());
}
