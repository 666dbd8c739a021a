//! Tests of task files: their meaning, and the errors of invalid ones.

use deskpilot_core::{Role, State, fold::Limits};
use deskpilot_tasks::{
    Check, TaskFile,
    task::{
        Cell, ControlCheck, DocumentContent, DocumentKind, DocumentProperty, FileContent, HomePath,
        ProcessState, SUBJECTS, WantedState,
    },
};
use std::path::Path;

fn parse(text: &str) -> Result<TaskFile, String> {
    TaskFile::parse(Path::new("tasks/sum.toml"), text).map_err(|error| error.to_string())
}

/// The only check of a task with these lines in it.
fn check(lines: &str) -> Result<Check, String> {
    parse(&format!("request = \"x\"\n[[checks]]\n{lines}")).map(|task| task.checks[0].clone())
}

fn path(text: &str) -> HomePath {
    HomePath::new(text).unwrap()
}

#[test]
fn a_whole_task_is_read() {
    let task = parse(
        r#"
        request = "Add the prices"
        [files]
        "prices.csv" = "tea,3\nmilk,2\n"
        "notes/a.txt" = ""
        [budget]
        steps = 40
        seconds = 90
        dollars = 0.5
        [[checks]]
        file = "total.txt"
        equals = 5
        [[checks]]
        process = "galculator"
        running = false
        [script]
        host = ["{}"]
        "#,
    )
    .unwrap();
    assert_eq!((task.name.as_str(), task.request.as_str()), ("sum", "Add the prices"));
    let budget = Limits { steps: Some(40), millis: Some(90_000), tokens: None, dollars: Some(0.5) };
    assert_eq!(task.budget, budget);
    let files: Vec<_> = task.files.iter().map(|(path, bytes)| (path.to_string(), &bytes[..])).collect();
    assert_eq!(files, [("notes/a.txt".into(), &b""[..]), ("prices.csv".into(), &b"tea,3\nmilk,2\n"[..])]);
    assert_eq!(task.checks[1], Check::Process("galculator".into(), ProcessState::Stopped));
    assert!(task.script.as_ref().unwrap().contains_key("host"));

    let home = tempfile::tempdir().unwrap();
    task.set_up(home.path()).unwrap();
    assert_eq!(std::fs::read_to_string(home.path().join("prices.csv")).unwrap(), "tea,3\nmilk,2\n");
    assert!(home.path().join("notes/a.txt").is_file());
}

#[test]
fn a_file_that_is_not_utf_8_is_a_list_of_its_bytes() {
    let with = |content: &str| {
        parse(&format!("request = 'x'\n[files]\n'a.txt' = {content}\n[[checks]]\nfile = 'a.txt'"))
    };
    let home = tempfile::tempdir().unwrap();
    with("[0xff, 0xfe, 0x61, 0]").unwrap().set_up(home.path()).unwrap();
    assert_eq!(std::fs::read(home.path().join("a.txt")).unwrap(), [0xff, 0xfe, b'a', 0]);
    for (content, expected) in [
        ("[256]", "line 3: 'a.txt': invalid value: integer `256`, expected u8"),
        ("['a']", "line 3: 'a.txt': invalid type: string \"a\", expected u8"),
        ("5", "line 3: 'a.txt': invalid type: integer `5`, expected a text or a list of bytes"),
    ] {
        let error = with(content).unwrap_err();
        assert!(error.contains(expected), "{content}: {error}");
    }
}

