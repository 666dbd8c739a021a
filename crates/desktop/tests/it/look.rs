//! Looks at a text desktop.

use crate::late_dialog::LateDialogDesktop;
use async_trait::async_trait;
use deskpilot_core::{Control, Policy, Rect, Role, State, WindowId};
use deskpilot_desktop::{
    Area, Budget, DesktopError, DesktopReader, DetectedElement, Detections, Grounding, GroundingOutcome,
    GroundingRequest, GroundingTrigger, Image, LookOptions, Puppeteer, RedactedDesktop, WindowList,
    WindowLook, look_at_desktop, look_at_window,
};
use deskpilot_testkit::TextDesktop;
use std::sync::Arc;

const DESK: &str = r#"
    window "Notes" editor
      edit "Text"
      group "Bar"
        button "Save"
        button "Print" disabled
    window "Other" other
    app "Calculator" calc
      window "Calculator" calc
    "#;

/// Finds one button where no control is.
struct OneButton;

#[async_trait]
impl Grounding for OneButton {
    async fn find(&mut self, picture: &Image) -> Result<Detections, DesktopError> {
        let place = picture.rect();
        let rect = Rect::new(place.x + 2, place.y + 2, 12, 12);
        let star = DetectedElement { role: Role::Button, name: "Star".into(), rect, confidence: 0.8 };
        Ok(Detections { elements: vec![star], truncated: None })
    }
}

/// Always fails.
struct FailingGrounding;

#[async_trait]
impl Grounding for FailingGrounding {
    async fn find(&mut self, _: &Image) -> Result<Detections, DesktopError> {
        Err(DesktopError::NotGrounded("nobody is there".into()))
    }
}

fn always(grounding: &mut dyn Grounding) -> Option<GroundingRequest<'_>> {
    Some(GroundingRequest { grounding, trigger: GroundingTrigger::Always })
}

fn options(only: &[Control]) -> LookOptions<'_> {
    LookOptions { only, ..LookOptions::USUAL }
}

fn gated(fixture: &str) -> RedactedDesktop {
    RedactedDesktop::new(Box::new(TextDesktop::new(fixture).unwrap()), Policy::default())
}

async fn notes(desktop: &mut RedactedDesktop, options: LookOptions<'_>) -> WindowLook {
    let window = desktop.windows().await.unwrap().remove(0);
    look_at_window(desktop, &window, options).await.unwrap()
}

fn labels(controls: &[Control]) -> Vec<(u32, &str)> {
    controls.iter().filter_map(|it| Some((it.label?.0, it.name.as_str()))).collect()
}

fn named(look: &WindowLook, name: &str) -> Vec<Control> {
    look.controls.iter().filter(|it| it.name == name).cloned().collect()
}

#[tokio::test]
async fn a_look_at_a_window_is_labelled_and_photographed_once() {
    let mut desktop = gated(DESK);
    let look = notes(&mut desktop, options(&[])).await;
    assert_eq!(labels(&look.controls), [(1, "Text"), (2, "Save")]);
    assert_eq!(look.clean.rect(), look.window.rect);
    assert_eq!(labels(&look.painted), labels(&look.controls));
}

#[tokio::test]
async fn a_window_that_does_not_answer_has_labels_for_what_is_found_in_its_picture() {
    let mut puppeteer = Puppeteer::new(gated(DESK), Vec::new());
    let listed = puppeteer.desktop().windows().await.unwrap();
    let look = puppeteer
        .look_at_picture(
            listed[0].clone(),
            &listed,
            LookOptions { grounding: always(&mut OneButton), ..options(&[]) },
        )
        .await
        .unwrap();
    assert_eq!(labels(&look.controls), [(1, "Star")]);
    assert_eq!(labels(&look.painted), labels(&look.controls));
    let reason = look.truncated.unwrap().reason;
    assert!(reason.starts_with("editor does not answer"), "{reason}");
}

#[tokio::test]
async fn a_dialog_that_opens_before_the_picture_is_in_the_list_too() {
    let desktop = TextDesktop::new(DESK).unwrap();
    let window = desktop.clone().windows().await.unwrap().remove(0);
    let controls = desktop.clone().controls(&window, Budget::LOOK).await.unwrap().controls;
    let dialog = Control { role: Role::Dialog, name: "Tip of the Day".into(), ..controls[0].clone() };
    let late = LateDialogDesktop {
        desktop,
        dialog: Some(dialog),
        passed: Vec::new(),
        listed_after: 1,
        reads: 0,
        late: None,
        captures: Arc::default(),
    };
    let mut desktop = RedactedDesktop::new(Box::new(late), Policy::default());
    let look = look_at_window(&mut desktop, &window, LookOptions::USUAL).await.unwrap();
    assert_eq!(named(&look, "Tip of the Day").len(), 1);
    assert!(look.listed.iter().any(|it| it.title == "Save As"), "its window is listed as of the picture");
}

