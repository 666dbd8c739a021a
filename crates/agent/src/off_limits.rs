//! What no agent may look at: the windows that the policy closes.

use crate::policy_gate::PolicyGate;
use deskpilot_core::Window;
use deskpilot_desktop::Image;

/// What stands in the place of a title that is not told.
const UNTOLD: &str = "(off limits)";

/// The windows as an agent is told of them: of those that the policy closes not the title.
pub(crate) fn untold(gate: &PolicyGate, windows: Vec<Window>) -> Vec<Window> {
    let untitled = |window: Window| match gate.off_limits(&window) {
        Some(_) => Window { title: UNTOLD.into(), ..window },
        None => window,
    };
    windows.into_iter().map(untitled).collect()
}

/// Makes what is in the windows that the policy closes impossible to tell. What stands before one is blackened too: better
/// than a corner that shows.
pub(crate) fn blackened(gate: &PolicyGate, windows: &[Window], picture: &mut Image) {
    for window in windows.iter().filter(|it| gate.off_limits(it).is_some()) {
        picture.obscure(window.rect);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        Clipboard, Point, Policy, PolicyFile, Rect, Rule, Say, Size, WindowId, WindowState,
    };
    use deskpilot_desktop::Budget;

    #[test]
    fn a_closed_window_is_neither_shown_nor_told_of() {
        let rule = Rule { application: vec!["vault".into()], ..Rule::new(Say::Refuse) };
        let policy = Policy::of(PolicyFile { rules: vec![rule], ..PolicyFile::default() }).unwrap();
        let gate = PolicyGate::new(policy, Clipboard::Own, "/home/u".into(), Budget::LOOK);
        let window = |application: &str, x| Window {
            label: None,
            id: WindowId(1),
            title: "bank: hunter2".into(),
            application: application.into(),
            process: None,
            rect: Rect::new(x, 0, 10, 10),
            state: WindowState::Normal,
            focused: false,
        };
        let mut picture = Image::filled(Size { width: 20, height: 10 }, Point::default(), [0; 3]);
        // One bright dot in each window.
        for at in [0, 30] {
            picture.rgb[at..at + 3].copy_from_slice(&[255; 3]);
        }
        let windows = vec![window("vault", 0), window("pad", 10)];
        blackened(&gate, &windows, &mut picture);
        let told = untold(&gate, windows);
        let titles: Vec<&str> = told.iter().map(|it| it.title.as_str()).collect();
        assert_eq!(titles, [UNTOLD, "bank: hunter2"]);
        assert_ne!(picture.rgb[..3], [255; 3], "what was in the closed window cannot be made out");
        assert_eq!(picture.rgb[30..33], [255; 3]);
    }
}
