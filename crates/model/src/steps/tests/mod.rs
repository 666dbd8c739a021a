//! What the model answers: a prompt in short form on the left, its reply as one line on the right.

mod doing;
mod host;
mod mending;
mod properties;
mod saving;

use super::{Steps, testing::prompt};
use crate::Model;
use deskpilot_core::AgentKind;

pub(super) const CALCULATOR: &[&str] = &[
    "1 Menu File",
    "2 Edit ~0 [multi_line,focused]",
    "3 ToggleButton C",
    "4 ToggleButton AC",
    "5 ToggleButton =",
    "6 ToggleButton 2",
    "7 ToggleButton 1",
    "8 ToggleButton *",
    "9 ToggleButton +",
    "10 ToggleButton 3",
    "11 ToggleButton 6",
    "12 ToggleButton 7",
];

pub(super) const DIALOG: &[&str] = &[
    "1 Edit ~42 [multi_line,editable]",
    "2 Edit ~/tmp/answer.txt [editable,focused]",
    "- Text Name:",
    "- Text Home",
    "3 Button Cancel",
    "4 Button Save",
];

#[tokio::test]
async fn a_reply_costs_nothing() {
    let completion = Steps.complete(&prompt(AgentKind::HostAgent, &[])).await.unwrap();
    assert_eq!(
        (completion.model.as_str(), completion.usage.cost, completion.usage.input_tokens),
        ("steps", Some(0.0), 0)
    );
}
