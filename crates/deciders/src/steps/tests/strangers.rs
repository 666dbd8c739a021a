//! Requests of strangers, as they were written: the plan that each becomes, or that it is refused.

use super::super::testing::Desk;

/// The requests, each with the plan that is made of it, or `refused`.
const REQUESTS: &str = include_str!("strangers.txt");

/// The desktop that was described to strangers.
const APPLICATIONS: &[&str] = &["Galculator (Calculator)", "Mousepad (Text Editor)"];

/// How many requests at most are refused that could be done.
const MOST_NOT_DONE: usize = 4;

/// What becomes of a request: the plan, or `refused`.
pub(super) fn outcome(request: &str) -> String {
    let reply = Desk { request, applications: APPLICATIONS, ..Desk::default() }.reply();
    match reply.split_once(" | ") {
        Some((_, plan)) if reply.starts_with("CONTINUE") => plan.replace('\n', "\\n"),
        _ => "refused".to_owned(),
    }
}

#[test]
fn what_strangers_write_becomes_the_plan_that_they_mean_or_is_refused() {
    let lines: Vec<Vec<&str>> = REQUESTS
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        // A plan has bars between its subtasks.
        .map(|line| line.splitn(2, " | ").collect())
        .collect();
    let mut wrong = Vec::new();
    let mut not_done = Vec::new();
    for line in &lines {
        let (request, wanted) = (line[0], line[1]);
        let plan = match wanted.strip_prefix("refused | ") {
            Some(could_be) => {
                not_done.push(format!("{request}: {could_be}"));
                "refused"
            }
            None => wanted,
        };
        let outcome = outcome(request);
        if outcome != plan {
            wrong.push(format!("{request}\n  {plan}\n  and not {outcome}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
    assert!(not_done.len() <= MOST_NOT_DONE, "{}", not_done.join("\n"));
}
