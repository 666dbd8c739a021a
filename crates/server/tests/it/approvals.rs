//! Every yes that lasts, in one list, and taken back from it.

use crate::stand::Stand;
use deskpilot_core::{Answer, Rule, RuleEffect};
use deskpilot_runtime::{add_rule, answers};
use serde_json::json;

#[tokio::test]
async fn lasting_approvals_are_listed_and_taken_back() {
    let stand = Stand::new().await;
    let config = stand.config();
    let file = config.policy.file.clone().unwrap();
    let rule = Rule { application: vec!["gedit".into()], ..Rule::new(RuleEffect::Allow) };
    add_rule(&file, &rule).unwrap();
    let kept = answers::path(&config.environment).unwrap();
    answers::add(&kept, &[Answer { question: "Which?".into(), answer: "left".into() }]).unwrap();
    let browser = stand.browser().await;
    let listed = browser.json("/api/approvals").await;
    assert_eq!(listed["rules"]["rules"][0]["name"], "yes 1", "{listed}");
    assert_eq!(listed["answers"][0]["question"], "Which?");

    let place = "/api/approvals/take-back";
    let without_rule = browser.post(place, &json!({"rule": "yes 1"})).await;
    assert_eq!((without_rule.status, &without_rule.json()["rules"]["rules"]), (200, &json!([])));
    let without_answer = browser.post(place, &json!({"answer": "Which?"})).await;
    assert_eq!((without_answer.status, &without_answer.json()["answers"]), (200, &json!([])));
    for gone in [json!({"rule": "yes 1"}), json!({"answer": "Which?"})] {
        assert_eq!(browser.post(place, &gone).await.status, 404, "{gone}");
    }
    for wrong in [json!({}), json!({"rule": "a", "answer": "b"}), json!({"rule": 1})] {
        assert_eq!(browser.post(place, &wrong).await.status, 400, "{wrong}");
    }
}
