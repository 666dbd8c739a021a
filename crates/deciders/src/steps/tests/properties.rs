//! Properties that hold for every scene.

use crate::steps::{
    Steps, grammar, split,
    testing::{board, last},
};
use crate::testing::{Setting, memory, view_of, window};
use deskpilot_core::{ControlLine, Label, Window};
use proptest::prelude::*;
use serde_json::json;

proptest! {
    #[test]
    fn it_decides_whatever_it_is_shown(
        request in "(open|click|type|save it as|compute|press|wait for|read|, then|\\. |\"|'|“|x|\\{|\\+|ü|7| |/tmp/a|in the calculator|and ){0,12}",
        controls in prop::collection::vec("( |1 |2 )(Edit|Button|Menu|Text|Alert) (\"\\PC{0,6}\" ?)?(\\[modal\\] )?(= \"\\PC{0,6}\")?", 0..6),
        word in "(confirmed|no_change|refused|partial|interrupted)",
        function in "(click_input|set_edit_text|wait|texts|check|expand|keyboard_input|x)",
        text in "\\PC{0,8}",
        known in 0..=5_usize,
    ) {
        let mut setting = Setting::default();
        setting.round.request = request.clone();
        if known > 0 {
            setting.subtask.text = request.clone();
        }
        if known > 1 {
            setting.view = view_of(ControlLine::parse_listing(&controls.join("\n")));
            let labelled = Window { label: Some(Label(1)), title: text.clone(), application: text.clone(), focused: true, ..window() };
            setting.desktop.windows = vec![labelled];
        }
        if known > 3 {
            let args = json!({"text": text, "keys": text, "seconds": 1e300});
            let (done, times) = last(&function, &args, &text, &word, &text).unwrap();
            setting.memory = memory(vec![done], times);
        }
        if known > 2 {
            setting.memory.plan = vec![request];
        }
        if known > 4 {
            setting.blackboard = board(&json!({"notes": {text.as_str(): text}}));
        }
        prop_assert!(setting.host(&Steps).is_ok());
        prop_assert!(setting.app(&Steps).is_ok());
    }

    #[test]
    fn what_is_planned_is_read_back_as_it_was_meant(
        request in "(open |click |type |set a to |save it as |choose |press |wait for |read |scroll up|check |select )(\"|'|“|”|x| into | in | as | > |the |ü|7| |/tmp/a| button| field|\\.){1,8}",
    ) {
        if let Ok(steps) = split::parse_steps(&request) {
            for step in &steps {
                prop_assert_eq!(grammar::parse_step(&step.to_string()), Ok(step.clone()), "{}", step);
            }
            let subtask = steps.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            prop_assert_eq!(split::parse_steps(&subtask), Ok(steps), "{}", subtask);
        }
    }
}
