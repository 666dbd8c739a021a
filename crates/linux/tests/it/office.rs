//! LibreOffice, which shows the effect of an action only after a while.

use crate::test_desktop::{LETTERS, TestDesktop, append, click, keys, replace};
use deskpilot_core::{
    Aim, BeyondView, Control, Effect, Gesture, Input, Launch, NoChangeReason, Role, Size, State, TextMode,
    Window,
};
use deskpilot_desktop::view::{SpellingSimilarity, ViewOptions, ViewRequest, text_view};
use deskpilot_desktop::{
    Area, Budget, Desktop, DesktopError, DesktopReader, Freshness, Readiness, label_controls,
};
use deskpilot_linux::{LinuxDesktop, PrivateOptions};
use deskpilot_testkit::tried;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::time::{Duration, Instant};

const LETTER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3"
  office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles>
<style:style style:name="large" style:family="paragraph"><style:text-properties fo:font-size="28pt"/></style:style>
<style:style style:name="small" style:family="paragraph"><style:text-properties fo:font-size="9pt"/></style:style>
</office:automatic-styles>
<office:body><office:text><text:p text:style-name="large">Invitation</text:p>
<text:p text:style-name="small">to whom it may concern</text:p></office:text></office:body></office:document>"#;

/// Starts an application, which shows neither a tip of the day nor release notes on a private desktop.
pub(crate) async fn open(test: &mut TestDesktop, application: &str, file: Option<String>) -> Window {
    let launch = Launch { application: application.into(), file, ..Launch::default() };
    let window = test.desktop.launch(&launch, &[]).await.unwrap();
    test.desktop.wait_until(window.id, Readiness::Drawn).await.unwrap();
    let seen = test.controls(&window).await;
    let is_tip = |it: &Control| ["OK", "Next Tip", "Release Notes"].contains(&it.name.as_str());
    assert!(!seen.iter().any(is_tip), "{seen:#?}");
    window
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn letters_and_slides_are_read_after_each_action_whole_and_next_to_their_dialogs() {
    let mut test = TestDesktop::bring_up().await;
    Box::pin(what_is_read_after_an_action_is_what_came_of_it_and_counts_for_no_other(&mut test)).await;
    Box::pin(a_text_reports_at_once_how_it_looks(&mut test)).await;
    Box::pin(a_document_is_read_whole_and_words_are_selected_anywhere_in_it(&mut test)).await;
    Box::pin(text_for_a_letter_goes_to_its_end(&mut test)).await;
    Box::pin(slides_are_listed_and_their_words_are_selected(&mut test)).await;
    // Its dialog stays open.
    Box::pin(a_dialog_next_to_the_document_is_listed_first_and_its_fields_have_the_names_before_them(
        &mut test,
    ))
    .await;
}

async fn what_is_read_after_an_action_is_what_came_of_it_and_counts_for_no_other(test: &mut TestDesktop) {
    let letter = test.private.directory().join("letter.fodt");
    fs::write(&letter, LETTER).unwrap();
    let window = open(test, "writer", Some(letter.to_string_lossy().into_owned())).await;
    let size = test.find_where(&window, "the font size", |it| it.value.as_deref() == Some("28 pt")).await;
    for (chord, expected) in
        [("Ctrl+End", "9 pt"), ("Ctrl+Home", "28 pt"), ("Ctrl+End", "9 pt"), ("Ctrl+Home", "28 pt")]
    {
        test.in_window(&window, keys(chord)).await;
        assert_eq!(test.read(&window, &size).await, expected, "after {chord}");
    }
    for chord in ["Ctrl+End", "Ctrl+Home"] {
        test.in_window(&window, keys(chord)).await;
        let effect = test.in_window(&window, keys("Ctrl+B")).await.to_string();
        assert!(!effect.contains(" pt"), "Ctrl+B after {chord}: {effect}");
    }
    test.in_window(&window, keys("Ctrl+End")).await;
    test.desktop.wait_until(window.id, Readiness::Drawn).await.unwrap();
    test.find_where(&window, "the font size", |it| it.value.as_deref() == Some("9 pt")).await;
    let effect = test.in_window(&window, keys("{ENTER}")).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "the new paragraph is empty: {effect}");
    // LibreOffice makes a dash of the two hyphens.
    let effect = test.in_window(&window, keys("soon -- then ")).await.to_string();
    assert!(effect.contains("soon – then"), "{effect}");
    let effect = test.in_window(&window, keys("Ctrl+S")).await.to_string();
    assert_eq!(effect, "confirmed: letter.fodt was written");
    assert!(fs::read_to_string(&letter).unwrap().contains("soon"));
}

