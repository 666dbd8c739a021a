//! Judgements of planted truths and falsehoods: what each check finds, and what it does not.

use super::{
    case::WebCase,
    state::{WebChanges, WebTruth},
    words,
};
use crate::{
    effects::{judge::Judgement, native::judge::Basis},
    subject::Subject,
};
use deskpilot_core::{Call, Effect, Evidence, NoChangeReason, Refusal};
use serde_json::{Value, json};

/// A page with a field, a check box, a list, a radio button and what the rest is of.
fn page(changed: &Value) -> WebTruth {
    let options = json!([
        {"label": "choose", "value": "", "chosen": true},
        {"label": "Norway", "value": "no", "chosen": false},
    ]);
    let controls = json!({
        "Full name": {"kind": "text", "value": "Ann", "shown": true},
        "Terms": {"kind": "checkbox", "shown": true},
        "Small": {"kind": "radio", "group": "Size", "value": "s", "checked": true, "shown": true},
        "Large": {"kind": "radio", "group": "Size", "value": "l", "shown": true},
        "Country": {"kind": "select", "shown": true, "options": options},
        "Station": {"kind": "combobox", "settles": true, "shown": true},
        "Secret word": {"kind": "password", "shown": true},
        "Attachment": {"kind": "file", "shown": true},
        "Press": {"kind": "button", "shown": true},
        "Dead": {"kind": "button", "shown": true},
    });
    let marks = json!([
        {"text": "Effects of commands", "shown": true},
        {"text": "The panel is open", "shown": false},
    ]);
    let mut page = json!({
        "id": "a", "url": "http://h/", "title": "Effects", "visible": true, "complete": true,
        "text": "Effects of commands", "links": ["http://h/second"], "marks": marks, "controls": controls,
    });
    merge(&mut page, changed);
    let page = serde_json::from_value(page).unwrap();
    WebTruth { page: Some(page), pages: ["a".to_owned(), "b".to_owned()].into(), ..WebTruth::default() }
}

fn merge(value: &mut Value, changed: &Value) {
    match (value, changed) {
        (Value::Object(value), Value::Object(changed)) => {
            changed
                .iter()
                .for_each(|(name, it)| merge(value.entry(name.as_str()).or_insert(Value::Null), it));
        }
        (value, changed) => *value = changed.clone(),
    }
}

fn control(name: &str, changed: &Value) -> Value {
    json!({"controls": {name: changed}})
}

/// The page with these files.
fn with_files(files: &[&str], pictures: &[&str]) -> WebTruth {
    let own = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
    WebTruth { files: own(files), pictures: own(pictures), ..page(&json!({})) }
}

fn reported(word: &str) -> Effect {
    match word {
        "confirmed" => Effect::Confirmed(Evidence::Reported("done".into())),
        "focus" => Effect::Confirmed(Evidence::Focus("it".into())),
        "no change" => Effect::NoChange(NoChangeReason::Same(Evidence::Reported("so".into()))),
        "partial" => Effect::Partial("a part".into()),
        "refused" => Effect::Refused(Refusal::NotPossible { what: "it".into(), why: "no".into() }),
        _ => Effect::unverified("who knows"),
    }
}

/// What is found of a call.
fn judged(
    (command, args): (&str, &Value),
    (word, output): (&str, &str),
    (before, after): (&WebTruth, &WebTruth),
) -> (&'static str, Basis) {
    let call = Call { command: command.into(), args: args.as_object().unwrap().clone() };
    let spec = Subject::Firefox.table().iter().find(|it| it.name == command).unwrap();
    let changes = WebChanges::between(before, after);
    let (reported, output) = (reported(word), Some(output));
    let case = WebCase { spec, call: &call, reported: &reported, output, before, after, changes: &changes };
    let (judgement, basis) = case.judgement();
    let found = match judgement {
        Judgement::True => "true",
        Judgement::False(_) => "false",
        Judgement::Unknown => "unknown",
    };
    (found, basis)
}

/// Fails unless a confirmation is true with the one page after it and false with the other.
fn check(command: &str, args: &Value, good: &WebTruth, bad: &WebTruth) {
    let before = page(&json!({}));
    for (after, expected) in [(good, "true"), (bad, "false")] {
        let found = judged((command, args), ("confirmed", ""), (&before, after));
        assert_eq!(found.0, expected, "{command} {args}");
    }
}

