//! Tests of valid and invalid plan files.

use super::{PlanPurpose, plans};
use deskpilot_core::{TaskObject, TaskPlan};
use std::{fs, os::unix::fs::symlink, path::Path};

/// A folder with a document, plans, and a neighbouring folder of documents.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for folder in ["tasks", "files", "tasks/inner"] {
        fs::create_dir(place.path().join(folder)).unwrap();
    }
    for file in ["tasks/a.txt", "files/b.odt", "tasks/inner/c.txt", "outside.txt"] {
        fs::write(place.path().join(file), "text").unwrap();
    }
    symlink(place.path().join("outside.txt"), place.path().join("tasks/link.txt")).unwrap();
    symlink(place.path().join("tasks/a.txt"), place.path().join("tasks/near.txt")).unwrap();
    place
}

fn write(place: &Path, name: &str, text: &str) {
    fs::write(place.join("tasks").join(name), text).unwrap();
}

/// The error for one plan file; empty if it is valid.
fn error_of(text: &str, purpose: PlanPurpose) -> String {
    let place = place();
    write(place.path(), "p.json", text);
    let read = plans(&place.path().join("tasks/p.json"), purpose);
    let error = read.err().map_or(String::new(), |it| it.to_string());
    error
        .replace(&format!("{}/", place.path().canonicalize().unwrap().display()), "")
        .replace(&format!("{}/", place.path().display()), "")
}