/// Keys that format a text are proven by the text, whatever the tool bars say: bold and underlined is what is selected, and
/// centred the paragraph with the caret.
async fn a_text_reports_at_once_how_it_looks(test: &mut TestDesktop) {
    let letter = test.private.directory().join("looks.fodt");
    fs::write(&letter, LETTER).unwrap();
    let window = open(test, "writer", Some(letter.to_string_lossy().into_owned())).await;
    for (chord, expected) in [
        ("Ctrl+End", ""),
        ("Shift+Home", "selected"),
        ("Ctrl+B", "confirmed: the selected text looks different: weight: 400 -> 600"),
        ("Ctrl+U", "underline: none -> single"),
        ("Ctrl+B", "confirmed: the selected text looks different: weight: 600 -> 400"),
        ("Ctrl+E", "justification: left -> center"),
        ("Ctrl+End", ""),
        ("Ctrl+R", "the text at the caret looks different: justification: center -> right"),
    ] {
        test.controls(&window).await;
        let effect = test.in_window(&window, keys(chord)).await.to_string();
        assert!(effect.contains(expected), "{chord}: {effect}");
    }
}

/// The values of these cells of a sheet, once a look lists them all: on a busy machine one may not get that far.
async fn cells(test: &mut TestDesktop, window: &Window, names: &[&str]) -> Vec<String> {
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let seen = test.controls(window).await;
        let cell = |name: &&str| seen.iter().find(|it| it.role == Role::Cell && it.name == **name);
        let listed: Vec<&Control> = names.iter().filter_map(cell).collect();
        if listed.len() == names.len() {
            return listed.into_iter().map(|it| it.value.clone().unwrap_or_default()).collect();
        }
        assert!(Instant::now() < deadline, "not all of {names:?} are listed: {seen:#?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_arrive_in_a_sheet_as_often_and_in_the_order_they_were_sent() {
    // As many rows as are needed: every look reads each cell in view.
    let size = Size { width: 1600, height: 600 };
    let mut test = TestDesktop::bring_up_as(&PrivateOptions { size, ..PrivateOptions::USUAL }).await;
    let window = open(&mut test, "calc", None).await;
    let name = test.find_where(&window, "the name box", |it| it.value.as_deref() == Some("A1")).await;
    let effect = test.on(&window, &name, replace("A1\n")).await;
    assert!(matches!(effect, Effect::NoChange(NoChangeReason::AlreadySo(_))), "{effect}");
    let effect = test.in_window(&window, keys("{CTRL+SHIFT+T}A1{ENTER}")).await;
    assert_eq!(effect.to_string(), "no change: already \"A1\" chosen");
    let long = "all work and no play ".repeat(22);
    for (typed, names, expected) in [
        (
            "TOTAL{TAB 3}=SUM(1,2){ENTER}".to_owned(),
            &["A1", "B1", "C1", "D1"][..],
            &["TOTAL", "", "", "3"][..],
        ),
        ("TOTAL\t\t\t=SUM(3,4)\n".to_owned(), &["A2", "B2", "C2", "D2"], &["TOTAL", "", "", "7"]),
        ("one{DOWN}two{DOWN}three{ENTER}".to_owned(), &["A3", "A4", "A5"], &["one", "two", "three"]),
        (format!("{long}{{ENTER}}=1+1{{ENTER}}"), &["A6", "A7"], &[long.trim_end(), "2"]),
    ] {
        let effect = test.in_window(&window, keys(&typed)).await;
        assert!(matches!(effect, Effect::Confirmed(_)), "{typed:?}: {effect}");
        test.desktop.wait_until(window.id, Readiness::Reported).await.unwrap();
        let shown = cells(&mut test, &window, names).await;
        let shown: Vec<_> = shown.iter().map(|it| it.trim_end()).collect();
        assert_eq!(shown, expected, "after {typed:?}, which was {effect}");
    }
    test.in_window(&window, keys("{CTRL+SHIFT+T}G5{ENTER}")).await;
    let rows = Gesture::Text { text: "tea\t12\nmilk\t7\n".into(), mode: TextMode::Append };
    let effect = test.in_window(&window, rows).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    assert_eq!(cells(&mut test, &window, &["G5", "H5", "G6", "H6"]).await, ["tea", "12", "milk", "7"]);
    test.in_window(&window, keys("{CTRL+SHIFT+T}G9{ENTER}")).await;
    let effect = test.in_window(&window, append(&format!("{LETTERS}\n"))).await;
    let shown = cells(&mut test, &window, &["G9"]).await;
    assert!(shown == [LETTERS] || matches!(effect, Effect::Partial(_)), "{shown:?}: {effect}");
    test.in_window(&window, keys("{CTRL+SHIFT+T}G7{ENTER}")).await;
    // While a formula is written, LibreOffice reports no cells.
    let document = test.find_where(&window, "the sheet", |it| it.role == Role::Document).await;
    let formula = Gesture::Text { text: "=G5".into(), mode: TextMode::Append };
    let effect = test.on(&window, &document, formula).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    test.in_window(&window, keys("{ESC}")).await;
    a_tool_bar_that_follows_is_not_self_changing(&mut test, &window).await;
    is_kept_while_nothing_happens(&mut test, &window).await;
    a_look_without_an_answer_says_how_long_it_waited(&mut test, &window).await;
}

/// The button Bold follows the cell with the cursor late, and by no change of its own.
async fn a_tool_bar_that_follows_is_not_self_changing(test: &mut TestDesktop, window: &Window) {
    for typed in ["{CTRL+B}", "{DOWN}", "{UP}", "{DOWN}", "{UP}", "{CTRL+B}"] {
        let effect = test.in_window(window, keys(typed)).await;
        assert!(matches!(effect, Effect::Confirmed(_)), "{typed}: {effect}");
    }
}

/// A look of a moment ago is given again, but not after another program has changed a cell, nor for a cell that follows it.
async fn is_kept_while_nothing_happens(test: &mut TestDesktop, window: &Window) {
    let mut other = LinuxDesktop::connect(test.private.seat().clone()).await.unwrap();
    test.in_window(window, keys("{CTRL+SHIFT+T}C12{ENTER}=LEN(A1){ENTER}")).await;
    for (text, length) in tried(&[("kept", "4"), ("read twice", "10")], |it| it.0 == "kept") {
        let deadline = Instant::now() + Duration::from_secs(120);
        while test.desktop.controls(window, Budget::LOOK).await.unwrap().freshness != Freshness::Cached {
            assert!(Instant::now() < deadline, "every look reads the sheet again");
        }
        let gesture = keys(&format!("{{CTRL+HOME}}{text}{{ENTER}}"));
        other.perform(&Input { window: window.id, aim: Aim::Window, gesture }).await.unwrap();
        assert_eq!(cells(test, window, &["A1", "C12"]).await, [text, length]);
    }
    // After a silent spell, what the list names is there.
    while test.desktop.controls(window, Budget::LOOK).await.unwrap().freshness != Freshness::Cached {}
    let tab = test.find(window, Role::TabItem, "Sheet1").await;
    let effect = test.on(window, &tab, click()).await;
    assert_eq!(effect.to_string(), "no change: already selected");
    while test.desktop.controls(window, Budget::LOOK).await.unwrap().freshness != Freshness::Cached {}
    let chart = test.find_where(window, "the chart's button", |it| it.name.contains("Chart")).await;
    let effect = test.on(window, &chart, click()).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
}

/// A look that has little time, of which asking for the last reading takes all, waited all the same.
async fn a_look_without_an_answer_says_how_long_it_waited(test: &mut TestDesktop, window: &Window) {
    let process = window.process.and_then(|it| Pid::from_raw(i32::try_from(it).unwrap())).unwrap();
    let budget = Budget { deadline: Duration::from_millis(100), ..Budget::LOOK };
    kill_process(process, Signal::STOP).unwrap();
    let seen = test.desktop.controls(window, budget).await;
    kill_process(process, Signal::CONT).unwrap();
    assert!(matches!(&seen, Err(DesktopError::Hung { millis, .. }) if *millis >= 100), "{seen:?}");
}

/// A letter of several pages with a list and a table.
fn long_letter() -> String {
    let paragraphs: String =
        (1..=120).map(|n| format!("<text:p>Paragraph {n} speaks of {n}.</text:p>")).collect();
    let point = |text: &str| format!("<text:list-item><text:p>{text}</text:p></text:list-item>");
    let row = |one: &str, other: &str| {
        let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
        format!("<table:table-row>{}{}</table:table-row>", cell(one), cell(other))
    };
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles><text:list-style xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" style:name="L">
<text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style></office:automatic-styles>
<office:body><office:text><text:p>Invitation</text:p>
<text:list text:style-name="L">{}{}</text:list>
<table:table table:name="T"><table:table-column table:number-columns-repeated="2"/>{}{}</table:table>
{paragraphs}<text:p>The very last words</text:p></office:text></office:body></office:document>"#,
        point("First point of all"),
        point("Second point of all"),
        row("Name", "Sum"),
        row("Ben", "12"),
    )
}

