//! What newcomers read says what is true: the command lines of a page are run at a terminal, in the order of the page and in one
//! home, and show what the page promises.

use crate::page_run::PageRun;

const PAGES: [(&str, &str); 6] = [
    ("README.md", include_str!("../../../../README.md")),
    ("docs/tutorial.md", include_str!("../../../../docs/tutorial.md")),
    ("docs/how-to.md", include_str!("../../../../docs/how-to.md")),
    ("docs/watching.md", include_str!("../../../../docs/watching.md")),
    ("docs/web-search.md", include_str!("../../../../docs/web-search.md")),
    ("newcomer.md", include_str!("newcomer.md")),
];

#[test]
fn every_command_line_that_newcomers_read_does_what_the_page_promises() {
    for (name, page) in PAGES {
        let mut run = PageRun::new(crate::PROGRAM);
        let outcome = run.every_command(page);
        run.keep_recording(name);
        if let Err(why) = outcome {
            panic!("{name}, {why}");
        }
        assert!(run.count > 1, "{name}: few of its command lines are run");
    }
}

#[test]
fn the_command_lines_of_a_page_are_one_recording() {
    let mut run = PageRun::new(crate::PROGRAM);
    let page = "```console run exit=2\n$ deskpilot rnu\n…\n```\n```console run\n$ deskpilot log\n…\n```\n";
    run.every_command(page).unwrap();
    let cast = run.asciicast();
    let lines: Vec<serde_json::Value> = cast.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert!(
        lines[0]["width"] == 80 && lines[1..].is_sorted_by(|a, b| a[0].as_f64() <= b[0].as_f64()),
        "{cast}"
    );
    let texts: String = lines[1..].iter().map(|it| it[2].as_str().unwrap()).collect();
    let (before, after) = texts.split_once("$ deskpilot log\r\n").unwrap();
    assert!(
        before.starts_with("$ deskpilot rnu\r\n") && before.contains("did you mean `deskpilot run`?"),
        "{texts}"
    );
    assert!(after.contains("there are no tasks in "), "{texts}");
}

#[test]
fn a_wrong_promise_a_wrong_exit_code_and_a_wrong_flag_are_found() {
    for (page, expected) in [
        (
            "```console run\n$ deskpilot log\nthere are no tasks in heaven\n```\n",
            "line 2: `deskpilot log` shows",
        ),
        ("```sh run exit=1\ndeskpilot log\n```\n", "line 2: `deskpilot log` ends with 0"),
        ("```sh run\ndeskpilot log --al\n```\n", "line 2: `deskpilot log --al` ends with 2"),
        ("```sh\ndeskpilot log\n```\n", "line 2: the fence does not say how"),
    ] {
        let found = PageRun::new(crate::PROGRAM).every_command(page);
        assert!(found.as_ref().is_err_and(|why| why.starts_with(expected)), "{page}{found:?}");
    }
}
