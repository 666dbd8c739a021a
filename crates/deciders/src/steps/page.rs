//! The page of an address: whether the browser shows it, which the browser itself reports.

use super::{
    act::{PlannedAction, StepMove, may_wait, short_wait},
    step::Step,
};
use crate::facts::AppFacts;
use serde_json::json;

/// The native command that waits for the page that is in front, and reports whether it came.
pub(super) const WAIT_FOR: &str = "wait_for";
/// How long a page may take, in seconds.
const LOADING: u32 = 30;

/// Has the browser report whether the page came with which the HostAgent opened it. It is not opened once more: some addresses work
/// once. A browser that has no such command yet, because it starts, may have it in a moment.
pub(super) fn show(facts: &AppFacts<'_>, address: &str) -> StepMove {
    match facts.native.contains(&WAIT_FOR) {
        true => wait().into(),
        false if may_wait(facts) => short_wait().then(vec![Step::ShowPage(address.to_owned())]).into(),
        false => StepMove::Done("The browser does not report its page.".into()),
    }
}

/// Waits for the page in front.
pub(super) fn wait() -> PlannedAction {
    PlannedAction::window(WAIT_FOR, [("what", json!("load")), ("seconds", json!(LOADING))])
}

/// What the result says of a page that no browser reported on.
pub(super) fn remark(facts: &AppFacts<'_>, address: &str) -> Option<String> {
    let is_reported = facts.native.contains(&WAIT_FOR);
    (!is_reported).then(|| format!("{address} was asked for; this browser does not report whether it came"))
}

#[cfg(test)]
mod tests {
    use crate::steps::testing::{Scene, last};
    use serde_json::json;

    #[test]
    fn a_page_is_waited_for_not_opened_again_and_one_that_did_not_open_is_a_failure() {
        let subtask = "show the page \"http://127.0.0.1:1/\"";
        let scene = Scene { subtask, native: &["open_page", "wait_for"], ..Scene::default() };
        assert_eq!(scene.reply(), "CONTINUE wait_for{\"what\":\"load\",\"seconds\":30}");
        let waited = |word, message: &str| Scene {
            last: last("wait_for", &json!({"what": "load"}), "", word, message),
            ..scene.clone()
        };
        let failed =
            waited("partial", "the page did not open: the browser shows \"Problem loading page\" instead");
        assert_eq!(
            failed.reply(),
            "FAIL -- the page did not open: the browser shows \"Problem loading page\" instead"
        );
        assert!(waited("no_change", "it is not shown after 30000 ms").reply().starts_with("FAIL -- "));
        assert_eq!(waited("confirmed", "").reply(), "FINISH");
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
