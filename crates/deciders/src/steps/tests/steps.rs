//! Tests of the AppAgent's replies while everything succeeds.

use super::CALCULATOR;
use crate::steps::testing::{Scene, last, repeated};
use serde_json::json;

#[test]
fn an_app_agent_does_one_step_after_the_other() {
    let clicked = |name: &str| last("click_input", &json!({"button": "left"}), name, "confirmed", "");
    let calculator = Scene {
        subtask: "compute 6*7; read \"result\" as \"total\"",
        controls: CALCULATOR,
        ..Scene::default()
    };
    let dirty: Vec<&str> = CALCULATOR
        .iter()
        .map(|line| if line.contains("~0") { "2 Edit ~12 [multi_line]" } else { line })
        .collect();
    let done: Vec<&str> = CALCULATOR
        .iter()
        .map(|line| if line.contains("~0") { "2 Edit ~42 [multi_line]" } else { line })
        .collect();
    for (what, scene, expected) in [
        (
            "the first key",
            calculator.clone(),
            "CONTINUE click_input{\"button\":\"left\"} on 11 6 | click \"*\" | click \"7\" | click \"=\" | read \"result\" as \"total\"",
        ),
        (
            "a display that is not empty",
            Scene { controls: &dirty, ..calculator.clone() },
            "CONTINUE click_input{\"button\":\"left\"} on 4 AC | click \"6\" | click \"*\" | click \"7\" | click \"=\" | read \"result\" as \"total\"",
        ),
        (
            "the next key",
            Scene { plan: &["click \"*\"", "click \"7\""], last: clicked("6"), ..calculator.clone() },
            "CONTINUE click_input{\"button\":\"left\"} on 8 * | click \"7\"",
        ),
        (
            "the display is read",
            Scene {
                plan: &["read \"result\" as \"total\""],
                last: clicked("="),
                controls: &done,
                ..calculator.clone()
            },
            "CONTINUE texts{\"name\":\"total\"} on 2 Edit",
        ),
        (
            "all is done",
            Scene {
                last: last("texts", &json!({"name": "total"}), "42", "confirmed", "42"),
                board: json!({"notes": {"total": "42"}}),
                ..calculator.clone()
            },
            "FINISH -- total = 42",
        ),
        (
            "a skill waited for its window and did nothing",
            Scene {
                plan: &["compute 6*7; read \"result\" as \"total\""],
                last: last("wait", &json!({"seconds": 1}), "", "confirmed", ""),
                ..calculator.clone()
            },
            "CONTINUE click_input{\"button\":\"left\"} on 11 6 | click \"*\" | click \"7\" | click \"=\" | read \"result\" as \"total\"",
        ),
        (
            "a skill did some of its steps, and the rest is left",
            Scene { plan: &["click_input on Button \"=\""], last: clicked("7"), ..calculator.clone() },
            "FAIL -- I do not understand the step \"click_input on Button \"=\"\": did you mean `click`, as in `click on Button \
             \"=\"`? See `deskpilot manual steps`, or choose a language model for requests in free text (`deskpilot manual models`)",
        ),
        (
            "a sum that nobody asked to be read",
            Scene { subtask: "compute 1+2", ..calculator.clone() },
            "CONTINUE click_input{\"button\":\"left\"} on 7 1 | click \"+\" | click \"2\" | click \"=\" | read \"display\" as \"result\"",
        ),
        (
            "a calculator that shows no keys",
            Scene {
                subtask: "compute 1+2",
                application: "kcalc",
                controls: &["1 Edit ~0"],
                ..Scene::default()
            },
            "CONTINUE keyboard_input{\"keys\":\"1{+}2{ENTER}\",\"control_focus\":false} | read \"display\" as \"result\"",
        ),
        (
            "no calculator at all",
            Scene {
                subtask: "compute 1+2",
                application: "mousepad",
                controls: &["1 Menu File", "3 Edit ~42 [multi_line,editable,focused]"],
                ..Scene::default()
            },
            "FAIL -- I cannot compute 1+2: mousepad is no calculator: it has no key \"1\", \"+\", \"2\" and \"=\"",
        ),
        (
            "a key that is a button",
            Scene { subtask: "press 7", ..calculator.clone() },
            "CONTINUE click_input{\"button\":\"left\"} on 12 7",
        ),
        (
            "only the window",
            Scene { subtask: "bring the window to the front", ..calculator.clone() },
            "FINISH",
        ),
        ("the same of an older plan", Scene { subtask: "focus the window", ..calculator.clone() }, "FINISH"),
        (
            "a step of another language",
            Scene { subtask: "dance", ..calculator.clone() },
            "FAIL -- I do not understand the step \"dance\": it begins with no verb that I know",
        ),
        ("no subtask", Scene { subtask: " ", ..calculator.clone() }, "FAIL -- the subtask is empty"),
        (
            "its reply was rejected",
            Scene { complaint: "there is no control 7", ..calculator },
            "FAIL -- there is no control 7",
        ),
    ] {
        let replied = scene.reply();
        assert!(
            replied == expected || (expected.starts_with("FAIL") && replied.starts_with(expected)),
            "{what}: {replied}"
        );
    }
}

