//! A client lends its own model to a task: the prompts go to the client, which answers them or does not.

use crate::{
    mcp::{only_task, report},
    mcp_client::{Client, SAMPLING, WITH_HANDSHAKE, metadata},
};
use deskpilot_core::{AgentKind, Contract, Event, Prompt, ReplyLength, section};
use deskpilot_deciders::Steps;
use deskpilot_model::Model;
use deskpilot_testkit::{
    PromptedDecider,
    command_line::{Workspace, transcript, until},
};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

/// The most rounds in which a task asks by results.
const MOST_ROUNDS: usize = 60;

/// A client after the handshake, with a model that replies so.
fn lending(workspace: &Workspace, flags: &[&str], model: fn(&Value) -> Value) -> Client {
    let mut client = Client::start(workspace, flags, &[]);
    client.greet(WITH_HANDSHAKE, &json!({"sampling": {}}));
    client.model = Some(model);
    client
}

/// A reply of the client's model with this content.
fn message(content: &Value) -> Value {
    json!({"result": {"role": "assistant", "model": "tester-9", "content": content, "stopReason": "endTurn"}})
}

fn words(text: &str) -> Value {
    message(&json!({"type": "text", "text": text}))
}

/// A model that decides as the step follower does.
fn by_steps(params: &Value) -> Value {
    let sections = Prompt::parse_sections(params["messages"][0]["content"]["text"].as_str().unwrap());
    let is_app = sections.iter().any(|it| it.name == section::CONTROL_INFORMATION);
    let prompt = Prompt {
        agent: if is_app { AgentKind::AppAgent } else { AgentKind::HostAgent },
        system: params["systemPrompt"].as_str().unwrap().to_owned(),
        sections,
        pictures: Vec::new(),
        contract: Contract { name: String::new(), schema: Value::Null },
        reply_length: ReplyLength::Usual,
    };
    let replied = Runtime::new().unwrap().block_on(PromptedDecider(Steps).complete(&prompt));
    words(&replied.unwrap().text)
}

fn has_picture(params: &Value) -> bool {
    params["messages"].as_array().unwrap().iter().any(|it| it["content"]["type"] == "image")
}

/// The same, of a client that takes no pictures.
fn without_pictures(params: &Value) -> Value {
    match has_picture(params) {
        true => json!({"error": {"code": -32602, "message": "no images, please"}}),
        false => by_steps(params),
    }
}

/// What the client's model was asked.
fn asked(client: &Client) -> Vec<&Value> {
    client.heard.iter().filter(|it| it["method"] == SAMPLING).map(|it| &it["params"]).collect()
}

fn letter(workspace: &Workspace) -> Value {
    json!({"request": workspace.letter(), "model": "client", "wait_seconds": 600})
}

#[test]
fn a_task_is_done_by_the_model_of_its_client() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = lending(&workspace, &[], by_steps);
    let done = report(&client.call("run_task", &letter(&workspace)));
    assert_eq!((&done["status"], workspace.answer().as_str()), (&json!("finished"), "Hello"), "{done}");
    let cost = done["cost"].as_str().unwrap();
    assert!(cost.ends_with("tokens of the client's model are estimated"), "{done}");
    assert!(done["tokens"].as_u64().unwrap() > 100, "{done}");
    let asked = asked(&client);
    assert!(asked.iter().all(|it| it["maxTokens"].as_u64() > Some(0)), "the protocol wants a limit");
    assert!(asked.iter().any(|it| has_picture(it)), "the client can take pictures");
    let entries = workspace.entries(done["task"].as_str().unwrap());
    let models = entries.iter().filter_map(|it| match &it.event {
        Event::Replied { model, usage, .. } => Some((model.as_str(), usage.cost)),
        _ => None,
    });
    let models: Vec<_> = models.collect();
    assert_eq!(
        models,
        vec![("sampling/tester-9", None); asked.len()],
        "each request is one reply of the log"
    );
    client.close();
}

#[test]
fn the_model_of_the_client_can_be_the_usual_one_of_a_server() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = lending(&workspace, &["--model", "client"], by_steps);
    let request = "Open the calculator. Compute 6 x 7. Read the result.";
    let done = report(&client.call("run_task", &json!({"request": request})));
    assert_eq!(done["status"], "finished", "{done}");
    assert!(done["notes"].as_object().unwrap().values().any(|it| it == "42"), "{done}");
    client.close();
    let refused = workspace.run(&["run", request, "--model", "client"]);
    let says = transcript(&refused);
    assert!(!refused.status.success() && says.contains("that of an MCP client"), "{says}");
}

#[test]
fn a_client_without_sampling_is_told_what_else_it_can_do_and_nothing_begins() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::greeted(&workspace, &json!({"elicitation": {}}));
    let refused = client.call("run_task", &letter(&workspace));
    let why = refused["content"][0]["text"].as_str().unwrap();
    assert!(refused["isError"] == true && why.contains("does not offer sampling"), "{refused}");
    assert_eq!(only_task(&workspace), None);
    client.close();
}