#[tokio::test]
async fn only_the_chosen_controls_are_painted_but_all_are_labelled() {
    let mut desktop = gated(DESK);
    let all = notes(&mut desktop, LookOptions { grounding: always(&mut OneButton), ..options(&[]) }).await;
    assert_eq!(labels(&all.controls), [(1, "Text"), (2, "Save"), (3, "Star")]);
    for name in ["Save", "Star"] {
        let chosen = named(&all, name);
        let look =
            notes(&mut desktop, LookOptions { grounding: always(&mut OneButton), ..options(&chosen) }).await;
        assert_eq!(look.controls, all.controls);
        assert_eq!(look.painted, chosen, "only {name} is painted");
    }
}

#[tokio::test]
async fn who_cannot_be_asked_costs_only_what_was_to_be_seen() {
    let mut desktop = gated(DESK);
    let look =
        notes(&mut desktop, LookOptions { grounding: always(&mut FailingGrounding), ..options(&[]) }).await;
    assert_eq!(labels(&look.controls), [(1, "Text"), (2, "Save")]);
    let why = "the picture was not searched: nobody is there";
    assert_eq!(look.grounding, GroundingOutcome::Failed(why.into()));
}

#[tokio::test]
async fn where_the_tree_says_enough_nobody_is_asked() {
    let complete_tree = r#"
    window "Notes" editor
      button "Open"
      button "Save"
      button "Print"
      button "Quit"
    "#;
    for (desk, asked) in [(complete_tree, false), ("window \"Blank\" paint\n  group \"Canvas\"", true)] {
        let mut desktop = gated(desk);
        let grounding =
            Some(GroundingRequest { grounding: &mut OneButton, trigger: GroundingTrigger::Sparse });
        let look = notes(&mut desktop, LookOptions { grounding, ..options(&[]) }).await;
        assert_eq!(look.grounding != GroundingOutcome::Skipped, asked, "{desk}");
    }
}

#[tokio::test]
async fn a_window_that_is_gone_cannot_be_looked_at() {
    let mut desktop = gated(DESK);
    let mut window = desktop.windows().await.unwrap().remove(0);
    window.id = WindowId(77);
    let gone = look_at_window(&mut desktop, &window, options(&[])).await;
    assert_eq!(gone.unwrap_err().to_string(), r#"the window "Notes" is gone"#);
}

#[tokio::test]
async fn a_look_at_the_desktop_numbers_the_windows() {
    let look = look_at_desktop(&mut gated(DESK)).await.unwrap();
    let numbers: Vec<_> = look.windows.iter().map(|it| (it.label.unwrap().0, it.title.as_str())).collect();
    assert_eq!(numbers, [(1, "Notes"), (2, "Other")]);
    assert_eq!(look.applications[0].name, "Calculator");
}

const FORM: &str = r#"
    window "Log in" form
      edit "Name" = "ann"
      edit "Password" = "opensesame" protected
    window "Other" form
      edit "Password" = "again" protected
    "#;

/// Whether the rectangle has one colour in the picture.
fn is_flat(picture: &Image, rect: Rect) -> bool {
    let mut obscured = picture.clone();
    obscured.obscure(rect);
    obscured == *picture
}

#[tokio::test]
async fn what_hides_what_is_typed_is_not_seen_in_pictures() {
    let mut desktop = gated(FORM);
    let (whole, log_in) = (desktop.root_window().await.unwrap(), desktop.windows().await.unwrap().remove(0));
    let plain = TextDesktop::new(FORM).unwrap().capture(&Area::Desktop).await.unwrap();
    let all = look_at_desktop(&mut desktop).await.unwrap().clean;
    for window in [&whole, &log_in] {
        let look = look_at_window(&mut desktop, window, options(&[])).await.unwrap();
        let hides = |it: &&Control| it.states.has(State::Protected);
        let mut hidden = look.controls.iter().filter(hides).map(|it| it.rect).peekable();
        assert!(hidden.peek().is_some(), "{window:?}");
        for rect in hidden {
            assert!(!is_flat(&plain, rect), "an edge is drawn there");
            assert!(is_flat(&look.clean, rect) && is_flat(&all, rect), "{rect:?} of {:?}", window.title);
        }
        let name = named(&look, "Name").remove(0);
        assert!(!is_flat(&look.clean, name.rect) && !is_flat(&all, name.rect));
    }
}

#[tokio::test]
async fn the_whole_desktop_can_be_looked_at_like_a_window() {
    let mut desktop = gated(DESK);
    let whole = desktop.root_window().await.unwrap();
    let look = look_at_window(&mut desktop, &whole, options(&[])).await.unwrap();
    assert_eq!(look.window, whole);
    assert_eq!(look.clean.size, desktop.info().size);
    assert_eq!(labels(&look.controls), [(1, "Text"), (2, "Save")]);
}
