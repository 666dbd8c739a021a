//! Commands in a terminal: reads what they wrote once they have ended, for the result.

use super::{
    act::{PlannedAction, StepMove},
    controls,
    step::Step,
};
use crate::facts::{AppFacts, NestedControl, find_note};
use deskpilot_core::Role;
use serde_json::json;

/// The note that keeps what the terminal shows.
const NOTE: &str = "output";

/// How long to wait before each further look, in seconds.
const WAITS: &[f64] = &[0.25, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0];

/// The ends of a prompt.
const PROMPT_ENDS: &[char] = &['$', '#', '%', '>', '❯'];

/// The longest command, in characters, that is looked for in what a terminal shows.
const LONGEST_SOUGHT: usize = 40;

/// The most characters of an output in the result.
const MOST_CHARACTERS: usize = 600;

/// The step that reads what a text does in a terminal; `None` for one that does not end its line.
pub(super) fn step_after(typed: &str) -> Option<Step> {
    let command = typed.strip_suffix('\n')?;
    Some(Step::ReadOutput { command: command.trim().to_owned(), tries: 0 })
}

/// The same after the key that ends the line.
pub(super) fn step_after_key(facts: &AppFacts<'_>, key: &str) -> Option<Step> {
    let is_enter = ["enter", "return"].iter().any(|name| key.eq_ignore_ascii_case(name));
    let takes_keys = controls::text_target(facts).is_some_and(|it| it.control.role == Role::Terminal);
    (is_enter && takes_keys).then(|| Step::ReadOutput { command: String::new(), tries: 0 })
}

/// Reads the terminal; reads it again, later and later, while its last line is no prompt.
pub(super) fn read_output(facts: &AppFacts<'_>, command: &str, tries: usize) -> StepMove {
    let Some(terminal) = terminal(facts) else {
        return StepMove::Done("No terminal is there to be read.".into());
    };
    let again = |tries| vec![Step::ReadOutput { command: command.to_owned(), tries }];
    let Some(last) = facts.last.as_ref().filter(|last| last.command() == "texts") else {
        return PlannedAction::control(terminal, "texts", [("name", json!(NOTE))]).then(again(tries)).into();
    };
    let shown = find_note(facts.board, NOTE).unwrap_or_default();
    match WAITS.get(tries) {
        Some(seconds) if last.succeeded() && !Output::of(shown, command).is_complete => {
            PlannedAction::window("wait", [("seconds", json!(seconds))]).then(again(tries + 1)).into()
        }
        _ => StepMove::Done("What the command wrote is noted.".into()),
    }
}

/// The line of the result: what the last command wrote, if the terminal was read.
pub(super) fn report(facts: &AppFacts<'_>, steps: &[Step]) -> Option<String> {
    terminal(facts)?;
    let typed = |step: &Step| match step {
        Step::Type(text, None) => Some(text.literal()),
        _ => None,
    };
    let command = steps.iter().rev().find_map(typed)?;
    let output = Output::of(find_note(facts.board, NOTE)?, command.trim());
    let text = output.lines.join("\n");
    let cut = text.char_indices().nth(MOST_CHARACTERS).map(|(at, _)| at);
    let shown = match cut {
        Some(at) => format!("{}…", &text[..at]),
        None if text.is_empty() => "(nothing)".to_owned(),
        None => text,
    };
    Some(match output.is_complete {
        true => format!("output: {shown}"),
        false => format!("the command has not ended yet; output so far: {shown}"),
    })
}

fn terminal<'s>(facts: &'s AppFacts<'s>) -> Option<&'s NestedControl<'s>> {
    facts.controls.iter().find(|seen| seen.role == Role::Terminal && seen.has_label())
}

/// What a terminal shows of a command.
struct Output<'t> {
    lines: Vec<&'t str>,
    /// Whether the prompt is there again.
    is_complete: bool,
}

impl<'t> Output<'t> {
    /// The lines behind the last one that ends with the command. A command that is not known, or so long that the terminal may
    /// break its line, is not looked for: then all lines count.
    fn of(shown: &'t str, command: &str) -> Output<'t> {
        let all: Vec<&str> = shown.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        let end = command.lines().last().unwrap_or_default();
        let is_sought = !end.is_empty() && end.chars().count() <= LONGEST_SOUGHT;
        let typed = all.iter().rposition(|line| is_sought && line.ends_with(end) && *line != end);
        let mut lines = match typed {
            Some(at) => all[at + 1..].to_vec(),
            None if is_sought => return Output { lines: Vec::new(), is_complete: false },
            None => all,
        };
        let is_complete = lines.last().is_some_and(|line| line.ends_with(PROMPT_ENDS));
        if is_complete {
            lines.pop();
        }
        Output { lines, is_complete }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::testing::{Scene, last};

    #[test]
    fn the_output_is_what_stands_between_the_command_and_the_next_prompt() {
        for (shown, command, lines, is_complete) in [
            ("ann@desk:~$ ls | wc -l\n223\nann@desk:~$ ", "ls | wc -l", &["223"][..], true),
            ("$ date\nMon\n$ ls\na\nb\n$", "ls", &["a", "b"], true),
            ("$ sleep 9", "sleep 9", &[], false),
            ("$ true\n$", "true", &[], true),
            ("old\n$", "ls", &[], false),
        ] {
            let output = Output::of(shown, command);
            assert_eq!((output.lines.as_slice(), output.is_complete), (lines, is_complete), "{shown}");
        }
    }

    #[test]
    fn the_result_of_a_command_has_its_output() {
        let subtask = "type \"ls | wc -l\n\"";
        let controls = &["1 Terminal Shell ~$ [focused]"][..];
        let scene = Scene { subtask, controls, application: "xfce4-terminal", ..Scene::default() };
        let typed = scene.reply();
        assert!(typed.starts_with("CONTINUE keyboard_input"), "{typed}");
        assert!(typed.ends_with("| read the output of \"ls | wc -l\", try 1"), "{typed}");
        let plan = &["read the output of \"ls | wc -l\", try 1"][..];
        let pressed =
            last("keyboard_input", &json!({"keys": "x", "control_focus": true}), "Shell", "confirmed", "");
        let reading = Scene { plan, last: pressed, ..scene.clone() };
        assert!(
            reading.reply().starts_with("CONTINUE texts{\"name\":\"output\"} on 1 Shell"),
            "{}",
            reading.reply()
        );
        let read = |text: &str| Scene {
            plan,
            last: last("texts", &json!({"name": "output"}), "Shell", "confirmed", ""),
            board: json!({"notes": {"output": text}}),
            ..scene.clone()
        };
        assert!(read("$ ls | wc -l").reply().starts_with("CONTINUE wait{\"seconds\":0.25}"));
        assert_eq!(read("$ ls | wc -l\n223\n$ ").reply(), "FINISH -- output: 223");
    }
}
