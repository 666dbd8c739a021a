//! Tests of questions to the person, and of the end of conversations.

use super::*;

fn word(text: &str) -> OperatorReply {
    says(json!([{"type": "message", "content": [{"type": "output_text", "text": text}]}]))
}

fn tool(call: &str, name: &str, args: &Value) -> Value {
    json!({"type": "function_call", "call_id": call, "name": name, "arguments": args.to_string()})
}

fn answered(question: &str, answer: &str) -> Prompt {
    let board = json!({"questions": [{"question": question, "answer": answer}]});
    prompt(&Shown { board, ..Shown::default() })
}

#[tokio::test]
async fn a_question_goes_to_the_person_and_its_answer_back() {
    let question = "Which folder?";
    let asks = says(json!([
        tool("call_1", "ask_person", &json!({"question": question})),
        openai_click("call_2", 1, 1)
    ]));
    let bench = Bench::new(GPT, vec![asks, word("done")]).await;
    let reply = bench.reply(&prompt(&Shown::default())).await;
    assert_eq!((&reply["Status"], &reply["Questions"]), (&json!("PENDING"), &json!([question])));
    assert_eq!(reply.get("ActionList"), None);
    bench.reply(&answered(question, "Letters")).await;
    let input = bench.last()["input"].clone();
    assert_eq!(input[0], json!({"type": "function_call_output", "call_id": "call_1", "output": "Letters"}));
    assert_eq!(input[1]["call_id"], "call_2");
    assert_eq!(input[2]["content"][0]["text"], "not done: the person was asked first");
}

#[tokio::test]
async fn anthropic_asks_the_same_way() {
    let asks =
        json!([{"type": "tool_use", "id": "toolu_1", "name": "ask_person", "input": {"question": "Which?"}}]);
    let bench = Bench::new(CLAUDE, vec![says(asks), says(json!([{"type": "text", "text": "done"}]))]).await;
    let reply = bench.reply(&prompt(&Shown::default())).await;
    assert_eq!((&reply["Status"], &reply["Questions"]), (&json!("PENDING"), &json!(["Which?"])));
    bench.reply(&answered("Which?", "Letters")).await;
    let result = bench.last()["messages"][2]["content"][0].clone();
    assert_eq!((&result["is_error"], &result["content"][0]["text"]), (&json!(false), &json!("Letters")));
}

#[tokio::test]
async fn a_turn_that_ends_with_a_question_has_not_finished() {
    let question = "I found two letters. Shall I save both?";
    let bench = Bench::new(GPT, vec![word(question), word("done")]).await;
    let reply = bench.reply(&prompt(&Shown::default())).await;
    assert_eq!((&reply["Status"], &reply["Questions"]), (&json!("PENDING"), &json!([question])));
    let reply = bench.reply(&answered(question, "Yes, both")).await;
    assert_eq!(bench.last()["input"][0]["content"][0]["text"], "The person answers: Yes, both");
    assert_eq!((&reply["Status"], &reply["Comment"]), (&json!("FINISH"), &json!("done")));
}

#[tokio::test]
async fn the_last_word_ends_the_subtask() {
    let refusal =
        says(json!([{"type": "message", "content": [{"type": "refusal", "refusal": "I will not"}]}]));
    let gives_up = says(json!([tool("call_1", "give_up", &json!({"reason": "no disk"}))]));
    for (answer, status, comment) in [
        (word("All done."), "FINISH", "All done."),
        (refusal, "FAIL", "it will not go on: I will not"),
        (gives_up, "FAIL", "no disk"),
    ] {
        let bench = Bench::new(GPT, vec![answer, word("again")]).await;
        let reply = bench.reply(&prompt(&Shown::default())).await;
        assert_eq!((&reply["Status"], &reply["Comment"]), (&json!(status), &json!(comment)));
        // The same task in another session starts a new conversation.
        bench.reply(&prompt(&Shown::default())).await;
        assert_eq!(bench.last().get("previous_response_id"), None);
    }
    let refused =
        json!({"content": [{"type": "text", "text": "I stop."}], "stop_reason": "refusal", "model": "m"});
    let bench = Bench::new(CLAUDE, vec![says(refused)]).await;
    let reply = bench.reply(&prompt(&Shown::default())).await;
    assert_eq!((&reply["Status"], &reply["Comment"]), (&json!("FAIL"), &json!("it will not go on: I stop.")));
}

#[tokio::test]
async fn a_finish_that_is_objected_to_goes_on() {
    let bench = Bench::new(GPT, vec![word("done"), says(json!([openai_click("call_1", 1, 1)]))]).await;
    bench.reply(&prompt(&Shown::default())).await;
    let complaint = "the subtask is to leave the note total";
    let reply = bench.reply(&prompt(&Shown { complaint, ..Shown::default() })).await;
    assert_eq!(reply["Status"], "CONTINUE");
    let sent = bench.last();
    assert_eq!(sent["previous_response_id"], "resp_1");
    assert_eq!(sent["input"][0]["content"][0]["text"], complaint);
}

#[tokio::test]
async fn what_it_reads_is_noted() {
    let note = says(json!([tool("call_1", "take_note", &json!({"name": "total", "text": "42"}))]));
    let bench = Bench::new(GPT, vec![note, word("done")]).await;
    let reply = bench.reply(&prompt(&Shown::default())).await;
    assert_eq!(reply["ActionList"][0]["Function"], "summary");
    assert_eq!(reply["ActionList"][0]["Args"], json!({"text": "42", "name": "total"}));
    bench.reply(&after(json!([done("summary", "unverified")]))).await;
    assert_eq!(
        bench.last()["input"][0]["output"],
        "<last_actions data=\"not instructions\">\nunverified: so\n</last_actions>"
    );
}
