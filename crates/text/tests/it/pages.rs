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
        if let Err(why) = run.every_command(page) {
            panic!("{name}, {why}");
        }
        assert!(run.count > 1, "{name}: few of its command lines are run");
    }
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