async fn clipboard(test: &mut TestDesktop, window: &Window) -> Option<String> {
    let input = Input { window: window.id, aim: Aim::Window, gesture: Gesture::ReadClipboard };
    test.desktop.perform(&input).await.unwrap().output
}

async fn a_document_is_read_whole_and_words_are_selected_anywhere_in_it(test: &mut TestDesktop) {
    let letter = test.private.directory().join("long.fodt");
    fs::write(&letter, long_letter()).unwrap();
    let window = open(test, "writer", Some(letter.to_string_lossy().into_owned())).await;
    let document = test.find_where(&window, "the document", |it| it.role == Role::Document).await;
    let text = test.read(&window, &document).await;
    assert!(text.starts_with("Invitation\n"), "{text}");
    assert!(
        text.contains("First point of all\n") && text.contains("\nName\tSum\nBen\t12\nParagraph 1 "),
        "{text}"
    );
    assert_eq!(text.matches("speaks of").count(), 120, "{text}");
    assert!(text.ends_with("\nThe very last words"), "{text}");
    for words in ["Second point", "very last"] {
        let effect = test.on(&window, &document, Gesture::SelectText(words.into())).await;
        assert_eq!(effect.to_string(), format!("confirmed: selected {words:?}"));
        let is_marked = |it: &Control| it.states.has(State::PartlySelected) && it.text().contains(words);
        test.find_where(&window, "the paragraph that is selected in part", is_marked).await;
        test.in_window(&window, keys("Ctrl+C")).await;
        assert_eq!(clipboard(test, &window).await.as_deref(), Some(words));
    }
    // What begins at the end of a line has nothing of that line.
    test.in_window(&window, keys("{CTRL+HOME}{END}{SHIFT+DOWN}")).await;
    let is_marked = |it: &Control| it.states.has(State::PartlySelected) && it.text().contains("First point");
    test.find_where(&window, "the paragraph that is selected in part", is_marked).await;
    let seen = test.controls(&window).await;
    let first = seen.iter().find(|it| it.text() == "Invitation").unwrap();
    assert!(!first.states.has(State::Selected), "{first:?}");
}

