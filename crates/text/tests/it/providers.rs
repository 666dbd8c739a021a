//! The agents through the APIs of providers, whose servers refuse what the providers would refuse.

use deskpilot_core::Event;
use deskpilot_deciders::Steps;
use deskpilot_model::Secret;
use deskpilot_testkit::{
    PromptedDecider,
    command_line::{Workspace, transcript},
    loopback::{Api, ProviderServer},
};
use std::sync::Arc;
use tokio::runtime::Runtime;

const KEY: &str = "only-for-this-test";

#[test]
fn a_task_runs_through_each_of_six_apis_and_no_request_is_refused() {
    let runtime = Runtime::new().unwrap();
    for api in Api::ALL {
        let model = Arc::new(PromptedDecider(Steps));
        let server = runtime.block_on(ProviderServer::start(api, model, Secret::new(KEY))).unwrap();
        let workspace = Workspace::of(crate::PROGRAM);
        let (provider, model) = api.provider_and_model();
        let (request, model) = (workspace.letter(), format!("{provider}/{model}"));
        let words = ["run", &request, "--task", "letter", "--model", &model, "--base-url", server.base_url()];
        let mut command = workspace.command(&words);
        command.env("DESKPILOT_MODEL_KEY_VARIABLE", "TEST_KEY").env("TEST_KEY", KEY);
        let output = command.output().unwrap();
        let all = transcript(&output);
        assert_eq!(server.refusals(), [""; 0], "{api:?}: {all}");
        assert_eq!(output.status.code(), Some(0), "{api:?}: {all}");
        assert_eq!(workspace.answer().trim(), "Hello", "{api:?}: {all}");
        let entries = workspace.entries("letter");
        let replies = entries.iter().filter(|it| matches!(it.event, Event::Replied { .. })).count();
        assert!(replies > 0 && server.answered() == replies, "{api:?}: {replies} replies: {all}");
    }
}
