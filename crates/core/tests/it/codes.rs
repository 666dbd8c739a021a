//! Tests of every refusal and no-change reason: its code, its sentence and its log format.

use deskpilot_core::{Divergence, Effect, Evidence, ExistingState, NoChangeReason, Outcome, Refusal, State};
use expect_test::expect;
use serde_json::{Value, json};

fn refusals() -> Vec<Refusal> {
    let text = || "x".to_owned();
    vec![
        Refusal::WindowGone(text()),
        Refusal::ControlGone(text()),
        Refusal::ControlChanged { expected: text(), found: "y".into() },
        Refusal::NotEnabled(text()),
        Refusal::Obscured { what: text(), by: "y".into() },
        Refusal::NotPossible { what: text(), why: "no".into() },
        Refusal::OutOfDate { what: text(), why: "no".into() },
        Refusal::NoAnswer { application: text(), millis: 9 },
        Refusal::NoSuchApplication { name: text(), close: vec!["y".into(), "z".into()] },
        Refusal::NotStarted { name: text(), why: "no".into() },
        Refusal::NotRun { program: text(), why: "no".into() },
        Refusal::Taken { window: text(), task: "t".into(), process: 7 },
        Refusal::HandsTaken { process: 7 },
        Refusal::OffLimits("closed".into()),
        Refusal::NoSuchCommand(text()),
        Refusal::BadArgument { name: "argv".into(), must: "a list".into() },
        Refusal::NotGrounded("no".into()),
        Refusal::DesktopLost("no".into()),
        Refusal::NoControl,
        Refusal::NotForDesktop,
        Refusal::FieldShows,
        Refusal::NoSecret("there is none".into()),
        Refusal::SecretBound { name: text(), bound_to: "mail".into(), here: Some("chat".into()) },
        Refusal::SecretBound { name: text(), bound_to: "mail".into(), here: None },
        Refusal::HoldsSecret { what: text(), secret: "{{secret:y}}".into() },
        Refusal::NoSuchAgent(text()),
        Refusal::AgentNotStarted,
        Refusal::NotAllowed("the user said no".into()),
        Refusal::NotDone(Divergence::OnlyPictured(text())),
        Refusal::NotDone(Divergence::Dialog(text())),
        Refusal::Recorded("as it was said then".into()),
    ]
}

fn unchanged() -> Vec<NoChangeReason> {
    vec![
        NoChangeReason::AlreadySo(ExistingState::State(State::Checked, true)),
        NoChangeReason::AlreadySo(ExistingState::State(State::Checked, false)),
        NoChangeReason::AlreadySo(ExistingState::Chosen("x".into())),
        NoChangeReason::AlreadySo(ExistingState::Number(4.0)),
        NoChangeReason::AlreadySo(ExistingState::Text("x".into())),
        NoChangeReason::AlreadySo(ExistingState::Reported("A1 held this".into())),
        NoChangeReason::AlreadySo(ExistingState::Recorded("so".into())),
        NoChangeReason::Same(Evidence::NOTHING),
        NoChangeReason::NotShown { text: "x".into(), millis: 9 },
        NoChangeReason::ShownBefore { text: "x".into(), control: "y".into(), millis: 9 },
        NoChangeReason::NotFound("x".into()),
        NoChangeReason::DialogFirst { text: "x".into(), dialog: "y".into() },
        NoChangeReason::NotFocused("x".into()),
        NoChangeReason::Reverted(ExistingState::Text("x".into())),
        NoChangeReason::Reverted(ExistingState::State(State::Checked, false)),
    ]
}

fn effects() -> impl Iterator<Item = Effect> {
    let refused = refusals().into_iter().map(Effect::Refused);
    refused.chain(unchanged().into_iter().map(Effect::NoChange))
}

fn shown(of: impl Fn(&Effect) -> String) -> String {
    effects().map(|effect| of(&effect) + "\n").collect()
}