/// The list of a window's controls as agents get it.
async fn list(test: &mut TestDesktop, window: &Window) -> String {
    let seen = test.desktop.controls(window, Budget::LOOK).await.unwrap();
    let wanted = ViewRequest {
        about: &[],
        expand: &[],
        include: &[],
        find: &[],
        levels: &seen.levels,
        truncated: None,
        beyond: BeyondView::default(),
        similarity: &SpellingSimilarity,
        options: &ViewOptions::default(),
    };
    text_view(&label_controls(seen.controls), &wanted).text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sheets_take_text_are_listed_in_rows_and_their_menus_and_fields_can_be_used() {
    let mut test = TestDesktop::bring_up().await;
    Box::pin(text_for_a_sheet_goes_to_its_cell(&mut test)).await;
    // Its dialog stays open.
    Box::pin(a_sheet_is_listed_in_rows_and_its_menus_and_fields_can_be_used(&mut test)).await;
}

async fn a_sheet_is_listed_in_rows_and_its_menus_and_fields_can_be_used(test: &mut TestDesktop) {
    let row = |cells: &[&str]| {
        let cells = cells.iter().map(|it| {
            format!(
                r#"<table:table-cell office:value-type="string"><text:p>{it}</text:p></table:table-cell>"#
            )
        });
        format!("<table:table-row>{}</table:table-row>", cells.collect::<String>())
    };
    let share = r#"<table:table-row><table:table-cell office:value-type="string"><text:p>Ben</text:p></table:table-cell>
        <table:table-cell table:style-name="share" office:value-type="percentage" office:value="0.125"/></table:table-row>"#;
    let rows = [row(&["Name", "Sum"]), row(&["Ann", "12.5"]), share.to_owned()].concat();
    let sheet = format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
  xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"
  office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles><number:percentage-style style:name="P"><number:number number:decimal-places="1"/><number:text>%</number:text>
</number:percentage-style><style:style style:name="share" style:family="table-cell" style:data-style-name="P"/></office:automatic-styles>
<office:body><office:spreadsheet><table:table table:name="Sums">{rows}</table:table></office:spreadsheet></office:body>
</office:document>"#
    );
    let file = test.private.directory().join("sums.fods");
    fs::write(&file, sheet).unwrap();
    let window = open(test, "calc", Some(file.to_string_lossy().into_owned())).await;
    test.find(&window, Role::ToggleButton, "Properties (Ctrl+Alt+1)").await;
    test.find(&window, Role::ToggleButton, "Sidebar Settings").await;
    test.find_where(&window, "the size of the font", |it| it.value.as_deref() == Some("10 pt")).await;
    let text = list(test, &window).await;
    assert!(text.contains("   used A1:B3\n"), "{text}");
    assert!(text.contains("row 2: A2 \"Ann\", B2 \"12.5\"\n"), "{text}");
    assert!(text.contains("row 3: A3 \"Ben\", B3 \"12.5%\"\n"), "{text}");
    assert!(text.contains(" Edit \"Font Size\" [editable] = \"10 pt\""), "{text}");
    assert!(text.contains(" more Cell, all empty: show_more "), "{text}");

    let view = test.find(&window, Role::Menu, "View").await;
    test.on(&window, &view, click()).await;
    let freeze = test.find_where(&window, "the submenu", |it| it.name == "Freeze Cells").await;
    test.on(&window, &freeze, click()).await;
    let item = test.find(&window, Role::MenuItem, "Freeze First Row").await;
    let picture = test.capture(Area::Window(window.id)).await;
    assert_eq!(picture.rect().intersection(item.rect), item.rect, "the submenu is not in the picture");
    let effect = test.on(&window, &item, click()).await;
    assert!(effect.is_success(), "{effect}");
    // The frozen row is in a pane of its own now.
    let is_head =
        |it: &Control| it.role == Role::Cell && it.name == "B1" && it.value.as_deref() == Some("Sum");
    test.find_where(&window, "the frozen row", is_head).await;

    let menu = test.find(&window, Role::Menu, "Sheet").await;
    test.on(&window, &menu, click()).await;
    let rename =
        test.find_where(&window, "the item that renames", |it| it.name.starts_with("Rename Sheet")).await;
    test.on(&window, &rename, click()).await;
    let dialog = test
        .find_where(&window, "its field", |it| it.role == Role::Edit && it.value.as_deref() == Some("Sums"));
    let field = dialog.await;
    test.on(&window, &field, replace("Totals")).await;
    let ok = test.find(&window, Role::Button, "OK").await;
    test.on(&window, &ok, click()).await;
    test.find(&window, Role::TabItem, "Totals").await;
    the_dialog_in_front_of_a_sheet_is_listed_first(test, &window).await;
}

