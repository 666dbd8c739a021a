//! What a run shows: a line for each step, at any width and in any locale, and its result once.

use deskpilot_testkit::command_line::{Terminal, Workspace, transcript};

const JOB: &str = "Open galculator. Click \"5\". Click \"7\".";

fn shown(workspace: &Workspace, words: &[&str]) -> (String, String) {
    let mut command = workspace.command(words);
    let output = command.env_remove("DESKPILOT_TERMINAL_PROGRESS").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", transcript(&output));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn each_step_is_a_line_and_the_result_comes_once() {
    let workspace = Workspace::of(crate::PROGRAM);
    let folder = workspace.path().canonicalize().unwrap();
    let (out, errors) = shown(&workspace, &["demo", "--out", "made"]);
    let lines: Vec<&str> = errors.lines().collect();
    let made = folder.join("made").display().to_string();
    assert!(lines[0].starts_with("Open the calculator and compute 6 x 7."), "{errors}");
    // Told before something is typed that could be the name of a file, and not for the calculator.
    let place = format!("What is saved without a folder goes to {made}.");
    let (before, after) = lines[1..].split_at(lines[1..].iter().position(|it| *it == place).unwrap());
    assert!(before.last().unwrap().starts_with("+ plan") && after[1].contains("type \"42\""), "{errors}");
    let mut steps = before.iter().chain(&after[1..]);
    assert!(steps.all(|it| it.starts_with("+ ") && it.ends_with(" s")), "{errors}");
    assert!(lines.iter().any(|it| it.contains("noted result: \"42\"")) && lines.len() < 20, "{errors}");
    assert!(!errors.contains('\u{1b}') && !errors.contains('…'), "{errors}");
    let answer = folder.join("made/answer.txt");
    assert_eq!(out.matches("Finished").count(), 1, "{out}");
    assert!(out.contains(&format!("files: {}\n", answer.display())), "{out}");
    assert!(out.ends_with("holds 42: 6 x 7, as the calculator says.\n"), "{out}");
    assert!(!out.contains("audit: "), "{out}");

    let (out, errors) = shown(&workspace, &["run", JOB, "--task", "q", "--quiet"]);
    assert!(out.starts_with("Finished.\n") && errors.is_empty(), "{out}{errors}");
    let (out, errors) = shown(&workspace, &["run", JOB, "--task", "v", "-v"]);
    assert!(errors.contains("click_input(") && errors.contains("confirmed: "), "{errors}");
    let head = out.lines().find_map(|it| it.strip_prefix("audit: ")).unwrap();
    assert_eq!(workspace.run(&["audit", "v", "--head", head]).status.code(), Some(0), "{out}");
    let (_, errors) = shown(&workspace, &["run", JOB, "--task", "vv", "-vv"]);
    assert!(errors.contains("\"event\":\"observed\""), "{errors}");
}

#[test]
fn the_log_of_a_task_has_the_lines_of_its_run_and_the_calls_where_they_are_wanted() {
    let workspace = Workspace::of(crate::PROGRAM);
    let (_, ran) = shown(&workspace, &["run", JOB, "--task", "t"]);
    let lines = ran.split_once('\n').unwrap().1;
    for words in [&["log", "t"][..], &["log", "t", "--follow"], &["watch", "t"]] {
        let (out, _) = shown(&workspace, words);
        assert!(out.contains(&format!("{lines}Finished.\n")), "{words:?}: {out}\nbut the run:\n{ran}");
    }
    for words in [&["log", "t", "-v"][..], &["log", "-v"], &["watch", "t", "-v"]] {
        let (out, _) = shown(&workspace, words);
        assert!(out.contains("click_input(") && out.contains("confirmed: "), "{words:?}: {out}");
    }
    let (all, _) = shown(&workspace, &["log", "t", "-vv"]);
    assert!(all.contains("\"event\":\"observed\""), "{all}");
    let refused = workspace.run(&["log", "t", "-v", "--json"]);
    assert_eq!(refused.status.code(), Some(2), "{}", transcript(&refused));
}