#[test]
fn each_has_its_code_and_its_sentence() {
    expect![[r#"
        "window_gone": refused: the window "x" is gone
        "control_gone": refused: x is no longer there; look again
        "control_changed": refused: x is now y; look again
        "not_enabled": refused: x is not enabled
        "obscured": refused: x is covered by y
        "not_possible": refused: x cannot do this: no
        "out_of_date": refused: x cannot do this: no; look again
        "no_answer": refused: x did not answer within 9 ms
        "no_such_application": refused: there is no application "x" here; did you mean y or z?
        "not_started": refused: x did not start: no
        "not_started": refused: x cannot be run: no
        "taken": refused: x is in use: process 7 works there on "t"; wait until it is done, or work in another window
        "hands_taken": refused: the pointer and the keyboard are in use by process 7; try again in a moment
        "off_limits": refused: closed
        "no_such_command": refused: there is no command x
        "bad_argument": refused: argv must be a list
        "not_grounded": refused: the picture was not searched: no
        "desktop_lost": refused: the desktop is gone: no
        "no_control": refused: there is no control to read: name one by its label
        "not_for_desktop": refused: the desktop cannot do this: it is for another agent
        "field_shows": refused: the field no longer hides its input; look again
        "no_secret": refused: there is none
        "secret_bound": refused: the secret x is for mail, and this is chat
        "secret_bound": refused: the secret x is for mail, and the origin of this page is unknown
        "holds_secret": refused: {{secret:y}} stands in x, so nothing there is read, selected, copied or dragged; replace the whole text, or click another control and go on there
        "no_such_agent": refused: there is no agent x now
        "agent_not_started": refused: it could not be started
        "not_allowed": refused: the user said no
        "out_of_date": refused: not done: x is known from the picture only: look again first
        "not_done": refused: not done: x opened
        null: refused: as it was said then
        "already_so": no change: already checked
        "already_so": no change: already not checked
        "already_so": no change: already "x" chosen
        "already_so": no change: already 4
        "already_so": no change: already "x"
        "already_so": no change: A1 held this
        "already_so": no change: already so
        "same": no change: all controls are as they were
        "not_shown": no change: "x" is not shown after 9 ms
        "not_shown": no change: "x" did not appear within 9 ms; only y shows it, as before
        "not_found": no change: the application reports no control with the text "x"
        "dialog_first": no change: "x" is not shown, and y has opened; answer it first
        "not_focused": no change: the focus is not on x
        "reverted": no change: confirmed, then reverted to "x"
        "reverted": no change: confirmed, then reverted to not checked
    "#]].assert_eq(&shown(|effect| format!("{}: {effect}", json!(effect.code()))));
}

#[test]
fn a_log_has_the_sentence_and_the_code_with_its_data() {
    expect![[r#"
        {"effect":{"refused":"the window \"x\" is gone"},"refusal":{"window_gone":"x"},"output":null}
        {"effect":{"refused":"x is no longer there; look again"},"refusal":{"control_gone":"x"},"output":null}
        {"effect":{"refused":"x is now y; look again"},"refusal":{"control_changed":{"expected":"x","found":"y"}},"output":null}
        {"effect":{"refused":"x is not enabled"},"refusal":{"not_enabled":"x"},"output":null}
        {"effect":{"refused":"x is covered by y"},"refusal":{"obscured":{"what":"x","by":"y"}},"output":null}
        {"effect":{"refused":"x cannot do this: no"},"refusal":{"not_possible":{"what":"x","why":"no"}},"output":null}
        {"effect":{"refused":"x cannot do this: no; look again"},"refusal":{"out_of_date":{"what":"x","why":"no"}},"output":null}
        {"effect":{"refused":"x did not answer within 9 ms"},"refusal":{"no_answer":{"application":"x","millis":9}},"output":null}
        {"effect":{"refused":"there is no application \"x\" here; did you mean y or z?"},"refusal":{"no_such_application":{"name":"x","close":["y","z"]}},"output":null}
        {"effect":{"refused":"x did not start: no"},"refusal":{"not_started":{"name":"x","why":"no"}},"output":null}
        {"effect":{"refused":"x cannot be run: no"},"refusal":{"not_run":{"program":"x","why":"no"}},"output":null}
        {"effect":{"refused":"x is in use: process 7 works there on \"t\"; wait until it is done, or work in another window"},"refusal":{"taken":{"window":"x","task":"t","process":7}},"output":null}
        {"effect":{"refused":"the pointer and the keyboard are in use by process 7; try again in a moment"},"refusal":{"hands_taken":{"process":7}},"output":null}
        {"effect":{"refused":"closed"},"refusal":{"off_limits":"closed"},"output":null}
        {"effect":{"refused":"there is no command x"},"refusal":{"no_such_command":"x"},"output":null}
        {"effect":{"refused":"argv must be a list"},"refusal":{"bad_argument":{"name":"argv","must":"a list"}},"output":null}
        {"effect":{"refused":"the picture was not searched: no"},"refusal":{"not_grounded":"no"},"output":null}
        {"effect":{"refused":"the desktop is gone: no"},"refusal":{"desktop_lost":"no"},"output":null}
        {"effect":{"refused":"there is no control to read: name one by its label"},"refusal":"no_control","output":null}
        {"effect":{"refused":"the desktop cannot do this: it is for another agent"},"refusal":"not_for_desktop","output":null}
        {"effect":{"refused":"the field no longer hides its input; look again"},"refusal":"field_shows","output":null}
        {"effect":{"refused":"there is none"},"refusal":{"no_secret":"there is none"},"output":null}
        {"effect":{"refused":"the secret x is for mail, and this is chat"},"refusal":{"secret_bound":{"name":"x","bound_to":"mail","here":"chat"}},"output":null}
        {"effect":{"refused":"the secret x is for mail, and the origin of this page is unknown"},"refusal":{"secret_bound":{"name":"x","bound_to":"mail","here":null}},"output":null}
        {"effect":{"refused":"{{secret:y}} stands in x, so nothing there is read, selected, copied or dragged; replace the whole text, or click another control and go on there"},"refusal":{"holds_secret":{"what":"x","secret":"{{secret:y}}"}},"output":null}
        {"effect":{"refused":"there is no agent x now"},"refusal":{"no_such_agent":"x"},"output":null}
        {"effect":{"refused":"it could not be started"},"refusal":"agent_not_started","output":null}
        {"effect":{"refused":"the user said no"},"refusal":{"not_allowed":"the user said no"},"output":null}
        {"effect":{"refused":"not done: x is known from the picture only: look again first"},"refusal":{"not_done":{"only_pictured":"x"}},"output":null}
        {"effect":{"refused":"not done: x opened"},"refusal":{"not_done":{"dialog":"x"}},"output":null}
        {"effect":{"refused":"as it was said then"},"output":null}
        {"effect":{"no_change":{"reported":"already checked"}},"unchanged":{"already_so":{"state":["checked",true]}},"output":null}
        {"effect":{"no_change":{"reported":"already not checked"}},"unchanged":{"already_so":{"state":["checked",false]}},"output":null}
        {"effect":{"no_change":{"reported":"already \"x\" chosen"}},"unchanged":{"already_so":{"chosen":"x"}},"output":null}
        {"effect":{"no_change":{"reported":"already 4"}},"unchanged":{"already_so":{"number":4.0}},"output":null}
        {"effect":{"no_change":{"reported":"already \"x\""}},"unchanged":{"already_so":{"text":"x"}},"output":null}
        {"effect":{"no_change":{"reported":"A1 held this"}},"unchanged":{"already_so":{"reported":"A1 held this"}},"output":null}
        {"effect":{"no_change":{"reported":"already so"}},"output":null}
        {"effect":{"no_change":{"controls":{"added":0,"removed":0,"changed":0}}},"output":null}
        {"effect":{"no_change":{"reported":"\"x\" is not shown after 9 ms"}},"unchanged":{"not_shown":{"text":"x","millis":9}},"output":null}
        {"effect":{"no_change":{"reported":"\"x\" did not appear within 9 ms; only y shows it, as before"}},"unchanged":{"shown_before":{"text":"x","control":"y","millis":9}},"output":null}
        {"effect":{"no_change":{"reported":"the application reports no control with the text \"x\""}},"unchanged":{"not_found":"x"},"output":null}
        {"effect":{"no_change":{"reported":"\"x\" is not shown, and y has opened; answer it first"}},"unchanged":{"dialog_first":{"text":"x","dialog":"y"}},"output":null}
        {"effect":{"no_change":{"reported":"the focus is not on x"}},"unchanged":{"not_focused":"x"},"output":null}
        {"effect":{"no_change":{"reported":"confirmed, then reverted to \"x\""}},"unchanged":{"reverted":{"text":"x"}},"output":null}
        {"effect":{"no_change":{"reported":"confirmed, then reverted to not checked"}},"unchanged":{"reverted":{"state":["checked",false]}},"output":null}
    "#]].assert_eq(&shown(|effect| json!(Outcome::from(effect.clone())).to_string()));
}

#[test]
fn outcomes_survive_a_round_trip() {
    for effect in effects() {
        let outcome = Outcome::from(effect);
        let written = serde_json::to_string(&outcome).unwrap();
        assert_eq!(serde_json::from_str::<Outcome>(&written).unwrap(), outcome, "{written}");
    }
}

#[test]
fn a_log_without_codes_is_read_for_its_sentences_and_written_with_the_same_meaning() {
    let refused = |sentence: &str| Effect::Refused(Refusal::Recorded(sentence.into()));
    let is = |evidence| Effect::NoChange(NoChangeReason::Same(evidence));
    let so = |what: &str| Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::Recorded(what.into())));
    for (written, expected) in [
        (json!({"refused": "OK is covered by x"}), refused("OK is covered by x")),
        (json!({"no_change": {"exit_code": 1}}), is(Evidence::ExitCode(1))),
        (json!({"no_change": {"state": "already checked"}}), so("checked")),
        (json!({"no_change": {"state": "not checked"}}), is(Evidence::Reported("not checked".into()))),
        (json!({"no_change": "accepted"}), is(Evidence::Accepted)),
    ] {
        let written = json!({"effect": written, "output": null});
        let outcome: Outcome = serde_json::from_value(written.clone()).unwrap();
        assert_eq!(outcome.effect, expected, "{written}");
        let again: Outcome = serde_json::from_value(serde_json::to_value(&outcome).unwrap()).unwrap();
        assert_eq!(again, outcome);
    }
}

#[test]
fn a_code_is_the_key_of_its_data_in_a_log() {
    // Two refusals share a code and have different keys in a log.
    let code_of = |key: &str| if key == "not_run" { "not_started".to_owned() } else { key.to_owned() };
    for refusal in refusals() {
        let key = match serde_json::to_value(&refusal).unwrap() {
            Value::String(key) => key,
            Value::Object(object) => object.keys().next().unwrap().clone(),
            other => panic!("{other}"),
        };
        let is_seen_in_picture = refusal == Refusal::NotDone(Divergence::OnlyPictured("x".into()));
        let Some(code) = refusal.code().filter(|_| !is_seen_in_picture) else { continue };
        assert_eq!(json!(code), json!(code_of(&key)), "{refusal:?}");
    }
}
