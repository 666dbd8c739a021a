//! Tests of a provider's safety checks: only the user can acknowledge them.

use super::*;

const WARNING: &str = "The page may give instructions of its own.";

fn warned() -> OperatorReply {
    let mut click = openai_click("call_1", 20, 30);
    click["pending_safety_checks"] =
        json!([{"id": "cu_sc_1", "code": "malicious_instructions", "message": WARNING}]);
    says(json!([click]))
}

fn plain() -> OperatorReply {
    says(json!([openai_click("call_2", 1, 1)]))
}

async fn asked(answers: Vec<OperatorReply>) -> Bench {
    let bench = Bench::new(GPT, answers).await;
    let reply = bench.reply(&prompt(&Shown::default())).await;
    assert_eq!(reply["Status"], "CONFIRM");
    assert_eq!(reply["SafetyChecks"], json!([format!("malicious_instructions: {WARNING}")]));
    bench
}

#[tokio::test]
async fn what_was_done_after_a_yes_is_acknowledged() {
    for status in ["confirmed", "unverified", "no_change", "partial"] {
        let bench = asked(vec![warned(), plain()]).await;
        bench.reply(&after(json!([done("click_at", status)]))).await;
        let output = bench.last()["input"][0].clone();
        assert_eq!(output["acknowledged_safety_checks"][0]["id"], "cu_sc_1", "{status}");
        assert_eq!(output["acknowledged_safety_checks"][0]["message"], WARNING);
    }
}

#[tokio::test]
async fn what_was_not_done_is_never_acknowledged() {
    let no = json!({"Function": "click_at", "Args": {}, "Status": "refused", "Results": "the user said no"});
    for last in [json!([no]), json!([done("click_at", "interrupted")])] {
        let bench = asked(vec![warned(), plain()]).await;
        let reply = bench.reply(&after(last)).await;
        assert_eq!(reply["Status"], "CONTINUE", "it goes on in another way");
        let sent = bench.last();
        assert_eq!(sent.get("previous_response_id"), None, "nothing can follow that answer");
        let sent = sent.to_string();
        assert!(!sent.contains("acknowledged_safety_checks"), "{sent}");
        assert!(sent.contains(WARNING), "it is told what was warned of: {sent}");
    }
    let bench = asked(vec![warned(), plain()]).await;
    bench.reply(&after(json!([no]))).await;
    assert!(bench.last().to_string().contains("the user said no"));
}

#[tokio::test]
async fn a_warned_call_that_cannot_be_done_is_not_acknowledged_either() {
    let mut outside = openai_click("call_1", 9999, 30);
    outside["pending_safety_checks"] = json!([{"id": "cu_sc_1", "code": "x", "message": WARNING}]);
    let bench = Bench::new(GPT, vec![says(json!([outside])), plain()]).await;
    bench.error(&prompt(&Shown::default())).await;
    bench.reply(&prompt(&Shown { complaint: "it asked for what cannot be done", ..Shown::default() })).await;
    assert_eq!(bench.last().get("previous_response_id"), None);
    assert!(!bench.last().to_string().contains("acknowledged_safety_checks"));
}
