//! What holds whatever the model is shown.

use crate::steps::{
    grammar, reply,
    testing::{last, prompt},
};
use deskpilot_core::{AgentKind, section};
use proptest::prelude::*;
use serde_json::{Value, json};

proptest! {
    #[test]
    fn it_answers_whatever_it_is_shown(
        request in "(open|click|type|save it as|compute|press|wait for|read|, then|\\. |\"|'|“|x|\\{|\\+|ü|7| |/tmp/a|in the calculator|and ){0,12}",
        controls in prop::collection::vec("( |1 |2 )(Edit|Button|Menu|Text|Alert) (\"\\PC{0,6}\" ?)?(\\[modal\\] )?(= \"\\PC{0,6}\"|… 3 more: show_more 1)?", 0..6),
        status in "(confirmed|no_change|refused|partial|interrupted|)",
        function in "(click_input|set_edit_text|wait|texts|check|expand|keyboard_input|x)",
        text in "\\PC{0,8}",
    ) {
        let sections = [
            (section::USER_REQUEST, request.clone()),
            (section::SUB_TASK, request.clone()),
            (section::CONTROL_INFORMATION, controls.join("\n")),
            (section::APPLICATION_INFORMATION, json!([{"label": 1, "title": text, "application": text, "focused": true}]).to_string()),
            (section::PREVIOUS_PLAN, json!([request]).to_string()),
            (section::LAST_ACTIONS, last(&function, &json!({"text": text, "keys": text, "seconds": 1e300}), &text, &status, &text)),
            (section::BLACKBOARD, text.clone()),
        ];
        for agent in [AgentKind::HostAgent, AgentKind::AppAgent] {
            for count in 0..=sections.len() {
                let text = reply(&prompt(agent, &sections[..count])).unwrap();
                let replied: Value = serde_json::from_str(&text).unwrap();
                prop_assert!(replied["Status"].is_string());
            }
        }
    }

    #[test]
    fn what_is_planned_is_read_back_as_it_was_meant(
        request in "(open |click |type |set a to |save it as |choose |press |wait for |read |scroll up|check |select )(\"|'|“|”|x| into | in | as | > |the |ü|7| |/tmp/a| button| field|\\.){1,8}",
    ) {
        if let Ok(steps) = grammar::steps(&request) {
            for step in &steps {
                prop_assert_eq!(grammar::step(&step.to_string()), Ok(step.clone()), "{}", step);
            }
            let subtask = steps.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            prop_assert_eq!(grammar::steps(&subtask), Ok(steps), "{}", subtask);
        }
    }
}
