//! Every command line of the pages is read as the program reads it, so that a wrong flag on a page fails this test. What those do that
//! need no real application is in the tests of the command on text desktops.

use super::{Cli, first_word::with_command, native};
use clap::{CommandFactory, FromArgMatches};
use deskpilot_testkit::command_line::page::{commands, shell_words};
use std::ffi::OsString;

const PAGES: [(&str, &str); 23] = [
    ("README.md", include_str!("../../../../README.md")),
    ("docs/acp.md", include_str!("../../../../docs/acp.md")),
    ("docs/audit.md", include_str!("../../../../docs/audit.md")),
    ("docs/budgets.md", include_str!("../../../../docs/budgets.md")),
    ("docs/dataflow.md", include_str!("../../../../docs/dataflow.md")),
    ("docs/datasets.md", include_str!("../../../../docs/datasets.md")),
    ("docs/demonstrations.md", include_str!("../../../../docs/demonstrations.md")),
    ("docs/experience.md", include_str!("../../../../docs/experience.md")),
    ("docs/faq.md", include_str!("../../../../docs/faq.md")),
    ("docs/how-to.md", include_str!("../../../../docs/how-to.md")),
    ("docs/logs.md", include_str!("../../../../docs/logs.md")),
    ("docs/mcp.md", include_str!("../../../../docs/mcp.md")),
    ("docs/modes.md", include_str!("../../../../docs/modes.md")),
    ("docs/other-agents.md", include_str!("../../../../docs/other-agents.md")),
    ("docs/policy.md", include_str!("../../../../docs/policy.md")),
    ("docs/secrets.md", include_str!("../../../../docs/secrets.md")),
    ("docs/sessions.md", include_str!("../../../../docs/sessions.md")),
    ("docs/skills.md", include_str!("../../../../docs/skills.md")),
    ("docs/traces.md", include_str!("../../../../docs/traces.md")),
    ("docs/tutorial.md", include_str!("../../../../docs/tutorial.md")),
    ("docs/watching.md", include_str!("../../../../docs/watching.md")),
    ("docs/web-search.md", include_str!("../../../../docs/web-search.md")),
    ("skills/deskpilot/SKILL.md", include_str!("../../../../skills/deskpilot/SKILL.md")),
];

/// The pages that the program prints, whose fences do not say how their command lines are tested.
const PRINTED: [(&str, &str); 5] = [
    ("docs/configuration.md", include_str!("../../../../docs/configuration.md")),
    ("docs/grounding.md", include_str!("../../../../docs/grounding.md")),
    ("docs/knowledge.md", include_str!("../../../../docs/knowledge.md")),
    ("docs/models.md", include_str!("../../../../docs/models.md")),
    ("docs/tasks.md", include_str!("../../../../docs/tasks.md")),
];

/// Whether the words only name a command, as a sentence about it does.
fn name_a_command(words: &[String]) -> bool {
    let line = Cli::command();
    let named = words.iter().try_fold(&line, |command, word| command.find_subcommand(word));
    named.is_some_and(|it| it.get_name() != line.get_name())
}

/// Why the command line cannot be read.
fn wrong(words: &[String]) -> Option<String> {
    let mut line = native::with_tables(Cli::command(), &deskpilot_runtime::command_tables());
    let words =
        std::iter::once(OsString::from("deskpilot")).chain(words.iter().map(OsString::from)).collect();
    let words = match with_command(words, &line) {
        Ok(words) => words,
        Err(why) => return Some(why),
    };
    let read = line.try_get_matches_from_mut(words).and_then(|mut it| Cli::from_arg_matches_mut(&mut it));
    // Help and the version come as errors, too.
    read.err().filter(clap::Error::use_stderr).map(|it| it.to_string())
}

/// The command lines that stand in sentences, between backquotes.
fn in_sentences(page: &str) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    for (at, line) in page.lines().enumerate().filter(|(_, line)| !line.contains("```")) {
        let spans = line.split('`').skip(1).step_by(2);
        let lines = spans.filter_map(|it| it.strip_prefix("deskpilot ")).map(|it| (at + 1, shell_words(it)));
        found.extend(lines.filter(|(_, words)| !name_a_command(words)));
    }
    found
}

/// The first command line of the page that cannot be read, and why.
fn first_wrong(page: &str) -> Result<usize, String> {
    let blocks = commands(page)?.into_iter().map(|it| (it.line, it.words));
    let all: Vec<_> = blocks.chain(in_sentences(page)).collect();
    for (line, words) in &all {
        if let Some(why) = wrong(words) {
            return Err(format!("line {line}: {}: {why}", words.join(" ")));
        }
    }
    Ok(all.len())
}

#[test]
fn every_command_line_of_the_pages_is_one_that_the_program_takes() {
    let printed = PRINTED.map(|(name, page)| (name, page.replace("```sh\n", "```sh parse\n")));
    let marked = PAGES.map(|(name, page)| (name, page.to_owned()));
    for (name, page) in marked.into_iter().chain(printed) {
        match first_wrong(&page) {
            Ok(count) => assert!(count > 0, "{name}: no command line is found"),
            Err(why) => panic!("{name}, {why}"),
        }
    }
}

#[test]
fn a_wrong_flag_on_a_page_is_found() {
    for (page, expected) in [
        ("```sh parse\ndeskpilot log --al\n```\n", "line 2: log --al: error: unexpected argument '--al'"),
        ("```sh parse\ndeskpilot dataflow run tasks/ ...\n```\n", "line 2: dataflow run tasks/ ...: error: "),
        ("Type `deskpilot resumee`.\n", "line 1: resumee: there is no command \"resumee\""),
        ("Type `deskpilot dataflow runs`.\n", "line 1: dataflow runs: error: unrecognized subcommand"),
        ("```sh\ndeskpilot log\n```\n", "line 2: the fence does not say how"),
    ] {
        let found = first_wrong(page);
        assert!(found.as_ref().is_err_and(|why| why.starts_with(expected)), "{page}{found:?}");
    }
    assert_eq!(first_wrong("Type `deskpilot --version` or `deskpilot log --all`.\n"), Ok(2));
    assert_eq!(first_wrong("`deskpilot call` and `deskpilot dataflow run` take more words.\n"), Ok(0));
}