#[test]
fn a_failure_is_reported_once_with_what_to_type_next() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut command = workspace.command(&["run", "Open galculator. Click \"nowhere\".", "--task", "t"]);
    let output = command.env_remove("DESKPILOT_TERMINAL_PROGRESS").output().unwrap();
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(1), "{all}");
    assert_eq!(all.matches("Failed: ").count(), 1, "{all}");
    // Once in the line of its step, and once in the result.
    for stream in [&output.stdout, &output.stderr] {
        let text = String::from_utf8_lossy(stream);
        assert_eq!(text.matches("there is no \"nowhere\"").count(), 1, "{all}");
    }
    assert!(all.contains("next:  `deskpilot log t` shows what it did"), "{all}");
}

#[test]
fn lines_fit_any_width_and_locale_and_have_colours_only_where_they_are_wanted() {
    let workspace = Workspace::of(crate::PROGRAM);
    for (task, columns, variables, is_coloured, is_unicode) in [
        ("narrow", 40, &[("LANG", "C.UTF-8")][..], true, true),
        ("wide", 200, &[("LANG", "C.UTF-8")], true, true),
        ("plain", 80, &[("LANG", "C.UTF-8"), ("NO_COLOR", "1")], false, true),
        ("ascii", 40, &[("LC_ALL", "C"), ("LANG", "C.UTF-8")], true, false),
    ] {
        let terminal = Terminal::wide(&workspace, &["run", JOB, "--task", task], variables, columns);
        let (code, recording) = terminal.recorded();
        let (text, lines) = (recording.text(), recording.lines());
        assert_eq!(code, Some(0), "{text}");
        assert_eq!(text.contains("\u{1b}[32m"), is_coloured, "{task}: {text:?}");
        let mark = if is_unicode { "✓ " } else { "+ " };
        let steps: Vec<&String> = lines.iter().filter(|it| it.starts_with(mark)).collect();
        assert!(steps.len() >= 2, "{task}: {lines:#?}");
        assert!(text.is_ascii() != is_unicode, "{task}: {text:?}");
        assert!(!text.contains("What is saved"), "nothing is: {text:?}");
        let width = usize::from(columns);
        assert!(steps.iter().all(|it| console::measure_text_width(it) <= width), "{task}: {steps:#?}");
        // The words that are left are whole.
        let words = ["galculator", "open", "plan", "click", "ToggleButton", "Finished."];
        assert!(words.iter().any(|it| steps[0].contains(it)), "{task}: {steps:#?}");
    }
}

#[test]
fn a_plan_is_shown_and_nothing_of_it_is_done() {
    let workspace = Workspace::of(crate::PROGRAM);
    let output = workspace.run(&["run", &workspace.main_job(), "--dry-run", "--task", "t"]);
    let all = transcript(&output);
    assert_eq!(output.status.code(), Some(0), "{all}");
    assert!(
        all.contains("Plan:\n  1. calculator: compute 6*7") && all.contains("\n  2. text editor: type"),
        "{all}"
    );
    assert!(all.contains("Nothing was done."), "{all}");
    assert_eq!((workspace.operations("t").len(), workspace.answer().as_str()), (0, ""), "{all}");
    let output = workspace.run(&["run", "frobnicate it", "--dry-run"]);
    assert_eq!(output.status.code(), Some(1), "{}", transcript(&output));
    assert!(transcript(&output).contains("It cannot be done: I do not understand the step"));
}

#[test]
fn the_page_of_a_task_begins_with_its_result_and_has_a_line_and_a_picture_for_each_action() {
    let workspace = Workspace::of(crate::PROGRAM);
    shown(&workspace, &["run", &workspace.letter(), "--task", "t"]);
    let page = std::fs::read_to_string(workspace.log("t").join("output.md")).unwrap();
    let lines: Vec<&str> = page.lines().filter(|it| !it.is_empty()).collect();
    let starts =
        ["# t", "- Result: finished", "- Files: ", "- Time: ", "- Cost: nothing: no model was called"];
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{start}: {page}");
    }
    assert!(lines[2].contains("answer.txt"), "{page}");
    let actions: Vec<&&str> = lines.iter().filter(|it| it.contains(": confirmed: ")).collect();
    let pictures: Vec<&str> =
        lines.iter().filter_map(|it| it.strip_prefix("![")?.split(']').next()).collect();
    assert!(actions.len() >= 2 && pictures.len() >= 2, "{page}");
    assert!(pictures.iter().all(|it| workspace.log("t").join(it).is_file()), "{page}");
}
