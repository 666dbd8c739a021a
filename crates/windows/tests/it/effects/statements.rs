//! What a fixture recorded, as the adversary's judge reads it. Pure.

use crate::effect::RecordedEffect;
use deskpilot_windows_fixtures::Happened;

/// Takes each thing that happened once.
#[derive(Default)]
pub(super) struct Statements {
    read: usize,
}

impl Statements {
    /// What was added to a record since the last call.
    pub(super) fn added(&mut self, happened: &[Happened]) -> Vec<RecordedEffect> {
        let added = happened[self.read..].iter().map(effect_of).collect();
        self.read = happened.len();
        added
    }
}

fn effect_of(happened: &Happened) -> RecordedEffect {
    let (kind, control, value) = match happened {
        Happened::Pressed { control } => ("activated", control.as_str(), String::new()),
        // A box that keeps its mark and a button that is chosen already tell it again; the state shows whether it is another.
        Happened::Checked { control, mark } => ("selected", control.as_str(), format!("{mark:?}")),
        Happened::Chosen { group, option } => ("selected", group.as_str(), option.clone()),
        Happened::Text { control, text } => ("text", control.as_str(), text.clone()),
        Happened::Selected { control, items } => ("selected", control.as_str(), items.join(", ")),
        Happened::Activated { control, item } => ("activated", control.as_str(), item.clone()),
        Happened::Expanded { control, item, .. } => ("expanded", control.as_str(), item.clone()),
        Happened::Menu { command } => ("activated", command.as_str(), String::new()),
        Happened::Asked { title } => ("shown", title.as_str(), String::new()),
        Happened::Answered { title, button, .. } => ("activated", title.as_str(), button.clone()),
        Happened::Pointer { gesture, button, .. } => {
            ("shown", "the window", format!("{gesture:?} {button:?}"))
        }
        Happened::Wheel { notches } => ("scrolled", "the window", notches.to_string()),
        Happened::Key { code, .. } => ("shown", "the window", code.to_string()),
        Happened::Opened { title } => ("opened", title.as_str(), String::new()),
        Happened::Computed { display } => ("text", "the display", display.clone()),
        Happened::Line { text } => ("text", "the console", text.clone()),
        Happened::Closed => ("closed", "the window", String::new()),
    };
    RecordedEffect { application: "controls".into(), kind: kind.into(), control: control.into(), value }
}

#[test]
fn each_thing_is_read_once() {
    let pressed = Happened::Pressed { control: "Save".into() };
    let mut statements = Statements::default();
    let all = [pressed, Happened::Closed];
    assert_eq!(statements.added(&all[..1])[0].to_string(), "controls: activated \"Save\"");
    assert!(statements.added(&all[..1]).is_empty());
    assert_eq!(statements.added(&all)[0].kind, "closed");
}