#[test]
fn what_is_right_is_understood() {
    let place = place();
    let file =
        |name: &str| TaskObject::File(place.path().canonicalize().unwrap().join(name).display().to_string());
    for (text, object, close) in [
        (r#"{"task": " t ", "steps": ["x"], "object": "a.txt", "close": true}"#, file("tasks/a.txt"), true),
        (
            r#"{"task": "t", "steps": ["x"], "object": "./a.txt", "close": "False"}"#,
            file("tasks/a.txt"),
            false,
        ),
        (r#"{"task": "t", "steps": ["x"], "object": "b.odt", "close": "True"}"#, file("files/b.odt"), true),
        (r#"{"task": "t", "steps": ["x"], "object": "near.txt"}"#, file("tasks/a.txt"), false),
        (r#"{"task": "t", "steps": ["x"], "object": "inner/c.txt"}"#, file("tasks/inner/c.txt"), false),
        (
            "\u{feff}{\"task\": \"t\", \"steps\": [\"x\"], \"object\": \"text editor\"}",
            TaskObject::Application("text editor".into()),
            false,
        ),
        (
            r#"{"task": "t", "steps": ["x"], "object": "org.gnome.TextEditor"}"#,
            TaskObject::Application("org.gnome.TextEditor".into()),
            false,
        ),
    ] {
        write(place.path(), "my plan.json", text);
        let path = place.path().join("tasks/my plan.json");
        let read = plans(&path, PlanPurpose::Steps).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read[0].plan, TaskPlan { task: "t".into(), steps: vec!["x".into()], object, close });
        assert_eq!((read[0].name.as_str(), &read[0].path), ("my-plan", &path));
    }
}

#[test]
fn every_way_to_be_wrong_is_reported_with_its_file_line_and_key() {
    let good = r#""task": "t", "object": "a.txt""#;
    for (text, expected) in [
        ("", "tasks/p.json, line 1: it is not JSON: "),
        ("{\n\"task\": \"t\",\n}", "tasks/p.json, line 3: it is not JSON: "),
        (
            "[\"task\"]",
            "tasks/p.json, line 1: a plan is an object in braces with task, steps, object and close, and not a list",
        ),
        ("7", "and not a number"),
        (
            "{\n\"task\": \"t\"}",
            "tasks/p.json, \"object\": it is missing: write a document next to the plan, or an application",
        ),
        (
            "{\"object\": \"a.txt\"}",
            "tasks/p.json, \"task\": it is missing: write what is to be done as \"task\": \"...\"",
        ),
        (
            "{\n\n\"task\": 7, \"object\": \"a.txt\"}",
            "tasks/p.json, line 3, \"task\": it is a number: write what is to be done as a text in quotes",
        ),
        ("{\"task\": null, \"object\": \"a.txt\"}", "\"task\": it is null"),
        ("{\"task\": [\"t\"], \"object\": \"a.txt\"}", "\"task\": it is a list"),
        (
            "{\"task\": \" \\n\", \"object\": \"a.txt\"}",
            "line 1, \"task\": it is empty: write what is to be done",
        ),
        (
            "{\"task\": \"t\",\n\"object\": {}}",
            "line 2, \"object\": it is an object: write a document next to the plan",
        ),
        ("{\"task\": \"t\", \"object\": \"\"}", "\"object\": it is empty"),
        (&format!("{{{good},\n\"close\": 1}}"), "line 2, \"close\": it is a number: write true or false"),
        (&format!("{{{good}, \"close\": \"yes\"}}"), "\"close\": it is \"yes\": write true or false"),
        (&format!("{{{good}, \"close\": null}}"), "\"close\": it is null: write true or false"),
        (
            &format!("{{{good},\n\"stpes\": []}}"),
            "line 2, \"stpes\": there is no such key: the keys are task, steps, object, close; remove it",
        ),
        (&format!("{{{good}, \"policy\": \"unrestricted\"}}"), "\"policy\": there is no such key"),
        (
            &format!("{{{good},\n\"task\": \"u\"}}"),
            "line 2, \"task\": it stands there twice, in line 1 already: remove one",
        ),
        (
            &format!("{{{good},\n\"steps\": [\"x\"]}}"),
            "line 2, \"steps\": steps are for the mode follower: remove them, or run it with --mode follower",
        ),
        (
            "{\"task\": \"t\",\n\"object\": \"none.txt\"}",
            "line 2, \"object\": there is no file \"none.txt\" in tasks or files: put it there",
        ),
        (
            "{\"task\": \"t\", \"object\": \"../outside.txt\"}",
            "\"object\": \"../outside.txt\" leads out of the plan's folder",
        ),
        ("{\"task\": \"t\", \"object\": \"inner/../a.txt\"}", "leads out of the plan's folder"),
        ("{\"task\": \"t\", \"object\": \"/etc/passwd\"}", "\"/etc/passwd\" leads out of the plan's folder"),
        (
            "{\"task\": \"t\", \"object\": \"link.txt\"}",
            "\"object\": \"link.txt\" is a link to outside.txt, out of the plan's folder",
        ),
        ("{\"task\": \"t\", \"object\": \"inner/\"}", "tasks/inner is no file: name a document"),
        ("{\"task\": \"t\", \"object\": \"C:\\\\b.odt\"}", "there is no file"),
    ] {
        let error = error_of(text, PlanPurpose::Tasks);
        assert!(error.contains(expected), "{text}\n{error}\n{expected}");
        assert!(error.contains("tasks/p.json"), "{error}");
    }
    for (steps, expected) in [
        (
            "",
            "\"steps\": it is missing: write the steps as \"steps\": [\"Click \\\"Save\\\"\", ...], or run it with --mode batch_normal",
        ),
        (", \"steps\": []", "\"steps\": there is no step: write at least one"),
        (", \"steps\": \"x\"", "\"steps\": it is a text: write a list of texts"),
        (",\n\"steps\": {}", "line 2, \"steps\": it is an object: write a list of texts"),
        (
            ",\n\"steps\": [\"x\",\n7]",
            "line 3, \"steps\": step 2 is a number: write what is done as a text in quotes",
        ),
        (
            ",\n\"steps\": [\"x\",\n\n\" \"]",
            "line 4, \"steps\": step 2 is empty: write what is done, or remove it",
        ),
        (", \"steps\": [[\"x\"]]", "\"steps\": step 1 is a list"),
    ] {
        let text = format!("{{{good}{steps}}}");
        let error = error_of(&text, PlanPurpose::Steps);
        assert!(error.contains(expected), "{text}\n{error}\n{expected}");
    }
}

#[test]
fn all_that_is_wrong_with_a_folder_is_reported_at_once() {
    let place = place();
    let read = |folder: &str| {
        let result = plans(&place.path().join(folder), PlanPurpose::Tasks).map_err(|it| it.to_string());
        result.map(|all| all.into_iter().map(|it| it.name).collect::<Vec<_>>())
    };
    assert!(read("nowhere").unwrap_err().contains("nowhere: it cannot be read"));
    assert!(read("files").unwrap_err().contains("files: there is no plan in it: a plan is a file NAME.json"));
    let plan = |task: &str, object: &str| format!("{{\"task\": \"{task}\", \"object\": \"{object}\"}}");
    write(place.path(), "2.json", &plan("u", "a.txt"));
    write(place.path(), "1.json", &plan("t", "a.txt"));
    assert_eq!(read("tasks"), Ok(vec!["1".to_owned(), "2".into()]));
    write(place.path(), "3.json", &plan("t", "near.txt"));
    write(place.path(), "4 x.json", "{}");
    write(place.path(), "5 x.json", &plan("v", "b.odt"));
    write(place.path(), "5-x.json", &plan("w", "b.odt"));
    let error = read("tasks").unwrap_err();
    for part in [
        "1.json has the same task for the same object: remove one of them",
        "4 x.json, \"task\": it is missing",
        "4 x.json, \"object\": it is missing",
        "5-x.json: its name is too like that of ",
    ] {
        assert!(error.contains(part), "{error}\n{part}");
    }
    fs::write(place.path().join("tasks/6.json"), [0xff, 0xfe]).unwrap();
    assert!(read("tasks").unwrap_err().contains("6.json: it cannot be read: it is not UTF-8 text"));
}