#[test]
fn fields_are_confirmed_falsely_where_they_hold_something_else() {
    let same = page(&json!({}));
    for (row, good, bad) in [
        (json!(["full name", "Bob"]), control("Full name", &json!({"value": "Bob"})), json!({})),
        (
            json!(["e7 textbox \"Full name\"", "Bob"]),
            control("Full name", &json!({"value": "Bob"})),
            control("Full name", &json!({"value": "BOB"})),
        ),
        (json!(["Terms", "yes"]), control("Terms", &json!({"checked": true})), json!({})),
        (json!(["radio \"Large\"", true]), control("Large", &json!({"checked": true})), json!({})),
        (json!(["Size", "l"]), control("Large", &json!({"checked": true})), json!({})),
        (
            json!(["Station", "Oslo"]),
            control("Station", &json!({"value": "Oslo", "choice": "Oslo"})),
            control("Station", &json!({"value": "Oslo"})),
        ),
    ] {
        check("fill_form", &json!({"fields": [row]}), &page(&good), &page(&bad));
    }
    let options = |chosen: bool| {
        page(&control(
            "Country",
            &json!({"options": [
                {"label": "choose", "value": "", "chosen": !chosen},
                {"label": "Norway", "value": "no", "chosen": chosen},
            ]}),
        ))
    };
    check("select_option", &json!({"field": "Country", "option": "Norway"}), &options(true), &options(false));
    let secret = page(&control("Secret word", &json!({"value": "tea"})));
    check("fill_password", &json!({"text": "tea"}), &secret, &same);
    let both = json!({"controls": {"Full name": {"value": "Bob"}, "Terms": {"checked": true}}});
    let one = page(&control("Full name", &json!({"value": "Bob"})));
    check("fill_form", &json!({"fields": [["Full name", "Bob"]]}), &one, &page(&both));
}

#[test]
fn pages_tabs_and_files_are_confirmed_falsely_where_they_are_not_there() {
    let same = page(&json!({}));
    let second = page(&json!({"id": "c", "url": "http://h/second", "title": "Second"}));
    let again = page(&json!({"id": "c"}));
    for (command, args, good) in [
        ("open_page", json!({"url": "http://h/second"}), &second),
        ("go_back", json!({}), &second),
        ("go_forward", json!({}), &second),
        ("reload", json!({}), &again),
        ("switch_tab", json!({"tab": "t2"}), &second),
    ] {
        check(command, &args, good, &same);
    }
    check("open_page", &json!({"url": "http://h/second"}), &second, &again);
    let alone = WebTruth { pages: ["a".to_owned()].into(), ..page(&json!({})) };
    check("close_tab", &json!({}), &alone, &same);
    let file = "/s/new.txt of 19 bytes (1f): \"a file of the site\\n\"";
    let other = with_files(&["/s/new.txt of 19 bytes (1f): \"another text\""], &[]);
    check("download", &json!({"file": "/s/new.txt"}), &with_files(&[file], &[]), &other);
    let picture = with_files(&["/s/a.png of 9 bytes (1f): \"\""], &["/s/a.png"]);
    let none = with_files(&["/s/a.png of 9 bytes (1f): \"\""], &[]);
    check("element_screenshot", &json!({"path": "/s/a.png", "name": "Press"}), &picture, &none);
    let held = |size: u32| {
        let files = json!([{"name": "letter.txt", "size": size}]);
        let files = page(&control("Attachment", &json!({"files": files})));
        WebTruth { files: ["/s/letter.txt of 9 bytes (1f): \"a letter\\n\"".to_owned()].into(), ..files }
    };
    check("upload_file", &json!({"path": "/s/letter.txt", "name": "Attachment"}), &held(9), &held(8));
    let answered = |answer: &str| page(&json!({"answers": [answer]}));
    check("answer_dialog", &json!({"answer": "accept", "text": "tea"}), &answered("tea"), &answered("null"));
    check("answer_dialog", &json!({"answer": "dismiss"}), &answered("false"), &same);
    let set = page(&control("Full name", &json!({"value": words::BY_SCRIPT})));
    check("run_script", &json!({"expression": words::SETTING}), &set, &same);
}

#[test]
fn what_is_read_of_a_page_is_compared_with_what_it_has() {
    let same = page(&json!({}));
    let scrolled = page(&json!({"scroll": [0, 90]}));
    let shown = "Effects of commands\n[textbox \"Full name\": Ann]";
    for (command, args, good, bad) in [
        (
            "find_elements",
            json!({}),
            "e1 textbox \"Full name\" = \"Ann\" at 1,2 3x4",
            "e1 textbox \"Full name\" = \"Bob\" at 1,2",
        ),
        (
            "find_elements",
            json!({}),
            "e1 checkbox \"Terms\" = \"not checked\" at",
            "e1 checkbox \"Terms\" = \"checked\" at",
        ),
        (
            "list_tabs",
            json!({}),
            "t1 \"Effects\" http://h/ (in front)\nt2 \"\" http://h/b",
            "t1 \"\" http://x/ (in front)\nt2",
        ),
        (
            "list_tabs",
            json!({}),
            "t1 \"Effects\" http://h/ (in front)\nt2 \"\" http://h/b",
            "t1 http://h/ (in front)",
        ),
        ("page_markdown", json!({}), shown, "Effects of commands"),
        ("page_markdown", json!({}), shown, "Effects of commands Ann The panel is open"),
        ("links", json!({}), "\"To the second\" http://h/second", "\"Home\" http://h/home"),
        ("run_script", json!({"expression": words::SUM}), "2", "3"),
        ("run_script", json!({"expression": words::TITLE}), "Effects", "Second"),
    ] {
        for (output, expected) in [(good, "true"), (bad, "false")] {
            let found = judged((command, &args), ("confirmed", output), (&same, &same));
            assert_eq!(found, (expected, Basis::Postcondition), "{command}: {output}");
        }
    }
    for (args, word, expected) in [
        (json!({"what": "text", "value": "effects OF"}), "confirmed", "true"),
        (json!({"what": "text", "value": "nothing"}), "confirmed", "false"),
        (json!({"what": "text", "value": "Effects"}), "no change", "false"),
        (json!({"what": "element", "value": "press"}), "no change", "false"),
        (json!({"what": "element", "value": "nothing"}), "no change", "true"),
        (json!({"what": "load"}), "confirmed", "true"),
    ] {
        assert_eq!(judged(("wait_for", &args), (word, ""), (&same, &same)).0, expected, "{args} {word}");
    }
    let args = json!({"name": "Press"});
    assert_eq!(judged(("find_elements", &args), ("no change", ""), (&same, &same)).0, "false");
    assert_eq!(judged(("links", &json!({"filter": "x"})), ("confirmed", ""), (&same, &scrolled)).0, "false");
}

