//! Prompts, and what is parsed from them or replied to them.

use super::{
    prompt::reply,
    sections::{application, done, leaves_out, list, row_cells},
};
use deskpilot_core::{AgentKind, Contract, Prompt, Provenance, ReasonCode, ReplyLength, Section, section};
use deskpilot_deciders::Steps;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A prompt with these sections.
fn prompt(agent: AgentKind, sections: &[(&str, String)]) -> Prompt {
    let section = |(name, text): &(&str, String)| Section {
        name: (*name).to_owned(),
        provenance: Provenance::Screen,
        text: text.clone(),
        cut: 0,
    };
    Prompt {
        agent,
        system: String::new(),
        sections: sections.iter().map(section).collect(),
        pictures: Vec::new(),
        contract: Contract { name: String::new(), schema: Value::Null },
        reply_length: ReplyLength::Usual,
    }
}

#[test]
fn a_list_that_is_cut_off_keeps_its_whole_lines() {
    let windows = list("[{\"label\":\"1\",\"title\":\"a\"},\n{\"label\":2},\n{\"label\":\"3\",\"ti");
    let labels: Vec<&Value> = windows.iter().map(|it| &it["label"]).collect();
    assert_eq!(labels, [&json!("1"), &json!(2)]);
}

#[test]
fn an_application_is_read_from_its_line() {
    for (line, expected) in [
        ("fish", ("fish", "", "")),
        ("Calc: Spreadsheet; opens ods csv", ("Calc", "", "ods csv")),
        ("Image Viewer: Picture; id org.gnome.eog; opens png", ("Image Viewer", "org.gnome.eog", "png")),
    ] {
        let read = application(line);
        assert_eq!((read.name.as_str(), read.id.as_str(), read.opens.join(" ").as_str()), expected);
    }
}

#[test]
fn the_cells_of_a_row_are_controls_that_their_addresses_name() {
    for (line, expected) in [
        (r#"  row 3: A3 "Ben", B3 "12 \" wide", C3 "a, b""#, "A3=Ben; B3=12 \" wide; C3=a, b"),
        (r#"row 4: A4 "cut"#, ""),
        (r#"1 Button "row 3: A3""#, ""),
    ] {
        let cells: Vec<String> = row_cells(line)
            .iter()
            .map(|it| format!("{}={}", it.name, it.value.as_deref().unwrap_or("")))
            .collect();
        assert_eq!(cells.join("; "), expected, "{line}");
    }
}

#[test]
fn a_list_of_controls_says_whether_there_are_more() {
    for (listing, expected) in [
        ("1 Button \"…\"", false),
        ("… not all was read: deadline", false),
        ("List \"x\"\n … 3 more ListItem: show_more 4", true),
        ("… left out: 3 Text: find_control with a text lists them", true),
    ] {
        assert_eq!(leaves_out(listing), expected, "{listing}");
    }
}

#[test]
fn a_code_that_is_unknown_is_none_and_the_rest_is_read() {
    for (code, expected) in
        [(json!("obscured"), Some(ReasonCode::Obscured)), (json!("new"), None), (Value::Null, None)]
    {
        let read = done(&json!({"Function": "f", "Status": "refused", "Code": code}));
        let expected = (expected, "f");
        assert_eq!((read.outcome.effect.code(), read.call.command.as_str()), expected, "{code}");
    }
}

proptest! {
    #[test]
    fn it_replies_whatever_prompt_it_reads(
        request in "(open|click|type|save it as|compute|press|wait for|read|, then|\\. |\"|'|“|x|\\{|\\+|ü|7| |/tmp/a|in the calculator|and ){0,12}",
        controls in prop::collection::vec("( |1 |2 )(Edit|Button|Menu|Text|Alert) (\"\\PC{0,6}\" ?)?(\\[modal\\] )?(= \"\\PC{0,6}\"|… 3 more: show_more 1)?", 0..6),
        status in "(confirmed|no_change|refused|partial|interrupted|)",
        function in "(click_input|set_edit_text|wait|texts|check|expand|keyboard_input|x)",
        text in "\\PC{0,8}",
    ) {
        let args = json!({"text": text, "keys": text, "seconds": 1e300});
        let last = json!([{"Function": function, "Args": args, "ControlText": text, "Status": status, "Results": text}]);
        let window = json!([{"label": 1, "title": text, "application": text, "focused": true}]);
        let sections = [
            (section::USER_REQUEST, request.clone()),
            (section::SUB_TASK, request.clone()),
            (section::CONTROL_INFORMATION, controls.join("\n")),
            (section::APPLICATION_INFORMATION, window.to_string()),
            (section::PREVIOUS_PLAN, json!([request]).to_string()),
            (section::LAST_ACTIONS, last.to_string()),
            (section::BLACKBOARD, text),
        ];
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        for agent in [AgentKind::HostAgent, AgentKind::AppAgent] {
            for count in 0..=sections.len() {
                let text = runtime.block_on(reply(&Steps, &prompt(agent, &sections[..count]))).unwrap();
                let replied: Value = serde_json::from_str(&text).unwrap();
                prop_assert!(replied["Status"].is_string());
            }
        }
    }
}
