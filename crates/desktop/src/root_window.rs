//! The root window stands for the whole desktop. What is meant for it is resolved here, once for every platform, into the
//! window that takes it: what is judged and what is done are then the same window.

use crate::{Desktop, DesktopError};
use deskpilot_core::{Aim, Control, Gesture, Input, Window, WindowId};

/// The input in the window that takes it. What is for a place without a window stays with the root window, which is the
/// only such input that a platform is ever given. Inputs for other windows come back as they are.
///
/// # Errors
/// A place outside of the desktop, a control that is in no window, keys while no window has the keyboard, and whatever else
/// has no place.
pub async fn resolve(desktop: &mut dyn Desktop, input: &Input) -> Result<Input, DesktopError> {
    let is_for_clipboard = matches!(input.gesture, Gesture::WriteClipboard(_) | Gesture::ReadClipboard);
    let root = desktop.root_window().await?;
    if input.window != root.id || is_for_clipboard {
        return Ok(input.clone());
    }
    let window = target(desktop, &root, &input.aim, Some(&input.gesture)).await?;
    Ok(Input { window: window.map_or(root.id, |it| it.id), ..input.clone() })
}

/// The window that something takes which is aimed so at the root window: the one at the place, the one that the control can be
/// seen in, for keys and text the one that has the keyboard. `None` where the place is on the background.
///
/// # Errors
/// As [`resolve`].
pub async fn target(
    desktop: &mut dyn Desktop,
    root: &Window,
    aim: &Aim,
    gesture: Option<&Gesture>,
) -> Result<Option<Window>, DesktopError> {
    match (aim, gesture) {
        (Aim::Point(point), _) if !root.rect.contains(*point) => {
            Err(DesktopError::outside(*point, root.rect.size()))
        }
        (Aim::Point(point), _) => desktop.at(*point).await,
        (Aim::Control(control), _) => {
            let window = desktop.at(control.rect.center()).await?;
            window.map(Some).ok_or_else(|| DesktopError::ControlGone(control.id().to_string()))
        }
        (Aim::Window, Some(Gesture::Keys(_) | Gesture::Text { .. })) => {
            let has_keyboard = desktop.windows().await?.into_iter().find(|it| it.focused);
            has_keyboard.map(Some).ok_or_else(DesktopError::no_keyboard)
        }
        (Aim::Window, _) => Err(DesktopError::no_place()),
    }
}

/// The window that a control of this window is in, which is another one for the root window.
///
/// # Errors
/// As [`resolve`].
pub async fn window_of(
    desktop: &mut dyn Desktop,
    window: WindowId,
    control: &Control,
) -> Result<WindowId, DesktopError> {
    let root = desktop.root_window().await?;
    if window != root.id {
        return Ok(window);
    }
    let aim = Aim::Control(Box::new(control.clone()));
    Ok(target(desktop, &root, &aim, None).await?.map_or(root.id, |it| it.id))
}

/// The window as it is in this listing. The root window is not listed.
///
/// # Errors
/// A window that is neither: it is gone.
pub async fn as_listed(
    desktop: &mut dyn Desktop,
    window: &Window,
    listed: &[Window],
) -> Result<Window, DesktopError> {
    if let Some(listed) = listed.iter().find(|it| it.id == window.id) {
        return Ok(listed.clone());
    }
    let root = desktop.root_window().await?;
    match root.id == window.id {
        true => Ok(root),
        false => Err(DesktopError::WindowGone(window.title.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, TextDesktop};
    use deskpilot_core::{Button, Point, parse_keys};

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
}
