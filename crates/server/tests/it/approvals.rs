//! Every yes that lasts, in one list with where it was given, and taken back from it.

use crate::stand::Stand;
use deskpilot_core::{Answer, Rule, RuleEffect, fold::QuestionId};
use deskpilot_runtime::{
    ConsentOrigin, add_rule,
    answers::{self, KeptAnswer},
};
use serde_json::{Value, json};

#[tokio::test]
async fn lasting_approvals_are_listed_with_their_tasks_and_taken_back() {
    let stand = Stand::new().await;
    stand.add_stored_log();
    let config = stand.config();
    let file = config.policy.file.clone().unwrap();
    let rule = Rule { application: vec!["gedit".into()], ..Rule::new(RuleEffect::Allow) };
    let given = |task: &str, question| {
        ConsentOrigin::now(&stand.logs().join(task), QuestionId(question), "browser 1")
    };
    add_rule(&file, &rule, &given("sample", 20)).unwrap();
    let kept = answers::path(&config.environment).unwrap();
    let answer = Answer { question: "Which?".into(), answer: "left".into() };
    answers::add(&kept, &[KeptAnswer { answer, given: Some(given("gone", 3)) }]).unwrap();
    let browser = stand.browser().await;
    let listed = browser.json("/api/approvals").await;
    let (yes, answer) = (&listed["rules"]["rules"][0], &listed["answers"][0]);
    assert_eq!((&yes["name"], &answer["question"]), (&json!("yes 1"), &json!("Which?")), "{listed}");
    let path = browser.path_of("sample").await;
    let place = |it: &Value| {
        format!("/api/tasks/{}/{}", it["folder"].as_str().unwrap(), it["name"].as_str().unwrap())
    };
    assert_eq!((place(&yes["given"]), &yes["given"]["by"]), (path.clone(), &json!("browser 1")));
    let step = browser.json(&format!("{path}/steps/{}", yes["given"]["step"])).await;
    assert!(step["entry"].as_u64() <= Some(20), "{listed}");
    let next = browser.show(&format!("{path}/steps/{}", yes["given"]["step"].as_u64().unwrap() + 1)).await;
    assert!(next.status == 404 || next.json()["entry"].as_u64() > Some(20), "{next:?}");
    assert_eq!((&answer["given"]["folder"], &answer["given"]["name"]), (&Value::Null, &json!("gone")));

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