#[test]
fn every_kind_of_check_is_understood_and_described_in_words() {
    let control = |role, name: &str, wanted| {
        Check::Control(ControlCheck { role, name: name.into(), window: "Prefs".into(), wanted })
    };
    let document = |name: &str, kind, part| Check::Document(path(name), kind, part);
    let cell = |sheet: Option<&str>| Cell { sheet: sheet.map(str::to_owned), column: 1, row: 1 };
    for (lines, expected, words) in [
        ("file='a'", Check::File(path("a"), FileContent::Any), "a is there"),
        ("file='a'\nabsent=true", Check::File(path("a"), FileContent::Absent), "a is not there"),
        ("file='a'\nequals=5", Check::File(path("a"), FileContent::Equals("5".into())), r#"a is "5""#),
        ("file='a'\nequals='5'", Check::File(path("a"), FileContent::Equals("5".into())), r#"a is "5""#),
        (
            "file='a'\ncontains='b'",
            Check::File(path("a"), FileContent::Contains("b".into())),
            r#"a contains "b""#,
        ),
        (
            "file='a'\nlines=['b','c']",
            Check::File(path("a"), FileContent::Lines(vec!["b".into(), "c".into()])),
            r#"a has the lines "b / c""#,
        ),
        (
            "document='a.odt'\ntext_contains='Dear'",
            document("a.odt", DocumentKind::Odt, DocumentContent::Text("Dear".into())),
            r#"a.odt contains "Dear""#,
        ),
        (
            "document='a.DOCX'\nbold='Dear'",
            document("a.DOCX", DocumentKind::Docx, DocumentContent::Bold("Dear".into())),
            r#"a.DOCX has "Dear" in bold"#,
        ),
        (
            "document='a.pptx'\nproperty='title'\nequals='T'",
            document(
                "a.pptx",
                DocumentKind::Pptx,
                DocumentContent::Property(DocumentProperty::Title, "T".into()),
            ),
            r#"a.pptx has the title "T""#,
        ),
        (
            "document='a.ods'\ncell='B2'\nequals=7.5",
            document("a.ods", DocumentKind::Ods, DocumentContent::Cell(cell(None), "7.5".into())),
            r#"a.ods has "7.5" in B2"#,
        ),
        (
            "document='a.xlsx'\ncell='Sum.B2'\nequals='x'",
            document("a.xlsx", DocumentKind::Xlsx, DocumentContent::Cell(cell(Some("Sum")), "x".into())),
            r#"a.xlsx has "x" in Sum.B2"#,
        ),
        (
            "document='a.odt'\npart='content.xml'\ncontains='<text:h '",
            document(
                "a.odt",
                DocumentKind::Odt,
                DocumentContent::Part("content.xml".into(), "<text:h ".into()),
            ),
            r#"a.odt has "<text:h " in its part content.xml"#,
        ),
        (
            "control='CheckBox \"Dark\"'\nwindow='Prefs'\nstate='not checked'",
            control(Some(Role::CheckBox), "Dark", WantedState::NotIn(State::Checked)),
            r#"CheckBox "Dark" in "Prefs" is not checked"#,
        ),
        (
            "control='Dark'\nwindow='Prefs'",
            control(None, "Dark", WantedState::Present),
            r#"control "Dark" in "Prefs" is there"#,
        ),
        (
            "control='edit \"\"'\nwindow='Prefs'\nvalue=42",
            control(Some(Role::Edit), "", WantedState::Value("42".into())),
            r#"Edit "" in "Prefs" is "42""#,
        ),
        (
            "control='Dark'\nwindow='Prefs'\nabsent=true",
            control(None, "Dark", WantedState::Absent),
            r#"control "Dark" in "Prefs" is not there"#,
        ),
        ("process='mousepad'", Check::Process("mousepad".into(), ProcessState::Running), "mousepad runs"),
        (
            "window='Save'\nabsent=true",
            Check::Window("Save".into(), WantedState::Absent),
            r#"a window "Save" is not there"#,
        ),
    ] {
        let check = check(lines).unwrap();
        assert_eq!((&check, check.to_string().as_str()), (&expected, words), "{lines}");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line_and_what_would_be_right() {
    for (text, expected) in [
        ("request = \"x\"\nchecks = [", "line 2: checks: "),
        ("[[checks]]\nfile='a'", "line 1: request is missing: write what a person would say"),
        ("request = \"  \"\n[[checks]]\nfile='a'", "line 1: request is empty"),
        (
            "request = 5\n[[checks]]\nfile='a'",
            "line 1: request: invalid type: integer `5`, expected a string",
        ),
        ("request = \"x\"\n", "there is no check: write [[checks]]"),
        ("request = \"x\"\nfile = 1\n", "line 2: unknown field `file`, expected one of `request`, `files`"),
        ("request = \"x\"\npolicy = \"unrestricted\"\n", "line 2: unknown field `policy`"),
        ("request = \"x\"\n[budget]\nstep = 3\n", "line 3: unknown field `step`"),
        (
            "request = \"x\"\n[budget]\nsteps = 0\n[[checks]]\nfile='a'",
            "line 3: budget.steps must be more than 0",
        ),
        (
            "request = \"x\"\n[files]\n\"../a\" = \"\"\n[[checks]]\nfile='a'",
            "line 3: \"../a\" is not a path inside",
        ),
        (
            "request = \"x\"\n[budget]\ndollars = -1.0\n[[checks]]\nfile='a'",
            "line 3: budget.dollars must be more than 0",
        ),
        ("request = \"x\"\n\n[[checks]]\nfil='a'", "line 4: unknown field `fil`, expected one of `file`"),
        ("request = \"x\"\n\n[[checks]]\nfile='/etc/passwd'", "line 3: \"/etc/passwd\" is not a path inside"),
        (
            "request = \"x\"\n[[checks]]\nfile='a'\n[[checks]]\n",
            "line 4: a check is about one of file, document,",
        ),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.starts_with("tasks/sum.toml, line ") && error.contains(expected), "{text}: {error}");
    }
    for (lines, expected) in [
        ("file='a'\nprocess='b'", "write exactly one of these keys"),
        ("equals='b'", "a check is about one of file, document, control, process, window"),
        ("file='a'\nvalue='b'", "value does not go with file; what does: equals, contains, lines, absent"),
        ("file='a'\nequals='b'\ncontains='c'", "a check of a file says one thing: write one of equals,"),
        ("file='a'\nequals=true", "equals: invalid type: boolean `true`, expected a text or a number"),
        ("document='a.pdf'\ntext_contains='x'", "its name should end with one of .odt, .ods"),
        ("document='a.odt'", "a check of a document says one thing"),
        ("document='a.odt'\ncell='A1'\nequals=1", "cells are in .ods and .xlsx documents only"),
        ("document='a.ods'\nbold='A1'", "bold is looked for in .odt, .odp, .docx and .pptx only"),
        ("document='a.ods'\ncell='A1'", "equals is missing: write the value that the cell should have"),
        ("document='a.ods'\ncell='1A'\nequals=1", "\"1A\" is not a cell: write one such as \"B2\""),
        ("document='a.odt'\nproperty='colour'\nequals='x'", "the properties are title, subject,"),
        ("document='a.odt'\ntext_contains=' '", "text_contains is empty"),
        ("document='a.odt'\npart='content.xml'", "contains is missing: write what the part should contain"),
        ("document='a.odt'\ncontains='x'", "part is missing: write the part of the package"),
        ("document='a.odt'\npart=' '\ncontains='x'", "part is empty"),
        (
            "document='a.odt'\nbold='x'\npart='content.xml'\ncontains='x'",
            "a check of a document says one thing",
        ),
        ("control='Dark'", "window is missing"),
        ("control='Chek \"Dark\"'\nwindow='x'", "there is no role \"Chek\": the roles are Alert, Button,"),
        ("control='Dark'\nwindow='x'\nstate='on'", "there is no state \"on\": the states are enabled,"),
        ("control='Dark'\nwindow='x'\nvalue=1\nabsent=true", "a check of a control says one thing"),
        ("process=' '", "process is empty"),
    ] {
        let error = check(lines).unwrap_err();
        assert!(error.contains(expected), "{lines}: {error}");
    }
}

#[test]
fn every_key_of_the_table_is_read() {
    for subject in SUBJECTS {
        for (key, _) in subject.beside {
            // A value of a type that no key takes: the key itself must be known.
            let error = check(&format!("{}='a.ods'\n{key}=1979-05-27", subject.key)).unwrap_err();
            assert!(error.contains("invalid type"), "{key}: {error}");
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let error = TaskFile::open(&folder.path().join("none.toml")).unwrap_err().to_string();
    assert!(error.contains("none.toml cannot be read"), "{error}");
    let error = TaskFile::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("it is a folder, and only regular files are read"), "{error}");
}
