//! The page of an address: whether the browser shows it, which the browser itself reports.

use super::{
    act::{PlannedAction, StepMove, may_wait, short_wait},
    step::Step,
};
use crate::facts::AppFacts;
use serde_json::json;

/// The native command that opens a page and reports whether it came.
pub(super) const OPEN_PAGE: &str = "open_page";

/// Has the browser open the page. One that has no such command yet, because it starts, may have it in a moment.
pub(super) fn show(facts: &AppFacts<'_>, address: &str) -> StepMove {
    match facts.native.contains(&OPEN_PAGE) {
        true => PlannedAction::window(OPEN_PAGE, [("url", json!(address))]).into(),
        false if may_wait(facts) => short_wait().then(vec![Step::ShowPage(address.to_owned())]).into(),
        false => StepMove::Done("The browser does not report its page.".into()),
    }
}

/// What the result says of a page that no browser reported on.
pub(super) fn remark(facts: &AppFacts<'_>, address: &str) -> Option<String> {
    let is_reported = facts.native.contains(&OPEN_PAGE);
    (!is_reported).then(|| format!("{address} was asked for; this browser does not report whether it came"))
}

#[cfg(test)]
mod tests {
    use crate::steps::testing::{Scene, last};
    use serde_json::json;

    #[test]
    fn a_page_that_did_not_open_is_a_failure() {
        let address = "http://127.0.0.1:1/";
        let subtask = "show the page \"http://127.0.0.1:1/\"";
        let scene = Scene { subtask, native: &["open_page"], ..Scene::default() };
        assert_eq!(scene.reply(), "CONTINUE open_page{\"url\":\"http://127.0.0.1:1/\"}");
        let opened = |word, message: &str| Scene {
            last: last("open_page", &json!({"url": address}), "", word, message),
            ..scene.clone()
        };
        let failed = opened("partial", "http://127.0.0.1:1/ did not open: the address cannot be reached");
        assert_eq!(failed.reply(), "FAIL -- http://127.0.0.1:1/ did not open: the address cannot be reached");
        assert_eq!(opened("confirmed", "").reply(), "FINISH");
    }

    #[test]
    fn a_browser_that_reports_nothing_is_waited_for_and_then_the_result_says_so() {
        let subtask = "show the page \"https://example.org/\"";
        let scene = Scene { subtask, ..Scene::default() };
        assert!(scene.reply().starts_with("CONTINUE wait"), "{}", scene.reply());
        let waited = last("wait", &json!({"seconds": 0.25}), "", "no_change", "");
        let scene = Scene { plan: &[subtask], last: crate::steps::testing::repeated(&waited, 9), ..scene };
        assert_eq!(
            scene.reply(),
            "FINISH -- https://example.org/ was asked for; this browser does not report whether it came"
        );
    }
}
