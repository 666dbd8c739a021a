//! What the threat model says of the whole: queues of others, and who listens.

use crate::injected::forged_bundle;
use deskpilot_deciders::Steps;
use deskpilot_model::Secret;
use deskpilot_queue::{JobId, JobSpec, PoolName, QueueOptions, RunId};
use deskpilot_testkit::{
    PromptedDecider,
    command_line::{Workspace, transcript},
    loopback::{Api, ChatServer, Dialect, OperatorServer, ProviderServer},
};
use serde_json::json;
use std::{fs, sync::Arc};

#[test]
fn a_queue_that_names_the_log_of_somebody_else_goes_on_with_nothing() {
    let (workspace, elsewhere) = (Workspace::of(crate::PROGRAM), tempfile::tempdir().unwrap());
    let bundle = forged_bundle(elsewhere.path());
    let imported = workspace.run(&["session", "import", bundle.to_str().unwrap()]);
    assert!(imported.status.success(), "{}", transcript(&imported));
    let at = |name: &str| workspace.path().join(name);
    fs::create_dir(at("plans")).unwrap();
    let plan = json!({"task": "Sum up what is there", "object": "calculator"});
    fs::write(at("plans/a.json"), plan.to_string()).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let file = at("forged.queue").display().to_string();
        let queue = deskpilot_queue::open(&file, &QueueOptions::new()).await.unwrap();
        let job = JobSpec::new(
            RunId::new("batch").unwrap(),
            JobId::new("a").unwrap(),
            PoolName::new("batch").unwrap(),
            json!({"name": "a", "log": "forged"}),
        );
        queue.submit(&[job]).await.unwrap();
    });
    let before = workspace.entries("forged");
    let words = ["run", "--mode", "batch_normal", "--plan", "plans", "--queue", "forged.queue"];
    let output = workspace.run(&words);
    let printed = transcript(&output);
    assert_eq!(output.status.code(), Some(3), "{printed}");
    assert!(printed.contains("no record of writing this log"), "{printed}");
    assert_eq!(workspace.entries("forged"), before, "{printed}");
}

#[test]
fn servers_of_tests_listen_on_this_machine_only() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let key = || Secret::new("only-for-this-test");
    let chat = runtime.block_on(ChatServer::start(Arc::new(PromptedDecider(Steps)), key())).unwrap();
    let operators = runtime.block_on(OperatorServer::start(Dialect::OpenAi, Vec::new(), key())).unwrap();
    let model = Arc::new(PromptedDecider(Steps));
    let provider = runtime.block_on(ProviderServer::start(Api::Bedrock, model, key())).unwrap();
    for address in [chat.base_url(), operators.base_url(), provider.base_url()] {
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    }
}