#[test]
fn text_after_keys_goes_where_the_keys_put_the_caret() {
    let scene = Scene {
        subtask: "go to the beginning; type \"b\"",
        plan: &["type \"b\""],
        controls: &["1 Edit Text ~a [multi_line,editable,focused]"],
        ..Scene::default()
    };
    let put = "set_edit_text{\"text\":\"b\",\"clear_current_text\":false} on 1 Text";
    let typed = "keyboard_input{\"keys\":\"{b}\",\"control_focus\":true} on 1 Text";
    for (command, args, expected) in [
        ("keyboard_input", json!({"keys": "Ctrl+Home", "control_focus": false}), typed),
        ("click_input", json!({"button": "left"}), put),
    ] {
        let replied = Scene { last: last(command, &args, "Text", "confirmed", ""), ..scene.clone() }.reply();
        assert!(replied.contains(expected), "{command}: {replied}");
    }
}

#[test]
fn each_step_is_the_action_it_means() {
    let notes = json!({"notes": {"result": "42", "total": "7"}});
    let controls = &[
        "1 Button OK",
        "2 Edit Name ~x [editable]",
        "3 Document [editable,multi_line]",
        "4 CheckBox Bold [focusable]",
        "5 CheckBox Italic [checked]",
        "6 Slider Volume ~3",
        "7 ComboBox Language ~English",
        "8 TreeItem Details [expandable]",
        "9 ListItem German",
        "10 TabItem General [selected]",
        "11 Edit Secret [protected]",
        "- Text Ready",
        "12 Button OK",
        "13 Terminal Shell",
    ][..];
    for (subtask, expected) in [
        ("click OK", "CONTINUE click_input{\"button\":\"left\"} on 1 OK"),
        ("double-click German", "CONTINUE click_input{\"button\":\"left\",\"double\":true} on 9 German"),
        ("right-click the German item", "CONTINUE click_input{\"button\":\"right\"} on 9 German"),
        (
            "type the result",
            "CONTINUE set_edit_text{\"text\":\"42\",\"clear_current_text\":false} on 3 Document",
        ),
        (
            "type total into Name",
            "CONTINUE set_edit_text{\"text\":\"7\",\"clear_current_text\":false} on 2 Name",
        ),
        (
            "type {{secret:mail}} into Secret",
            "CONTINUE set_edit_text{\"text\":\"{{secret:mail}}\",\"clear_current_text\":false} on 11 Secret",
        ),
        (
            "press {{secret:mail}}",
            "CONTINUE keyboard_input{\"keys\":\"{{secret:mail}}\",\"control_focus\":false}",
        ),
        (
            "type \"total\" into Name",
            "CONTINUE set_edit_text{\"text\":\"total\",\"clear_current_text\":false} on 2 Name",
        ),
        (
            "type the display",
            "CONTINUE set_edit_text{\"text\":\"42\",\"clear_current_text\":false} on 3 Document",
        ),
        (
            "type up into Shell",
            "CONTINUE keyboard_input{\"keys\":\"{u}p\",\"control_focus\":true} on 13 Shell",
        ),
        (
            "type the price",
            "FAIL -- I cannot type the price: nothing was read as \"price\" so far; quote the text to have it typed letter for letter",
        ),
        ("set Name to \"y\"", "CONTINUE set_edit_text{\"text\":\"y\",\"clear_current_text\":true} on 2 Name"),
        ("set the volume to 40", "CONTINUE set_value{\"value\":40.0} on 6 Volume"),
        ("set Language to German", "CONTINUE select_item{\"item\":\"German\"} on 7 Language"),
        (
            "press Ctrl+A then Delete",
            "CONTINUE keyboard_input{\"keys\":\"Ctrl+A\",\"control_focus\":false} | press Delete",
        ),
        ("check Bold", "CONTINUE check{\"checked\":true} on 4 Bold"),
        ("check Italic", "FINISH"),
        ("uncheck Italic", "CONTINUE check{\"checked\":false} on 5 Italic"),
        ("expand Details", "CONTINUE expand_control{\"expanded\":true} on 8 Details"),
        ("select German", "CONTINUE click_input{\"button\":\"left\"} on 9 German"),
        ("select General", "FINISH"),
        ("select French from the Language list", "CONTINUE select_item{\"item\":\"French\"} on 7 Language"),
        ("select French", "CONTINUE select_item{\"item\":\"French\"} on 7 Language"),
        ("select the text \"x\"", "CONTINUE select_text{\"text\":\"x\"} on 3 Document"),
        ("scroll down 5", "CONTINUE wheel_mouse_input{\"wheel_dist\":-5} on 3 Document"),
        ("wait for ready; click OK", "CONTINUE click_input{\"button\":\"left\"} on 1 OK"),
        ("wait for \"Done\" at most 9 seconds", "CONTINUE wait{\"seconds\":9,\"text\":\"Done\"}"),
        ("wait 2 seconds", "CONTINUE wait{\"seconds\":2}"),
        ("read Name", "CONTINUE texts{\"name\":\"name\"} on 2 Name"),
        ("read the document as text", "CONTINUE texts{\"name\":\"text\"} on 3 Document"),
        (
            "read Secret",
            "FAIL -- I cannot read \"Secret\" as \"secret\": what \"Secret\" holds is hidden, and stays so",
        ),
        ("focus Name", "CONTINUE click_input{\"button\":\"left\"} on 2 Name"),
        ("close the window", "FINISH keyboard_input{\"keys\":\"Alt+F4\",\"control_focus\":false}"),
        ("close the dialog", "CONTINUE keyboard_input{\"keys\":\"Escape\",\"control_focus\":false}"),
        (
            "click Cancel",
            "FAIL -- I cannot click \"Cancel\": there is no \"Cancel\" in editor; there are 11 others, such as \"OK\", \"Name\" and \"Bold\"",
        ),
        ("open the editor; click OK", "CONTINUE click_input{\"button\":\"left\"} on 1 OK"),
        (
            "open the calculator",
            "FAIL -- I cannot open \"calculator\": editor is another application; only the HostAgent goes to one",
        ),
    ] {
        let scene =
            Scene { subtask, controls, application: "editor", board: notes.clone(), ..Scene::default() };
        assert_eq!(scene.reply(), expected, "{subtask}");
    }
}

