//! Looks at a text desktop.

use super::*;
use crate::TextDesktop;
use async_trait::async_trait;
use deskpilot_core::{Rect, WindowId};

const DESK: &str = r#"
    window "Notes" editor
      edit "Text"
      group "Bar"
        button "Save"
        button "Print" disabled
    window "Other" other
    app "Calculator" calc.desktop
      window "Calculator" calc
    "#;

/// Sees one button at a place that no control has.
struct OneButton;

#[async_trait]
impl Grounding for OneButton {
    async fn find(&mut self, picture: &Image) -> Result<Vec<(Rect, String, f32)>, DesktopError> {
        let place = picture.rect();
        Ok(vec![(Rect::new(place.x + 2, place.y + 2, 12, 12), "Star".into(), 0.8)])
    }
}

fn gaze(only: &[Control]) -> Gaze<'_> {
    Gaze { budget: Budget::LOOK, grounding: None, overlap: 0.1, only }
}

async fn notes(desktop: &mut TextDesktop, gaze: Gaze<'_>) -> WindowLook {
    let window = desktop.windows().await.unwrap().remove(0);
    look_at_window(desktop, &window, gaze).await.unwrap()
}

fn labels(controls: &[Control]) -> Vec<(u32, &str)> {
    controls.iter().filter_map(|it| Some((it.label?.0, it.name.as_str()))).collect()
}

fn named(look: &WindowLook, name: &str) -> Vec<Control> {
    look.controls.iter().filter(|it| it.name == name).cloned().collect()
}

#[tokio::test]
async fn a_look_at_a_window_is_labelled_and_photographed_once() {
    let mut desktop = TextDesktop::new(DESK).unwrap();
    let look = notes(&mut desktop, gaze(&[])).await;
    assert_eq!(labels(&look.controls), [(1, "Text"), (2, "Save")]);
    assert_eq!(look.shots.clean.rect(), look.window.rect);
    let annotated = look.shots.annotated.unwrap();
    assert_ne!(annotated, look.shots.clean);
    assert_eq!(look.shots.concat.unwrap(), photographer::concat(&look.shots.clean, &annotated));
}

#[tokio::test]
async fn only_the_chosen_controls_are_painted_but_all_are_labelled() {
    let mut desktop = TextDesktop::new(DESK).unwrap();
    let all = notes(&mut desktop, Gaze { grounding: Some(&mut OneButton), ..gaze(&[]) }).await;
    assert_eq!(labels(&all.controls), [(1, "Text"), (2, "Save"), (3, "Star")]);
    for name in ["Save", "Star"] {
        let chosen = named(&all, name);
        let look = notes(&mut desktop, Gaze { grounding: Some(&mut OneButton), ..gaze(&chosen) }).await;
        assert_eq!(look.controls, all.controls);
        let expected = photographer::annotate(&look.shots.clean, &chosen);
        assert!(look.shots.annotated == Some(expected), "only {name} is painted");
    }
}

#[tokio::test]
async fn a_window_that_is_gone_cannot_be_looked_at() {
    let mut desktop = TextDesktop::new(DESK).unwrap();
    let mut window = desktop.windows().await.unwrap().remove(0);
    window.id = WindowId(77);
    let gone = look_at_window(&mut desktop, &window, gaze(&[])).await;
    assert_eq!(gone.unwrap_err().to_string(), r#"the window "Notes" is gone"#);
}

#[tokio::test]
async fn a_look_at_the_desktop_numbers_the_windows() {
    let look = look_at_desktop(&mut TextDesktop::new(DESK).unwrap()).await.unwrap();
    let numbers: Vec<_> = look.windows.iter().map(|it| (it.label.unwrap().0, it.title.as_str())).collect();
    assert_eq!(numbers, [(1, "Notes"), (2, "Other")]);
    assert_eq!(look.applications[0].name, "Calculator");
}
