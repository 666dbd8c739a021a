//! Windows on the left, their texts on the right; and what holds for every window.

mod sheets;

use super::testing::control;
use super::*;
use crate::label_controls;
use deskpilot_core::{ControlLine, ControlSource, Label, NodeId, Rect, Role, State, States};
use deskpilot_testkit::tries_all;
use proptest::prelude::*;

/// A window with a tool bar, a long list, an open menu, a dialog, texts and a field with the focus.
fn busy() -> Vec<Control> {
    let at =
        |control: Control, x, y, width, height| Control { rect: Rect::new(x, y, width, height), ..control };
    let mut controls = vec![
        at(control(Role::ToolBar, "Main"), 0, 0, 400, 30),
        at(control(Role::Button, "Save"), 0, 0, 30, 30),
        at(control(Role::Button, "Print"), 30, 0, 30, 30),
        at(control(Role::ToggleButton, "Bold"), 60, 0, 30, 30),
        at(control(Role::List, "Fonts"), 0, 40, 200, 600),
    ];
    controls
        .extend((0..30).map(|n| at(control(Role::ListItem, &format!("Font {n}")), 0, 40 + n * 20, 200, 20)));
    controls.extend([
        at(control(Role::Text, "Name:"), 210, 40, 40, 20),
        at(Control { value: Some("me".into()), ..control(Role::Edit, "") }, 250, 40, 90, 20),
        at(control(Role::Text, "Ready"), 0, 780, 90, 20),
        at(control(Role::Menu, "File"), 500, 0, 40, 20),
        at(control(Role::MenuItem, "Open…"), 500, 20, 90, 20),
        at(control(Role::Dialog, "Sure?"), 300, 300, 200, 100),
        at(control(Role::Button, "Yes"), 310, 310, 50, 20),
        at(control(Role::Button, "No"), 370, 310, 50, 20),
    ]);
    controls[36].states = [State::Enabled, State::Focused, State::Editable].into_iter().collect();
    controls[2].states = States::default();
    label_controls(controls)
}

fn shown(controls: &[Control], change: impl FnOnce(&mut ViewOptions), wanted: ViewRequest<'_>) -> TextView {
    let mut options = ViewOptions::default();
    change(&mut options);
    text_view(controls, &ViewRequest { options: &options, ..wanted })
}

fn nothing<'a>(options: &'a ViewOptions) -> ViewRequest<'a> {
    ViewRequest {
        about: &[],
        expand: &[],
        include: &[],
        find: &[],
        levels: &[],
        truncated: None,
        beyond: BeyondView::default(),
        similarity: &SpellingSimilarity,
        options,
    }
}

#[test]
fn a_window_is_described_in_few_words() {
    let options = ViewOptions::default();
    let truncated = Truncation { reason: "deadline of 1500 ms".into(), unread: Some(7) };
    let wanted = ViewRequest { truncated: Some(&truncated), ..nothing(&options) };
    let view = shown(&busy(), |_| {}, wanted);
    let expected = "\
focus: 33
Dialog \"Sure?\"
 36 Button \"Yes\"
 37 Button \"No\"
34 Menu \"File\"
 35 \"Open…\"
ToolBar \"Main\"
 1 \"Save\"
 \"Print\" [disabled]
 2 ToggleButton \"Bold\"
List \"Fonts\"
 3 \"Font 0\"
 4 \"Font 1\"";
    assert!(view.text.starts_with(expected), "{}", view.text);
    let end = "\
 22 \"Font 19\"
 … 10 more ListItem: show_more 23
Text \"Name:\"
33 Edit [focused,editable] = \"me\"
Text \"Ready\"
… not all was read: deadline of 1500 ms, 7 controls unread";
    assert!(view.text.ends_with(end), "{}", view.text);
    assert_eq!(view.left_out, 10);
}

#[test]
fn what_of_a_page_is_out_of_view_is_counted() {
    let options = ViewOptions::default();
    for (beyond, expected) in [
        (BeyondView { above: 0, below: 40, in_part: false }, "40 below"),
        (BeyondView { above: 3, below: 40, in_part: true }, "at least 40 below, 3 above"),
        (BeyondView { above: 3, below: 0, in_part: false }, "3 above"),
    ] {
        let view = shown(&busy(), |_| {}, ViewRequest { beyond, ..nothing(&options) });
        let note =
            format!("\n… controls of the page out of view: {expected}: scroll, or find_elements lists them");
        assert!(view.text.ends_with(&note), "{}", view.text);
    }
    let view = shown(&busy(), |_| {}, nothing(&options));
    assert!(!view.text.contains("out of view"), "{}", view.text);
}