#[test]
fn a_click_is_judged_by_its_element_and_by_what_anybody_would_see() {
    let before = page(&json!({}));
    let click = |name: &str| json!({"counts": {format!("click {name}"): [1, 0]}});
    let wrote = json!({"counts": {"click Press": [1, 0]}, "log": ["Press 1"]});
    let other = json!({"counts": {"click Dead": [1, 0]}, "log": ["Dead 1"]});
    let made = json!({"counts": {"click Press": [0, 1]}, "log": ["Press 1"]});
    let entered = json!({"counts": {"click Full name": [1, 0]}, "focus": "Full name"});
    let elsewhere = json!({"counts": {"click Full name": [1, 0]}, "focus": "Press"});
    for (name, after, word, expected) in [
        ("Press", &wrote, "confirmed", "true"),
        ("Press", &other, "confirmed", "false"),
        ("Press", &made, "confirmed", "false"),
        ("Press", &click("Press"), "confirmed", "false"),
        ("Press", &click("Press"), "no change", "true"),
        ("Press", &wrote, "no change", "false"),
        ("Press", &json!({}), "no change", "false"),
        ("Press", &json!({}), "refused", "true"),
        ("Press", &click("Press"), "refused", "false"),
        ("Full name", &entered, "focus", "true"),
        ("Full name", &elsewhere, "focus", "false"),
        ("Press", &wrote, "unverified", "unknown"),
    ] {
        let args = json!({"role": "button", "name": name});
        let found = judged(("click_element", &args), (word, ""), (&before, &page(after)));
        assert_eq!(found.0, expected, "{name} {after} {word}");
    }
    let dialog = WebTruth { dialog: true, ..page(&json!({})) };
    let args = json!({"name": "Press"});
    assert_eq!(judged(("click_element", &args), ("confirmed", ""), (&before, &dialog)).0, "true");
}

#[test]
fn what_is_refused_or_so_before_or_partial_leaves_what_it_says() {
    let (same, none) = (page(&json!({})), WebTruth::default());
    let bob = page(&control("Full name", &json!({"value": "Bob"})));
    let typed = page(&json!({"counts": {"input Full name": [1, 0]}}));
    let dialog = WebTruth { dialog: true, ..page(&json!({})) };
    let fill = ("fill_form", json!({"fields": [["Full name", "Bob"]]}));
    let keep = ("fill_form", json!({"fields": [["Full name", "Ann"]]}));
    for ((command, args), word, before, after, expected) in [
        (&fill, "refused", &same, &same, "true"),
        (&fill, "refused", &same, &typed, "false"),
        (&fill, "partial", &same, &typed, "true"),
        (&fill, "partial", &same, &same, "false"),
        (&fill, "partial", &same, &bob, "false"),
        (&fill, "no change", &same, &same, "false"),
        (&keep, "no change", &same, &same, "true"),
        (&keep, "no change", &same, &typed, "false"),
        (&fill, "confirmed", &same, &none, "unknown"),
        (&("answer_dialog", json!({"answer": "accept"})), "refused", &dialog, &dialog, "false"),
        (&("answer_dialog", json!({"answer": "accept"})), "refused", &same, &same, "true"),
        (&("links", json!({})), "partial", &same, &same, "true"),
        (&("reload", json!({})), "no change", &same, &page(&json!({"id": "c"})), "false"),
    ] {
        let found = judged((*command, args), (word, ""), (before, after));
        assert_eq!(found.0, expected, "{command} {args} {word}");
    }
}

#[test]
fn what_a_field_does_once_the_focus_leaves_it_is_no_change_of_another_call() {
    let left = page(&control("Station", &json!({"value": "Os"})));
    let found = judged(("links", &json!({"filter": "x"})), ("confirmed", ""), (&page(&json!({})), &left));
    assert_eq!(found, ("true", Basis::Change));
}
