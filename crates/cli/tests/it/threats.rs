//! What the threat model says of the whole: its defaults, and who listens.

use crate::common::{Workspace, transcript};
use deskpilot_deciders::Steps;
use deskpilot_model::Secret;
use deskpilot_testkit::{
    PromptedDecider,
    loopback::{ChatServer, Dialect, OperatorServer},
};
use std::sync::Arc;

#[test]
fn nothing_is_done_unasked_where_nothing_is_said() {
    let workspace = Workspace::new();
    let output = workspace.run(&["policy", "check", "--command", "click_input", "--control", "Delete"]);
    assert!(transcript(&output).contains("asked: click the Button \"Delete\""), "{}", transcript(&output));
    let output = workspace.run(&["config", "show"]);
    let said = transcript(&output);
    assert!(said.contains("desktop.kind = \"private\""), "{said}");
}

#[test]
fn servers_of_tests_listen_on_this_machine_only() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let key = || Secret::new("only-for-this-test");
    let chat = runtime.block_on(ChatServer::start(Arc::new(PromptedDecider(Steps)), key())).unwrap();
    let operators = runtime.block_on(OperatorServer::start(Dialect::OpenAi, Vec::new(), key())).unwrap();
    for address in [chat.base_url(), operators.base_url()] {
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    }
}
