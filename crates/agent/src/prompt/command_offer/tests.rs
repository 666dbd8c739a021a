//! Text, schema and reader agree, whatever commands are at hand and whatever was asked about.

use super::*;
use crate::{
    fixtures::{control, window},
    prompt::{app_contract, app_system},
    reply::{COMPOUND_COMMANDS, OPERATOR_COMMANDS, UI_COMMANDS, read_app},
};
use deskpilot_core::{AppView, Label, Param, ParamKind, Presence, Role};
use deskpilot_deciders::ActionLimit;
use deskpilot_model::ModelSize;
use deskpilot_testkit::Dice;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const KINDS: &[ParamKind] = &[
    ParamKind::Text,
    ParamKind::Number,
    ParamKind::Flag,
    ParamKind::Texts,
    ParamKind::Rows,
    ParamKind::Range,
];

fn spec(name: &str, params: Vec<Param>) -> Arc<CommandSpec> {
    Arc::new(CommandSpec {
        name: name.to_owned().into(),
        doc: format!("Does {}. Nothing else is different afterwards.", name.replace('_', " ")).into(),
        params: params.into(),
        side_effects: SideEffects::Changes,
    })
}

fn param(name: &str, kind: ParamKind, presence: Presence) -> Param {
    Param { name: name.to_owned().into(), doc: "which ones".into(), kind, presence }
}

fn numbered(count: usize) -> Vec<Arc<CommandSpec>> {
    let cells = || vec![param("cells", ParamKind::Range, Presence::Required)];
    (0..count).map(|at| spec(&format!("command_{at:03}"), cells())).collect()
}

/// The offer after these questions.
fn offer_after<'a>(native: &'a [Arc<CommandSpec>], questions: &[&str]) -> CommandOffer<'a> {
    CommandOffer::new(native, OfferContext { questions, ..OfferContext::default() })
}

/// The native commands that the prompt describes in full or in a line.
fn explained(offer: &CommandOffer<'_>) -> Vec<String> {
    offer.described.iter().chain(&offer.in_short).map(|it| it.name.to_string()).collect()
}

fn callable(offer: &CommandOffer<'_>) -> BTreeSet<String> {
    offer.callable().map(|it| it.name.to_string()).collect()
}

/// The functions that the prompt's text describes or names.
fn in_text(system: &str) -> BTreeSet<String> {
    let described = system.lines().filter_map(|it| it.strip_prefix("- ")?.split(['(', ':', '.']).next());
    let named = system.split_once("Further functions;").and_then(|(_, rest)| rest.lines().nth(1));
    let named = named.unwrap_or_default().split(" … and ").next().unwrap_or_default().split(", ");
    let is_name = |it: &&str| !it.is_empty() && !it.contains(' ');
    described.chain(named).filter(is_name).map(str::to_owned).collect()
}