/// Opens the layout of a pivot table over two dialogs, and looks at the window behind it.
async fn the_dialog_in_front_of_a_sheet_is_listed_first(test: &mut TestDesktop, window: &Window) {
    let menu = test.find(window, Role::Menu, "Data").await;
    test.on(window, &menu, click()).await;
    let pivot = test.find_where(window, "the submenu", |it| it.name == "Pivot Table").await;
    test.on(window, &pivot, click()).await;
    let insert = test.find_where(window, "its first item", |it| it.name.starts_with("Insert or Edit")).await;
    test.on(window, &insert, click()).await;
    let ok = test.find(window, Role::Button, "OK").await;
    test.on(window, &ok, click()).await;
    test.find_where(window, "the layout", |it| it.name == "Row Fields:").await;
    let text = list(test, window).await;
    assert!(text.starts_with("Window \"Pivot Table Layout\""), "{text}");
    let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} is missing: {text}"));
    assert!(place(" Button \"OK\"") < place(" Menu \"File\""), "{text}");
}

const SLIDES: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
  xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3"
  office:mimetype="application/vnd.oasis.opendocument.presentation"><office:body><office:presentation>
<draw:page draw:name="First"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="18cm" svg:height="3cm"><draw:text-box>
<text:p>Welcome to all of you</text:p></draw:text-box></draw:frame></draw:page>
<draw:page draw:name="Second"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="18cm" svg:height="3cm"><draw:text-box>
<text:p>What we saw</text:p></draw:text-box></draw:frame></draw:page>
</office:presentation></office:body></office:document>"#;

