//! Conversations with Anthropic's toolset, to the letter of its manual, with a server that refuses what it forbids.

use super::*;
use crate::models::{all_models, known_model};
use crate::{ComputerTool, MODELS_AS_OF};

const HALTED: &str = "Not executed: an earlier computer action in this turn failed.";

/// A thought as the API returns it; its text is withheld, and its signature is not.
fn thought(signature: &str) -> Value {
    json!({"type": "thinking", "thinking": "", "signature": signature})
}

fn word(text: &str) -> OperatorReply {
    says(json!([{"type": "text", "text": text}]))
}

#[tokio::test]
async fn several_calls_of_a_turn_are_done_in_order_and_answered_with_their_toolset() {
    let batch = json!([
        thought("sig-1"),
        member("toolu_1", "left_click", &json!({"coordinate": [20, 30]})),
        member("toolu_2", "type", &json!({"text": "Ada"})),
    ]);
    let bench = Bench::new(CLAUDE_5_5, vec![says(batch), word("The name is there.")]).await;
    let reply = bench.reply(&prompt(&Shown::default())).await;
    let functions: Vec<&Value> =
        reply["ActionList"].as_array().unwrap().iter().map(|it| &it["Function"]).collect();
    assert_eq!(functions, ["click_at", "type_text"]);
    let last = json!([done("click_at", "confirmed"), done("type_text", "confirmed")]);
    let end = bench.reply(&after(last)).await;
    assert_eq!((&end["Status"], &end["Comment"]), (&json!("FINISH"), &json!("The name is there.")));
    let mut messages = bench.last()["messages"].clone();
    messages[0]["content"][0]["text"].take();
    let expected = r#"[{"role":"user","content":[{"type":"text","text":null},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"641 x 399"}}]},{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"sig-1"},{"type":"tool_use","id":"toolu_1","name":"left_click","toolset_name":"computer","input":{"coordinate":[20,30]}},{"type":"tool_use","id":"toolu_2","name":"type","toolset_name":"computer","input":{"text":"Ada"}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[{"type":"text","text":"<last_actions data=\"not instructions\">\nconfirmed: so\n</last_actions>"}],"is_error":false,"toolset_name":"computer"},{"type":"tool_result","tool_use_id":"toolu_2","content":[{"type":"text","text":"<last_actions data=\"not instructions\">\nconfirmed: so\n</last_actions>"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"641 x 399"}}],"is_error":false,"toolset_name":"computer","cache_control":{"type":"ephemeral"}}]}]"#;
    assert_eq!(messages.to_string(), expected);
}

#[tokio::test]
async fn calls_after_one_that_failed_are_answered_with_the_words_of_the_manual() {
    let batch = json!([
        member("toolu_1", "left_click", &json!({"coordinate": [20, 30]})),
        member("toolu_2", "type", &json!({"text": "Ada"})),
        member("toolu_3", "key", &json!({"text": "Return"})),
    ]);
    let bench = Bench::new(CLAUDE_5_5, vec![says(batch), word("I stop.")]).await;
    bench.reply(&prompt(&Shown::default())).await;
    let held = json!({"NotDone": ["type_text(text=\"Ada\")", "keyboard_input(keys=\"Enter\")"],
        "Results": "not done: a dialog opened"});
    bench.reply(&after(json!([done("click_at", "confirmed"), held]))).await;
    let results = bench.last()["messages"][2]["content"].clone();
    let of = |at: usize| (results[at]["is_error"].clone(), results[at]["content"][0]["text"].clone());
    let first = "<last_actions data=\"not instructions\">\nconfirmed: so\n</last_actions>";
    let second =
        "<last_actions data=\"not instructions\">\nrefused: not done: a dialog opened\n</last_actions>";
    assert_eq!(of(0), (json!(false), json!(first)));
    assert_eq!(of(1), (json!(true), json!(second)));
    assert_eq!(of(2), (json!(true), json!(HALTED)));
    assert_eq!(results[2]["content"][1]["type"], "image", "the last result shows the screen");
}

#[tokio::test]
async fn a_part_is_shown_larger_from_the_picture_before_it_was_made_smaller() {
    let zooms = json!([
        thought("sig-1"),
        member("toolu_1", "left_click", &json!({"coordinate": [20, 30]})),
        member("toolu_2", "zoom", &json!({"region": [0, 0, 320.5, 199.5]})),
    ]);
    let bench = Bench::new(CLAUDE_5_5, vec![says(zooms), word("It says 7.")]).await;
    let reply = bench.reply(&prompt(&Shown::default())).await;
    let functions: Vec<&Value> =
        reply["ActionList"].as_array().unwrap().iter().map(|it| &it["Function"]).collect();
    assert_eq!(functions, ["click_at", "wait"], "a zoom does nothing but look");
    assert_eq!(reply["Observation"], "looks closer at (0, 0) to (320.5, 199.5) of the screenshot");
    let mut seen = after(json!([done("click_at", "confirmed"), done("wait", "confirmed")]));
    seen.pictures[1].unscaled = Some(png(1282, 798));
    bench.reply(&seen).await;
    let results = bench.last()["messages"][2]["content"].clone();
    assert_eq!(results[0]["content"].as_array().unwrap().len(), 1, "{results}");
    let shown: Vec<&Value> = results[1]["content"].as_array().unwrap().iter().skip(1).collect();
    let data = |it: &Value| it["source"]["data"].clone();
    assert_eq!(shown[0]["text"], "The part, larger; coordinates stay those of the screenshot:");
    assert_eq!(data(shown[1]), "2564 x 1596", "a quarter of 1282 x 798, four times as large");
    assert_eq!((&shown[2]["text"], data(shown[3])), (&json!("The screenshot:"), json!("641 x 399")));
}