/// The functions that the schema lets a model write.
fn in_schema(schema: &Value) -> BTreeSet<String> {
    let names = schema["properties"]["ActionList"]["items"]["properties"]["Function"]["enum"].as_array();
    names.into_iter().flatten().filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

/// Whether the reader lets a reply call the function, with arguments that its specification takes.
fn is_read(name: &str, params: &[Param], offer: &CommandOffer<'_>) -> bool {
    let edit = control(Role::Edit, "Text");
    let view =
        AppView::of(window(1, "t", "a"), vec![deskpilot_core::Control { label: Some(Label(1)), ..edit }]);
    let args: serde_json::Map<String, Value> =
        params.iter().map(|it| (it.name.to_string(), argument(&it.kind))).collect();
    let action = json!({"ControlLabel": "1", "ControlText": "Text", "Function": name, "Args": args});
    let reply = json!({"Status": "CONTINUE", "ActionList": [action]}).to_string();
    match read_app(&reply, &view, offer) {
        Ok(_) => true,
        Err(why) => !why.as_str().contains("there is no function"),
    }
}

fn argument(kind: &ParamKind) -> Value {
    match kind {
        ParamKind::Number => json!(1),
        ParamKind::Flag => json!(true),
        ParamKind::Texts | ParamKind::Paths(_) | ParamKind::Argv => json!(["1"]),
        ParamKind::Rows => json!([["a"]]),
        ParamKind::OneOf(words) => json!(words.first()),
        _ => json!("A1"),
    }
}

#[test]
fn text_schema_and_reader_agree_in_random_scenes() {
    let parts = ["read", "insert", "cells", "table", "page", "note", "sort", "save_as", "texts", "export"];
    let applications = [None, Some("libreoffice-calc"), Some("firefox"), Some("editor")];
    let subtasks = ["", "Read the table, sort the notes and save the page", "export cells"];
    for seed in 0..40 {
        let mut dice = Dice::of(seed);
        let (application, subtask) = (*dice.one_of(&applications).unwrap(), *dice.one_of(&subtasks).unwrap());
        let count = [0, 1, 5, 40, 150][dice.below(5)];
        let mut native: Vec<Arc<CommandSpec>> = Vec::new();
        for at in 0..count {
            let stem = dice.one_of(&parts).unwrap();
            let name = if dice.one_in(12) { (*stem).to_owned() } else { format!("{stem}_{at}") };
            let params = (0..dice.below(4)).map(|nth| {
                let presence = if dice.one_in(2) { Presence::Required } else { Presence::Optional };
                param(&format!("p{nth}"), dice.one_of(KINDS).unwrap().clone(), presence)
            });
            let spec = spec(&name, params.collect());
            if native.iter().all(|it| it.name != spec.name) {
                native.push(spec);
            }
        }
        let mut questions: Vec<String> = Vec::new();
        let mut before = BTreeSet::new();
        for _ in 0..4 {
            let asked: Vec<&str> = questions.iter().map(String::as_str).collect();
            let offer = CommandOffer::new(&native, OfferContext { application, subtask, questions: &asked });
            let offered = callable(&offer);
            assert!(before.is_subset(&offered), "seed {seed}: {:?}", before.difference(&offered));
            assert_eq!(in_schema(&app_contract(&offer, ActionLimit::Several).schema), offered, "seed {seed}");
            for size in [ModelSize::Full, ModelSize::Small] {
                let system = app_system(size, &offer, ActionLimit::Several);
                assert_eq!(in_text(&system), offered, "seed {seed}, {size:?}");
            }
            let known = native.iter().map(AsRef::as_ref).chain(UI_COMMANDS.iter().map(|it| &it.spec));
            let known = known.chain(COMPOUND_COMMANDS.iter().map(|it| &it.spec));
            let known =
                known.chain(OPERATOR_COMMANDS.iter().map(|it| &it.spec)).chain([&DESCRIBE_COMMAND.spec]);
            for spec in known {
                let is_offered = offered.contains(spec.name.as_ref());
                let own = offer.callable().find(|it| it.name == spec.name).unwrap_or(spec);
                assert_eq!(
                    is_read(&spec.name, &own.params, &offer),
                    is_offered,
                    "seed {seed}: {}",
                    spec.name
                );
            }
            // What is asked about is offered, whatever else is.
            if let Some(words) = questions.last() {
                let found = asked_about(&[words], &all_commands(&native, application));
                assert!(found.iter().all(|it| offered.contains(it.name.as_ref())), "seed {seed}: {words}");
            }
            before = offered;
            let word = *dice.one_of(&parts).unwrap();
            questions.push(match native.len() {
                0 => word.to_owned(),
                count => [native[dice.below(count)].name.as_ref(), word][dice.below(2)].to_owned(),
            });
        }
    }
}

#[test]
fn a_prompt_stays_short_whatever_is_at_hand_and_asked_about() {
    let plain = app_system(ModelSize::Full, &offer_after(&[], &[]), ActionLimit::Several).len();
    let native = numbered(400);
    let added = |questions: &[&str]| {
        app_system(ModelSize::Full, &offer_after(&native, questions), ActionLimit::Several).len() - plain
    };
    let direct = 400;
    let first = BYTES_OF_LINES + BYTES_OF_NAMES + direct;
    assert!(added(&[]) < first, "{}", added(&[]));
    let all: Vec<&str> = native.iter().map(|it| it.name.as_ref()).collect();
    // Those that were asked about long ago are named only.
    let names: usize = all.iter().map(|it| it.len() + ", ".len()).sum();
    assert!(added(&all) < first + BYTES_OF_ASKED + names, "{}", added(&all));
}

#[test]
fn what_was_asked_about_is_described_and_what_was_described_stays() {
    let native = numbered(400);
    let described = |questions: &[&str]| explained(&offer_after(&native, questions));
    let first = described(&[]);
    assert!(first.len() > 3 && first[..2] == ["command_000", "command_001"], "{first:?}");
    let seven: Vec<String> = (100..107).map(|at| format!("command_{at}")).collect();
    let asked: Vec<&str> = seven.iter().map(String::as_str).collect();
    let now = described(&asked);
    assert!(first.iter().chain(&seven).all(|it| now.contains(it)), "{now:?}");
    let at_once = described(&[&seven.join(", ")]);
    assert!(first.iter().chain(&seven).all(|it| at_once.contains(it)), "{at_once:?}");
    let long = Arc::new(CommandSpec { doc: "x".repeat(3 * BYTES_OF_ASKED).into(), ..(*native[1]).clone() });
    let alone = offer_after(std::slice::from_ref(&long), &["command_001"]);
    assert_eq!((alone.described.len(), alone.omitted), (1, 0));
}

#[test]
fn what_an_application_offers_by_itself_crowds_out_no_command_of_a_table() {
    const RUNS: CommandSpec = CommandSpec {
        name: std::borrow::Cow::Borrowed("run_it"),
        doc: std::borrow::Cow::Borrowed("Runs it."),
        params: std::borrow::Cow::Borrowed(&[]),
        side_effects: SideEffects::Changes,
    };
    let mut native = numbered(400);
    native.push(Arc::new(RUNS));
    let offer = offer_after(&native, &[]);
    assert!(offer.omitted > 0 && offer.accepts("run_it"));
}

#[test]
fn a_native_command_takes_the_place_of_a_general_one_of_its_name() {
    let native = ["set_cells", "sort_cells"].map(|it| spec(it, Vec::new()));
    let offer = offer_after(&native, &[]);
    let count = |name: &str| offer.callable().filter(|it| it.name == name).count();
    assert_eq!(["set_cells", "sort_cells", "save_as"].map(count), [1, 1, 1]);
    assert!(std::ptr::eq(offer.described().next().unwrap(), native[0].as_ref()));
    assert!(offer.has_direct() && !offer_after(&[], &[]).has_direct());
    let asked = offer_after(&[], &["edit_note"]);
    let lines: Vec<String> = asked.descriptions().collect();
    assert!(lines.iter().any(|it| it.starts_with("edit_note: ") && it.contains(" Args: ")), "{lines:?}");
    assert!(lines.iter().any(|it| it.starts_with("check([checked: boolean]): ")), "{lines:?}");
    assert!(!asked.names().unwrap_or_default().contains("edit_note"));
}

#[test]
fn more_of_a_note_can_be_had_where_one_is_cut_and_only_there() {
    for (length, is_offered) in [(100, false), (9_000, true)] {
        let mut board = Blackboard::default();
        board.notes.insert("letter".into(), "x".repeat(length));
        let offer = CommandOffer::new(&[], OfferContext::default()).with_notes(&board);
        let (text, schema) = (
            in_text(&app_system(ModelSize::Full, &offer, ActionLimit::Several)),
            in_schema(&app_contract(&offer, ActionLimit::Several).schema),
        );
        let has = |names: &BTreeSet<String>| names.contains("show_note");
        assert_eq!([has(&text), has(&schema), has(&callable(&offer))], [is_offered; 3], "{length}");
        assert_eq!(is_read("show_note", &SHOW_NOTE.spec.params, &offer), is_offered, "{length}");
    }
}

#[test]
fn a_description_is_of_what_the_words_mean_and_never_a_refusal() {
    let native = ["sum", "sum_if", "sort"].map(|it| spec(it, Vec::new()));
    for (words, expected) in [
        ("sum", "confirmed: described: 1 => sum: Does sum. Nothing else is different afterwards."),
        (
            "sort, sum_if",
            "confirmed: described: 2 => sort: Does sort. Nothing else is different afterwards.\nsum_if: Does sum if. \
             Nothing else is different afterwards.",
        ),
        (
            "plot",
            "confirmed: described: 0 => in this window no function is called \"plot\" or does that; the functions are sum, sum_if",
        ),
    ] {
        let Outcome { effect, output, .. } = describe(words, &native, "editor");
        let description = format!("{effect} => {}", output.unwrap_or_default());
        assert!(description.starts_with(expected), "{description}");
    }
}

#[test]
fn what_the_subtask_is_about_gets_a_line_with_its_arguments() {
    let mut native = numbered(60);
    let chart = vec![
        param("range", ParamKind::Range, Presence::Required),
        param("title", ParamKind::Text, Presence::Optional),
    ];
    native.push(spec("insert_chart", chart));
    let subtask = "Write the totals, and add a diagram of them";
    let offer = |subtask, questions| {
        CommandOffer::new(&native, OfferContext { application: Some("sheets"), subtask, questions })
    };
    let about = offer(subtask, &[]);
    let system = app_system(ModelSize::Full, &about, ActionLimit::Several);
    assert!(system.contains("\n- insert_chart(range, [title]): Does insert chart.\n"), "{system}");
    // What is not meant is described in the order of the tables.
    let mut others = explained(&about);
    others.retain(|it| it.starts_with("command_"));
    assert!(others[..2] == ["command_000", "command_001"], "{others:?}");
    assert!(!explained(&offer("", &[])).contains(&"insert_chart".to_owned()));
    // A question adds a description and takes no line away.
    let asked = offer(subtask, &["command_055", "insert_chart"]);
    assert!(explained(&about).iter().all(|it| explained(&asked).contains(it)), "{:?}", explained(&asked));
    assert!(!asked.in_short().any(|it| it.name == "insert_chart"));
    assert_eq!(callable(&about), callable(&asked));
}

#[test]
fn commands_that_do_not_serve_the_window_are_neither_offered_nor_read_nor_described() {
    for (application, expected) in [
        (Some("libreoffice-calc"), [true, true, true]),
        (Some("libreoffice-writer"), [true, false, true]),
        (Some("mousepad"), [true, false, true]),
        (Some("firefox-esr"), [false, false, true]),
        (None, [true, true, true]),
    ] {
        let offer = CommandOffer::new(&[], OfferContext { application, ..OfferContext::default() });
        for (command, is_offered) in COMPOUND_COMMANDS.iter().zip(expected) {
            let name = command.spec.name.as_ref();
            assert_eq!(callable(&offer).contains(name), is_offered, "{name} in {application:?}");
            assert_eq!(is_read(name, &command.spec.params, &offer), is_offered, "{name} in {application:?}");
            let Some(application) = application else { continue };
            let output = describe(name, &[], application).output.unwrap_or_default();
            assert_eq!(output.starts_with(&format!("{name}: ")), is_offered, "{name} in {application}");
        }
    }
}

#[test]
fn a_name_in_another_case_is_the_command() {
    let native = ["sum_cells"].map(|it| spec(it, Vec::new()));
    assert!(is_read("Sum_Cells", &[], &offer_after(&native, &[])));
}