/// The labels in a text, in their order.
fn labels(view: &TextView) -> Vec<u32> {
    ControlLine::parse_listing(&view.text).into_iter().filter_map(|it| it.label).map(|it| it.0).collect()
}

#[test]
fn what_matters_is_what_stays() {
    let controls = busy();
    let font = controls[33].clone();
    let list = controls[4].clone();
    let sought = vec!["FONT 2".to_owned()];
    let none = vec!["Quit".to_owned()];
    let options = ViewOptions::default();
    let blank = nothing(&options);
    let about: &[&str] = &["choose Font 28", "make it bold"];
    for (tokens, wanted, has, has_not) in [
        (110, blank, &[33, 36, 37][..], &[22][..]),
        (150, ViewRequest { about, ..blank }, &[33, 36, 37, 35, 31], &[22]),
        (1500, blank, &[3, 22, 33], &[23, 31]),
        (1500, ViewRequest { about, ..blank }, &[31, 2], &[29]),
        (1500, ViewRequest { find: &sought, ..blank }, &[23, 30, 31, 32], &[]),
        (1500, ViewRequest { expand: std::slice::from_ref(&font), ..blank }, &[3, 23, 32], &[]),
        (1500, ViewRequest { expand: std::slice::from_ref(&list), ..blank }, &[3, 23, 32], &[]),
        (1500, ViewRequest { include: std::slice::from_ref(&font), ..blank }, &[31], &[30]),
    ] {
        let view = shown(&controls, |options| options.tokens = tokens, wanted);
        let labels = labels(&view);
        let is_right =
            has.iter().all(|it| labels.contains(it)) && !has_not.iter().any(|it| labels.contains(it));
        assert!(is_right, "{tokens} {has:?} {has_not:?}: {}", view.text);
    }
    let view = shown(&controls, |_| {}, ViewRequest { find: &none, ..blank });
    assert!(view.text.contains("… nothing that was read has the text \"Quit\""), "{}", view.text);
    let view = shown(&controls, |options| options.tokens = 110, blank);
    assert!(view.text.contains("… left out: "), "{}", view.text);
}

#[test]
fn a_sheet_is_described_by_what_is_in_it() {
    let mut controls = vec![Control { rect: Rect::new(0, 0, 2000, 2000), ..control(Role::Table, "Sheet 1") }];
    for row in 0..40 {
        for column in 0..10_u8 {
            let name = format!("{}{}", char::from(b'A' + column), row + 1);
            let value = (row == 30).then(|| format!("{row} {column}"));
            let rect = Rect::new(i32::from(column) * 50, row * 20, 50, 20);
            controls.push(Control { value, rect, ..control(Role::Cell, &name) });
        }
    }
    let options = ViewOptions::default();
    let view = shown(&label_controls(controls), |_| {}, nothing(&options));
    let expected = "\
Table \"Sheet 1\"
 used A31:J31, perhaps more beyond what is shown
 row 31: A31 \"30 0\", B31 \"30 1\", C31 \"30 2\", D31 \"30 3\", E31 \"30 4\", F31 \"30 5\", G31 \"30 6\", H31 \"30 7\", I31 \"30 8\", J31 \"30 9\"
 … 390 more Cell, all empty: show_more 1";
    assert_eq!(view.text, expected);
}

/// Words as desktop programs have them.
const WORDS: &[&str] = &[
    "Save",
    "Open",
    "Preferences",
    "Insert",
    "Table",
    "Row",
    "Above",
    "Character",
    "Format",
    "View",
    "Zoom",
    "Find",
    "Replace",
    "All",
    "Document",
    "Untitled",
    "Page",
    "Margins",
    "Größe",
    "ändern",
    "Abbrechen",
    "保存",
    "ファイル",
    "Сохранить",
    "Image…",
    "1,024",
    "15.03.2024",
    "report-final_v2.docx",
    "Arial",
    "12 pt",
];