#[test]
fn a_model_that_takes_no_pictures_is_asked_without_them_from_then_on() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = lending(&workspace, &[], without_pictures);
    let done = report(&client.call("run_task", &letter(&workspace)));
    assert_eq!((&done["status"], workspace.answer().as_str()), (&json!("finished"), "Hello"), "{done}");
    let asked = asked(&client);
    assert!(asked.len() > 2, "it went on");
    assert_eq!(asked.iter().filter(|it| has_picture(it)).count(), 1, "it is learned once");
    client.close();
}

#[test]
fn whatever_a_client_s_model_replies_the_task_ends_and_says_why() {
    let rubbish: fn(&Value) -> Value = |_| json!({"result": {"action": "accept"}});
    let refusal: fn(&Value) -> Value = |_| json!({"error": {"code": -1, "message": "User rejected it"}});
    let chatter: fn(&Value) -> Value = |_| words("I would rather talk about the weather.");
    let picture: fn(&Value) -> Value =
        |_| message(&json!({"type": "image", "data": "AAAA", "mimeType": "image/png"}));
    for (name, model, says) in [
        ("rubbish", rubbish, "sent no reply that can be read"),
        ("refusal", refusal, "User rejected it"),
        ("chatter", chatter, ""),
        ("picture", picture, ""),
    ] {
        let workspace = Workspace::of(crate::PROGRAM);
        let mut client = lending(&workspace, &[], model);
        let done = report(&client.call("run_task", &letter(&workspace)));
        assert_eq!((&done["status"], &done["files"]), (&json!("failed"), &json!([])), "{name}: {done}");
        assert!(done["result"].as_str().unwrap().contains(says), "{name}: {done}");
        // What the model can mend goes back to it, as of any model, and what its person refused does not.
        assert_eq!(asked(&client).len() > 1, name != "refusal", "{name}: {done}");
        client.close();
    }
}

#[test]
fn a_model_that_never_replies_is_waited_for_as_long_as_the_settings_say_and_told_so() {
    let workspace = Workspace::of(crate::PROGRAM);
    let limits = [("DESKPILOT_MODEL_TIMEOUT_SECONDS", "1"), ("DESKPILOT_RUN_RETRIES", "0")];
    let mut client = Client::start(&workspace, &[], &limits);
    client.greet(WITH_HANDSHAKE, &json!({"sampling": {}}));
    let done = report(&client.call("run_task", &letter(&workspace)));
    assert_eq!(done["status"], "failed", "{done}");
    assert!(done["result"].as_str().unwrap().contains("did not reply within 1 s"), "{done}");
    let prompt = client.hear(SAMPLING);
    assert_eq!(client.hear("notifications/cancelled")["params"]["requestId"], prompt["id"]);
    client.close();
}

#[test]
fn a_prompt_waits_for_a_call_that_follows_its_task() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = lending(&workspace, &[], by_steps);
    let mut arguments = letter(&workspace);
    arguments["wait_seconds"] = json!(0);
    let begun = report(&client.call("run_task", &arguments));
    assert_eq!(begun["status"], "running", "{begun}");
    until("it says what it waits for", || {
        let status = report(&client.call("task", &json!({"action": "status"})));
        status["result"].as_str().unwrap().starts_with("it waits for your model")
    });
    assert_eq!(asked(&client).len(), 0, "no call has followed it");
    let done = report(&client.call("task", &json!({"action": "status", "wait_seconds": 600})));
    assert_eq!((&done["status"], workspace.answer().as_str()), (&json!("finished"), "Hello"), "{done}");
    client.close();
}

#[test]
fn without_a_handshake_the_results_have_the_prompts_and_the_call_is_repeated() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::start(&workspace, &[], &[]);
    let meta = metadata(&json!({"sampling": {}}));
    let mut call = json!({"name": "run_task", "arguments": letter(&workspace), "_meta": meta});
    for _ in 0..MOST_ROUNDS {
        let result = client.request("tools/call", &call)["result"].clone();
        let Some(prompts) = result["inputRequests"].as_object() else {
            let done = &result["structuredContent"];
            assert_eq!(
                (&done["status"], workspace.answer().as_str()),
                (&json!("finished"), "Hello"),
                "{result}"
            );
            client.close();
            return;
        };
        let (key, prompt) = prompts.iter().next().unwrap();
        assert_eq!((prompts.len(), &prompt["method"]), (1, &json!(SAMPLING)), "{result}");
        call["inputResponses"] = json!({key: by_steps(&prompt["params"])["result"]});
        call["requestState"] = result["requestState"].clone();
    }
    panic!("it asks for ever");
}

#[test]
fn a_client_that_goes_while_its_model_is_asked_leaves_a_task_that_can_be_resumed() {
    let workspace = Workspace::of(crate::PROGRAM);
    let mut client = Client::greeted(&workspace, &json!({"sampling": {}}));
    client.begin("tools/call", &json!({"name": "run_task", "arguments": letter(&workspace)}));
    client.hear(SAMPLING);
    let output = client.close();
    assert!(output.status.success(), "{}", transcript(&output));
    let task = only_task(&workspace).unwrap();
    assert_eq!(workspace.entries(&task).last().map(|it| it.event.clone()), Some(Event::Stopped));
    let resumed = workspace.run(&["resume", &task, "--model", "steps"]);
    assert_eq!(workspace.answer(), "Hello", "{}", transcript(&resumed));
}