#[test]
fn what_is_not_listed_is_looked_for_once() {
    let facts = |last| Scene {
        subtask: "click Paste",
        controls: &["1 Button Copy", "- Text x"],
        more: "deadline of 1500 ms",
        last,
        ..Scene::default()
    };
    assert_eq!(facts(None).reply(), "CONTINUE find_control{\"text\":\"Paste\"} | click \"Paste\"");
    let found = last("find_control", &json!({"text": "Paste"}), "", "unverified", "listed next time");
    let again = Scene { plan: &["click \"Paste\""], ..facts(found) };
    assert!(again.reply().starts_with("FAIL -- I cannot click"), "{}", again.reply());
}

#[test]
fn a_place_for_text_that_may_be_unread_is_looked_for_again_a_few_times() {
    let scene = Scene {
        subtask: "type \"a\"",
        controls: &["- Group x"],
        more: "deadline of 6000 ms",
        ..Scene::default()
    };
    let again = "CONTINUE wait{\"seconds\":0.25} | type \"a\"";
    assert_eq!(scene.clone().reply(), again);
    let waited = |times| repeated(&last("wait", &json!({"seconds": 0.25}), "", "no_change", ""), times);
    let plan = &["type \"a\""][..];
    assert_eq!(Scene { plan, last: waited(1), ..scene.clone() }.reply(), again);
    let failed = Scene { plan, last: waited(7), ..scene.clone() }.reply();
    assert!(failed.starts_with("FAIL -- I cannot type \"a\""), "{failed}");
    let failed = Scene { more: "", ..scene }.reply();
    assert!(failed.starts_with("FAIL -- I cannot type \"a\""), "{failed}");
}