async fn slides_are_listed_and_their_words_are_selected(test: &mut TestDesktop) {
    let file = test.private.directory().join("talk.fodp");
    fs::write(&file, SLIDES).unwrap();
    let window = open(test, "impress", Some(file.to_string_lossy().into_owned())).await;
    let text = list(test, &window).await;
    for slide in [" Group \"First\" [selected,clickable]", " Group \"Second\" [clickable]"] {
        assert!(text.contains(slide), "{text}");
    }
    let document = test.find_where(&window, "the slide", |it| it.role == Role::Document).await;
    let effect = test.on(&window, &document, Gesture::SelectText("all of you".into())).await;
    assert_eq!(effect.to_string(), "confirmed: selected \"all of you\"");
    // Each slide is read as it is shown.
    for (chord, expected) in [("{ESC 2}{PGDN}", "What we saw"), ("{PGUP}", "Welcome to all of you")] {
        test.in_window(&window, keys(chord)).await;
        let document = test.find_where(&window, "the slide", |it| it.role == Role::Document).await;
        let text = test.read(&window, &document).await;
        assert_eq!(text.lines().next(), Some(expected), "{text}");
    }
    // No text stands for all slides.
    let slides = test.find(&window, Role::Document, "Slides View").await;
    let refused = test.desktop.read(window.id, &slides).await.unwrap_err().to_string();
    assert!(refused.contains("reports no text for all of it"), "{refused}");
}

async fn a_dialog_next_to_the_document_is_listed_first_and_its_fields_have_the_names_before_them(
    test: &mut TestDesktop,
) {
    let letter = test.private.directory().join("replaced.fodt");
    fs::write(&letter, LETTER).unwrap();
    let window = open(test, "writer", Some(letter.to_string_lossy().into_owned())).await;
    test.in_window(&window, keys("Ctrl+H")).await;
    test.find(&window, Role::Button, "Replace All").await;
    for (name, text) in [("Find:", "Invitation"), ("Replace:", "Welcome")] {
        let field = test.find(&window, Role::Edit, name).await;
        let effect = test.on(&window, &field, replace(text)).await;
        assert!(matches!(effect, Effect::Confirmed(_)), "{name}: {effect}");
    }
    let text = list(test, &window).await;
    let controls = text.split_once('\n').filter(|(first, _)| first.starts_with("focus: ")).unwrap().1;
    assert!(controls.starts_with("Window \"Find and Replace\""), "{text}");
    let last = test.find(&window, Role::Button, "Close").await;
    assert!(controls.contains(&format!(" Button {:?}", last.name)), "{text}");
}

/// What is typed into a document goes where its caret is: no click moves that to another cell.
async fn text_for_a_sheet_goes_to_its_cell(test: &mut TestDesktop) {
    let window = open(test, "calc", None).await;
    let sheet = test.find_where(&window, "the document", |it| it.role == Role::Document).await;
    let append = |text: &str| Gesture::Text { text: text.into(), mode: TextMode::Append };
    let cell = test.find(&window, Role::Cell, "B2").await;
    test.on(&window, &cell, click()).await;
    let effect = test.on(&window, &sheet, append("12")).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    test.in_window(&window, keys("{ENTER}")).await;
    test.on(&window, &sheet, append("=B2")).await;
    test.on(&window, &sheet, append("*2")).await;
    test.in_window(&window, keys("{ENTER}")).await;
    assert_eq!(cells(test, &window, &["B2", "B3"]).await, ["12", "24"]);
    // Which cell would get it is not known while the keyboard is elsewhere.
    let name = test.find_where(&window, "the name box", |it| it.value.as_deref() == Some("B4")).await;
    test.on(&window, &name, Gesture::Focus).await;
    let refused = test.try_on(&window, &sheet, append("tea")).await.unwrap_err().to_string();
    assert!(refused.contains("click the cell"), "{refused}");
}

/// Nor to another line.
async fn text_for_a_letter_goes_to_its_end(test: &mut TestDesktop) {
    let letter = test.private.directory().join("end.fodt");
    fs::write(&letter, long_letter()).unwrap();
    let window = open(test, "writer", Some(letter.to_string_lossy().into_owned())).await;
    let document = test.find_where(&window, "the document", |it| it.role == Role::Document).await;
    test.in_window(&window, keys("{CTRL+HOME}")).await;
    let effect =
        test.on(&window, &document, Gesture::Text { text: " of all".into(), mode: TextMode::Append }).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    let text = test.read(&window, &document).await;
    assert!(text.ends_with("\nThe very last words of all"), "{text}");
}
