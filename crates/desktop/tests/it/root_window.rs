//! Which window takes an input for the whole desktop.

use deskpilot_core::{Aim, Button, Gesture, Input, Point, Window, parse_keys};
use deskpilot_desktop::{
    Budget, DesktopReader, WindowList,
    root_window::{as_listed, resolve},
};
use deskpilot_testkit::TextDesktop;

const DESK: &str = r#"
    window "Notes" editor
      button "Save"
    window "Behind" other
      button "Idle"
"#;

async fn resolved(aim: Aim, gesture: Gesture) -> Result<String, String> {
    let mut desktop = TextDesktop::new(DESK).unwrap();
    let root = desktop.root_window().await.unwrap();
    let input = Input { window: root.id, aim, gesture };
    let resolved = resolve(&mut desktop, &input).await.map_err(|error| error.to_string())?;
    assert_eq!((&resolved.aim, &resolved.gesture), (&input.aim, &input.gesture));
    let windows = desktop.windows().await.unwrap();
    let window = as_listed(&mut desktop, &Window { id: resolved.window, ..root }, &windows).await;
    Ok(window.unwrap().title)
}

fn click() -> Gesture {
    Gesture::Click { button: Button::Left, count: 1, held: Vec::new() }
}

#[tokio::test]
async fn what_is_meant_for_the_root_window_goes_to_the_window_that_is_there() {
    let mut desktop = TextDesktop::new(DESK).unwrap();
    let windows = desktop.windows().await.unwrap();
    let root = desktop.root_window().await.unwrap();
    let seen = desktop.controls(&root, Budget::LOOK).await.unwrap();
    let idle = seen.controls.iter().find(|it| it.name == "Idle").unwrap().clone();
    let of = |title: &str| Ok::<_, String>(title.to_owned());
    assert_eq!(resolved(Aim::Window, Gesture::Keys(parse_keys("a").unwrap())).await, of("Notes"));
    assert_eq!(resolved(Aim::Point(windows[0].rect.center()), click()).await, of("Notes"));
    assert_eq!(resolved(Aim::Point(idle.rect.center()), click()).await, of("Behind"));
    assert_eq!(resolved(Aim::Control(Box::new(idle.clone())), click()).await, of("Behind"));
    let nowhere = Point { x: 1270, y: 790 };
    assert_eq!(resolved(Aim::Point(nowhere), click()).await, of("text desktop"));
}

#[tokio::test]
async fn what_has_no_place_on_the_desktop_is_an_error() {
    let outside = Aim::Point(Point { x: 100_000, y: 5 });
    assert!(resolved(outside, click()).await.unwrap_err().contains("pixels"));
    assert!(resolved(Aim::Window, click()).await.unwrap_err().contains("say where"));
}