#[test]
fn tool_bars_are_waited_for_unless_keys_follow_keys_that_had_an_effect() {
    use crate::{BarsNeed, Decider, Steps};
    use deskpilot_core::fold::AgentMemory;
    let typed = |word: &str| last("keyboard_input", &json!({"keys": "a"}), "", word, "");
    let clicked = last("click_input", &json!({"button": "left"}), "Bold", "confirmed", "");
    for (last, next, expected) in [
        (typed("confirmed"), "type \"b\"", BarsNeed::Nothing),
        (typed("confirmed"), "press Enter", BarsNeed::Nothing),
        (typed("no_change"), "press Enter", BarsNeed::Current),
        (typed("confirmed"), "click \"Bold\"", BarsNeed::Current),
        (typed("confirmed"), "type \"b\" into \"Name\"", BarsNeed::Current),
        (clicked, "type \"b\"", BarsNeed::Current),
        (None, "press Enter", BarsNeed::Current),
    ] {
        let memory = AgentMemory {
            plan: vec![next.to_owned(), "press Escape".into()],
            last: last.into_iter().map(|(item, _)| item).collect(),
            ..AgentMemory::default()
        };
        assert_eq!(Steps.bars_need(&memory), expected, "{next}: {memory:?}");
    }
}

#[test]
fn a_window_that_asks_for_a_password_is_answered_with_a_named_secret_or_asks_for_one() {
    let subtask = "read \"B2\" as \"total\"";
    let controls = &["- Text budget.ods", "1 Edit Password [protected]", "2 Button OK"][..];
    let asked = Scene { subtask, controls, ..Scene::default() };
    let reply = asked.reply();
    let question = reply.strip_prefix("PENDING ask: ").unwrap().split(" | ").next().unwrap();
    assert!(question.contains("budget.ods") && question.contains("deskpilot secret set"), "{question}");

    let answers = |answer: &str| json!({"questions": [{"question": question, "answer": answer}]});
    let answered = Scene { board: answers("{{secret:budget}}"), ..asked.clone() };
    let reply = answered.reply();
    assert!(reply.starts_with("CONTINUE set_edit_text{\"text\":\"{{secret:budget}}\""), "{reply}");
    assert!(reply.contains("keyboard_input{\"keys\":\"{ENTER}\""), "{reply}");
    // It is typed once, and what names no secret is no answer.
    let enter = last("keyboard_input", &json!({"keys": "{ENTER}"}), "Password", "unverified", "");
    let again = Scene { last: enter, plan: &[subtask], ..answered.clone() }.reply();
    assert!(again.starts_with("FAIL") && again.contains("the secret budget does not open it"), "{again}");
    // Keys that brought the window typed no password, and a password that was not typed is not reported as a wrong one.
    let keys = last("keyboard_input", &json!({"keys": "^O"}), "", "confirmed", "");
    let brought = Scene { last: keys, plan: &[subtask], ..answered.clone() }.reply();
    assert!(brought.starts_with("CONTINUE set_edit_text"), "{brought}");
    let refused =
        last("set_edit_text", &json!({"text": "{{secret:budget}}"}), "Password", "refused", "no such field");
    let not_typed = Scene { last: refused, plan: &[subtask], ..answered.clone() }.reply();
    assert!(not_typed.starts_with("FAIL") && !not_typed.contains("does not open it"), "{not_typed}");
    assert!(Scene { board: answers("hunter2"), ..asked.clone() }.reply().starts_with("PENDING"));

    let typed = Scene { subtask: "type {{secret:budget}} into Password; click OK", ..asked };
    assert!(typed.reply().starts_with("CONTINUE set_edit_text"), "{}", typed.reply());
}