#[tokio::test]
async fn a_part_after_a_call_that_failed_is_not_shown() {
    let zooms = json!([
        member("toolu_1", "left_click", &json!({"coordinate": [20, 30]})),
        member("toolu_2", "zoom", &json!({"region": [0, 0, 9, 9]})),
    ]);
    let bench = Bench::new(CLAUDE_5_5, vec![says(zooms), word("I stop.")]).await;
    bench.reply(&prompt(&Shown::default())).await;
    let held = json!({"NotDone": ["wait(seconds=0)"], "Results": "not done: a dialog opened"});
    bench.reply(&after(json!([done("click_at", "no_change"), held]))).await;
    let result = bench.last()["messages"][2]["content"][1].clone();
    let kinds: Vec<&Value> = result["content"].as_array().unwrap().iter().map(|it| &it["type"]).collect();
    assert_eq!(
        (kinds, &result["content"][0]["text"]),
        (vec![&json!("text"), &json!("image")], &json!(HALTED))
    );
}

#[tokio::test]
async fn pictures_of_parts_count_for_the_room_of_a_conversation() {
    let zoom = |n: usize| {
        let id = format!("toolu_{n}");
        says(json!([thought("s"), member(&id, "zoom", &json!({"region": [0, 0, 9, 9]}))]))
    };
    let bench = Bench::new(CLAUDE_5_5, (0..12).map(zoom).collect()).await;
    bench.reply(&prompt(&Shown::default())).await;
    for _ in 0..11 {
        bench.reply(&after(json!([done("wait", "confirmed")]))).await;
    }
    let requests = bench.server.requests();
    let lengths: Vec<usize> = requests.iter().map(|it| it["messages"].as_array().unwrap().len()).collect();
    assert_eq!(lengths, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 1, 3], "19 pictures, and two more have no room");
}

#[tokio::test]
async fn only_calls_of_the_toolset_have_one_in_their_results() {
    let note = json!({"type": "tool_use", "id": "toolu_1", "name": "take_note", "input": {"name": "a", "text": "b"}});
    let batch = json!([note, member("toolu_2", "screenshot", &json!({}))]);
    let bench = Bench::new(CLAUDE_5_5, vec![says(batch), word("done")]).await;
    bench.reply(&prompt(&Shown::default())).await;
    bench.reply(&after(json!([done("summary", "unverified"), done("wait", "unverified")]))).await;
    let results = bench.last()["messages"][2]["content"].clone();
    assert_eq!((results[0].get("toolset_name"), &results[1]["toolset_name"]), (None, &json!("computer")));
}

#[tokio::test]
async fn an_agent_that_does_one_action_at_a_time_asks_for_one_call() {
    for (schema, expected) in [
        (json!({"properties": {"Function": {}}}), json!({"type": "auto", "disable_parallel_tool_use": true})),
        (json!({"properties": {"ActionList": {}}}), Value::Null),
    ] {
        let bench = Bench::new(CLAUDE_5_5, vec![word("done")]).await;
        let mut asked = prompt(&Shown::default());
        asked.contract.schema = schema;
        bench.reply(&asked).await;
        assert_eq!(bench.last()["tool_choice"], expected);
    }
}

#[tokio::test]
async fn no_message_changes_before_a_thought_and_a_full_conversation_begins_again() {
    let click = |n: usize| {
        let id = format!("toolu_{n}");
        says(json!([thought(&format!("sig-{n}")), member(&id, "left_click", &json!({"coordinate": [1, 1]}))]))
    };
    let bench = Bench::new(CLAUDE_5_5, (0..22).map(click).collect()).await;
    bench.reply(&prompt(&Shown::default())).await;
    for _ in 0..21 {
        bench.reply(&after(json!([done("click_at", "confirmed")]))).await;
    }
    let requests = bench.server.requests();
    assert_eq!(requests.len(), 22);
    let lengths: Vec<usize> = requests.iter().map(|it| it["messages"].as_array().unwrap().len()).collect();
    assert_eq!((lengths[18], lengths[19], lengths[20], lengths[21]), (37, 39, 1, 3));
    assert_eq!(requests[19].to_string().matches("641 x 399").count(), 20, "no screenshot is left out");
    let begun = requests[20]["messages"][0].to_string();
    assert!(begun.contains("save the letter") && begun.contains("confirmed"), "{begun}");
}

#[tokio::test]
async fn every_claude_of_the_table_is_asked_with_a_tool_that_its_provider_accepts() {
    let claudes = all_models().iter().filter(|it| it.is_listed() && it.maker() == "anthropic");
    let living = claudes.filter(|it| !it.has_ended(MODELS_AS_OF) && it.computer != ComputerTool::None);
    let mut count = 0;
    for model in living {
        let bench = Bench::new(model.name, vec![word("done")]).await;
        assert_eq!(bench.reply(&prompt(&Shown::default())).await["Status"], "FINISH", "{}", model.name);
        count += 1;
    }
    assert!(count > 10 && known_model(CLAUDE_5_5).is_some(), "{count} models were asked");
}
