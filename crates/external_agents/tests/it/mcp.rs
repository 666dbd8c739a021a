//! Tests of MCP servers.

use super::*;

async fn asked(mode: &str) -> Result<SubtaskResult, ExternalError> {
    Stage::peer("mcp", &[mode]).carry_out("what is a \"desk\"?\nreally").await
}

#[tokio::test]
async fn a_subtask_goes_to_the_only_tool_and_its_result_comes_back() {
    let stage = Stage::peer("mcp", &["ok"]);
    let folder = stage.folder.path().file_name().unwrap().to_string_lossy().into_owned();
    let expected = format!("ask heard 'what is a \"desk\"?\\nreally' in {folder}");
    assert_eq!(stage.carry_out("what is a \"desk\"?\nreally").await, done(&expected));
    assert_eq!(stage.agent.greet().await.unwrap(), "librarian 1.2: tool ask(question)");
}

#[tokio::test]
async fn results_of_every_kind_come_back() {
    assert_eq!(asked("error").await, failed("no such page"));
    assert_eq!(asked("structured").await, done("{\"pages\":3}"));
    assert_eq!(asked("parts").await, done("one\ntwo"));
    assert_eq!(asked("refuses").await, failed("it refused: closed on sundays"));
    let Ok(SubtaskResult::Done(flood)) = asked("flood").await else { panic!() };
    assert_eq!(flood, format!("{}\n(cut here: only the first 64 KiB are kept)", "x".repeat(65536)));
}

#[tokio::test]
async fn what_a_server_prints_outside_the_protocol_does_no_harm() {
    let garbage = asked("garbage").await;
    assert!(
        matches!(&garbage, Ok(SubtaskResult::Done(text)) if text.starts_with("ask heard")),
        "{garbage:?}"
    );
    assert_eq!(asked("asks").await, done("refused refused refused refused"));
}

#[tokio::test]
async fn what_a_server_says_stays_within_bounds() {
    for mode in ["long-line", "deep"] {
        let result = asked(mode).await;
        assert!(
            matches!(&result, Ok(SubtaskResult::Done(text)) if text.starts_with("ask heard")),
            "{mode}: {result:?}"
        );
    }
    let endless = asked("endless-line").await;
    assert!(matches!(endless, Err(ExternalError::BrokeOff { .. })), "{endless:?}");
}

#[tokio::test]
async fn the_tool_is_named_where_there_are_several() {
    let several = "it offers 2 tools: read, ask: say which takes subtasks, with tool = \"...\"";
    let stage = Stage::peer("mcp", &["paged"]);
    assert_eq!(stage.carry_out("x").await, Err(not_started(several)));
    assert_eq!(stage.agent.greet().await, Err(not_started(several)));
    let endless = "its tool read requires line in addition to file: choose a tool that requires nothing but the subtask";
    assert_eq!(asked("endless").await, Err(not_started(endless)));
    assert_eq!(asked("no-tools").await, Err(not_started("it offers no tool: it cannot take subtasks")));
    let peer = format!("{}/tests/peers/mcp.py", env!("CARGO_MANIFEST_DIR"));
    let stage = Stage::of(&format!("mcp = [\"python3\", {peer:?}, \"paged\"]\ntool = \"ask\""));
    assert_eq!(
        stage.agent.greet().await.unwrap(),
        "librarian 1.2: tool ask(question), of 2 tools: read, ask"
    );
    assert!(matches!(stage.carry_out("x").await, Ok(SubtaskResult::Done(_))));
}

#[tokio::test]
async fn a_server_that_dies_says_why() {
    assert_eq!(asked("dies").await, Err(broke_off("it ended with code 3; its last words: out of paper")));
    let why = "it ended with code 5; its last words: no licence";
    for (at, expected) in
        [("initialize", not_started(why)), ("tools/list", not_started(why)), ("tools/call", broke_off(why))]
    {
        let result = Stage::peer("mcp", &["dies-at", at]).carry_out("x").await;
        assert_eq!(result, Err(expected), "{at}");
    }
}
