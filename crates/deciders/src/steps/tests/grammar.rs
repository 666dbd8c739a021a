//! Tests of the table of steps, and of the complaint about a step that is not understood.

use crate::steps::{
    grammar::{FORMS, form_of, parse_step},
    split::parse_steps,
};

#[test]
fn every_example_is_read_by_its_own_form_and_reads_back() {
    for form in FORMS {
        let read = parse_step(form.example).unwrap();
        assert_eq!(form_of(form.example).unwrap().0.syntax, form.syntax);
        assert_eq!(parse_step(&read.to_string()), Ok(read), "{}", form.example);
        assert!(form.doc.ends_with('.'), "{}", form.syntax);
    }
}

#[test]
fn no_two_forms_begin_alike() {
    let mut words: Vec<&str> = FORMS.iter().flat_map(|form| form.verbs).copied().collect();
    words.sort_unstable();
    let count = words.len();
    words.dedup();
    assert_eq!(words.len(), count);
}

#[test]
fn a_step_that_is_not_understood_is_quoted_with_what_would_be() {
    for (text, expected) in [
        (
            "frobnicate the knob",
            "I do not understand the step \"frobnicate the knob\": it begins with no verb that I know, such as open, click,",
        ),
        ("klick the button", "did you mean `click`, as in `click the button`?"),
        ("opne the door", "did you mean `open`, as in `open the door`?"),
        ("watch the film", "\"watch the film\": it begins with no verb that I know"),
        ("get the rows", "\"get the rows\": it begins with no verb that I know"),
        ("count the rows", "\"count the rows\": it begins with no verb that I know"),
        ("wait for", "say what to wait for; an example is `wait for \"Done\" at most 60 seconds`"),
        ("open the door. dance", "I do not understand the step \"dance\""),
        ("Öffnete den Taschenrechner", "choose a language model for requests in free text"),
        ("compute six", "\"six\" is no number and no operator"),
        ("checkmate", "I do not understand"),
    ] {
        let error = parse_steps(text).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
