//! Answers among words, thoughts, fences and schemas: which object of a reply counts, and what a complaint says where none does.

use super::{act, host};

#[test]
fn words_around_the_object_do_not_hide_it() {
    for reply in [
        r#"Sure! {"Status": "FINISH"}"#,
        r#"{"Status": "FINISH"} Bye."#,
        "<think>maybe {\"Status\": \"FAIL\"}?</think>\n{\"Status\": \"FINISH\"}",
        "The args were {\"text\": \"a\"}, so:\n```json\n{\"Status\": \"FINISH\"}\n```\nDone.",
        "{ not JSON, but {\"Status\": \"FINISH\"}",
    ] {
        assert_eq!(act(reply), "finish", "{reply}");
    }
}

#[test]
fn what_stands_in_a_thought_is_no_answer() {
    let fail = r#"{"Status": "FAIL", "Comment": "a thought"}"#;
    let never = "complaint: the reply opens <think> and never closes it, so all of it is a thought";
    for (reply, expected) in [
        (format!("<think>Maybe {fail} but"), never),
        (format!("<think>Maybe {fail}"), never),
        (format!("Well. <THINK>{fail}</thinking>"), never),
        (format!("<think>no</think> <think>{fail}"), never),
        ("<think>I cannot decide".to_owned(), never),
        (format!("[THINK]{fail}"), "complaint: the reply opens [THINK]"),
        (format!("<thinking>{fail}</thinking>{{\"Status\": \"FINISH\"}}"), "finish"),
        (format!("{fail}</think>\n{{\"Status\": \"FINISH\"}}"), "finish"),
        (format!("<thought>{fail}</thought>```json\n{{\"Status\": \"FINISH\"}}\n```"), "finish"),
        ("Here: {\"Status\": \"FINISH\"} <think>was that right?".to_owned(), "finish"),
        ("Here: {\"Status\": \"FINISH\", \"Comment\": \"</think> <think>\"}".to_owned(), "finish"),
        (format!("<think>{fail}</think>"), "complaint: the reply is not JSON"),
    ] {
        assert!(act(&reply).starts_with(expected), "{reply}: {}", act(&reply));
    }
}

#[test]
fn a_key_that_stands_twice_is_refused_by_its_name() {
    let action = |rest: &str| format!(r#"{{"Function": "click_input", "ControlLabel": "1", {rest}}}"#);
    let listed = |item: &str| format!(r#"{{"Status": "CONTINUE", "ActionList": [{item}]}}"#);
    for (reply, key) in [
        (r#"{"Status": "FINISH", "Status": "FINISH"}"#.to_owned(), "Status"),
        (r#"Sure: {"Status": "FAIL", "Comment": "a", "Comment": "b"}."#.to_owned(), "Comment"),
        (listed(&action(r#""ControlLabel": "3", "Args": {}"#)), "ControlLabel"),
        (listed(&action(r#""Args": {"button": "left", "button": "right"}"#)), "button"),
        (listed(&action(r#""Args": "{\"button\": \"left\", \"button\": \"right\"}""#)), "button"),
        (
            format!(
                r#"{{"Status": "CONTINUE", "ActionList": [{0}], "ActionList": []}}"#,
                action(r#""Args": {}"#)
            ),
            "ActionList",
        ),
    ] {
        let expected =
            format!("complaint: the reply has the key {key:?} twice in one object: write each key once");
        assert_eq!(act(&reply), expected, "{reply}");
        assert!(!host(&reply).starts_with("finish"), "{reply}");
    }
}

#[test]
fn a_schema_is_no_answer_and_an_answer_in_its_properties_is_one() {
    let status = r#"{"type": "string", "enum": ["CONTINUE", "FINISH"]}"#;
    let schema =
        format!(r#"{{"type": "object", "properties": {{"Status": {status}}}, "required": ["Status"]}}"#);
    let sent_back =
        "complaint: it sent the schema back, not an answer: write one JSON object with values; it begins: {";
    for (reply, expected) in [
        (schema.clone(), sent_back),
        (format!("Here it is:\n```json\n{schema}\n```"), sent_back),
        (r#"{"type": "object", "properties": {"Status": "FINISH"}}"#.to_owned(), "finish"),
        (r#"Sure: {"properties": {"Status": "FINISH"}}"#.to_owned(), "finish"),
        (format!("{schema}, so: {{\"Status\": \"FINISH\"}}"), "finish"),
        (
            r#"{"properties": {"Status": "FAIL", "Status": "FINISH"}}"#.to_owned(),
            "complaint: the reply has the key \"Status\" twice in one object: write each key once",
        ),
    ] {
        assert!(act(&reply).starts_with(expected), "{reply}: {}", act(&reply));
        assert!(host(&reply).starts_with(expected), "{reply}: {}", host(&reply));
    }
}

#[test]
fn a_complaint_quotes_the_first_hundred_characters_of_the_reply() {
    let reply = format!("I will type it.\n\n{}", "ä".repeat(300));
    let quoted = format!("; it begins: I will type it. {}…", "ä".repeat(100 - "I will type it. ".len()));
    assert!(act(&reply).ends_with(&quoted), "{}", act(&reply));
}