fn any_window() -> impl Strategy<Value = Vec<Control>> {
    let name = prop::collection::vec(prop::sample::select(WORDS), 0..4).prop_map(|words| words.join(" "));
    let value = prop::option::weighted(0.2, prop_oneof!["\\PC{0,30}", Just("x y ".repeat(100))]);
    let states = prop::sample::subsequence(State::ALL, 0..4);
    let place = (0..1900_i32, 0..1000_i32, 0..400_u32, 0..300_u32);
    let one = (prop::sample::select(Role::ALL), name, value, states, place).prop_map(
        |(role, name, value, states, (x, y, width, height))| {
            let states = states.into_iter().chain([State::Enabled]).collect();
            Control { value, states, rect: Rect::new(x, y, width, height), ..control(role, &name) }
        },
    );
    prop::collection::vec(one, 0..260).prop_map(|controls| {
        let with_own_node = |(n, control)| Control {
            source: ControlSource::Accessibility { node: NodeId(format!("{n}")) },
            ..control
        };
        label_controls(controls.into_iter().enumerate().map(with_own_node).collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if tries_all() { 200 } else { 30 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_text_is_too_long_and_none_states_anything_untrue(controls in any_window(), most in 0..2000_usize, about in "\\PC{0,20}") {
        let about = [about.as_str(), "save the document"];
        let options = ViewOptions::default();
        let wanted = || ViewRequest { about: &about, ..nothing(&options) };
        let view = shown(&controls, |options| options.tokens = most, wanted());
        prop_assert!(tokens(&view.text) <= most);
        prop_assert_eq!(&view, &shown(&controls, |options| options.tokens = most, wanted()));
        let listed = ControlLine::parse_listing(&view.text);
        let mut labels: Vec<Label> = listed.iter().filter_map(|it| it.label).collect();
        for it in &listed {
            let is_listed = |control: &Control| {
                let line = ControlLine::of(control, it.depth);
                (line.label, line.role, &line.name) == (it.label, it.role, &it.name)
            };
            prop_assert!(controls.iter().any(is_listed), "{:?} is not there:\n{}", it, view.text);
        }
        labels.sort();
        let all = labels.len();
        labels.dedup();
        prop_assert_eq!(all, labels.len(), "listed twice: {}", view.text);
        let worth = controls.iter().filter(|it| it.label.is_some()).count();
        prop_assert!(labels.len() + view.left_out >= worth);
        if most >= 200 && view.left_out > 0 {
            prop_assert!(view.text.contains('…'), "{}", view.text);
        }
    }
}

/// A plain program's window: 200 controls with names of one to three words.
fn usual(seed: usize, count: usize) -> Vec<Control> {
    use Role::{
        Button, CheckBox, ComboBox, Edit, Hyperlink, ListItem, MenuItem, TabItem, Text, ToggleButton,
    };
    const ROLES: &[Role] = &[
        Button,
        Button,
        ToggleButton,
        CheckBox,
        ListItem,
        ListItem,
        MenuItem,
        Text,
        Edit,
        ComboBox,
        TabItem,
        Hyperlink,
    ];
    let pick = |n: usize| n.wrapping_mul(2_654_435_761).wrapping_add(seed * 97) >> 7;
    let one = |n: usize| {
        let words: Vec<&str> =
            (0..=pick(n) % 3).map(|word| WORDS[pick(n + word * 31) % WORDS.len()]).collect();
        let role = ROLES[pick(n * 7) % ROLES.len()];
        let value = (role == Edit).then(|| WORDS[pick(n * 3) % WORDS.len()].to_owned());
        let (row, column) = (n as i32 / 10, n as i32 % 10);
        Control { value, rect: Rect::new(column * 100, row * 30, 90, 25), ..control(role, &words.join(" ")) }
    };
    label_controls((0..count).map(one).collect())
}

#[test]
fn windows_of_200_controls_stay_within_1500_tokens_and_usual_ones_within_1000() {
    let options = ViewOptions::default();
    let cost = |count| {
        let mut all: Vec<usize> = (0..100)
            .map(|seed| tokens(&shown(&usual(seed, count), |_| {}, nothing(&options)).text))
            .collect();
        all.sort_unstable();
        (all[50], all[95])
    };
    let (large, usual) = (cost(200), cost(80));
    assert!(large.1 <= 1500 && usual.0 <= 1000, "200 controls {large:?}, 80 controls {usual:?}");
}
