//! Descriptions of operations for a person: what would be done, to what.

use super::{
    Action, Aim, Button, Chord, Gesture, Key, Operation, TextMode, Verb, WaitCondition, placeholder,
};
use crate::{Control, Delegation, Role};

/// The maximum number of characters shown of a text.
const MAX_CHARS: usize = 200;

impl Operation {
    /// The operation in words: `click the Button "Send"`.
    pub fn description(&self) -> String {
        match self {
            Operation::Act(action) => action.description(),
            Operation::Launch(launch) => launch.to_string(),
            Operation::Run(shell) => format!("run the program: {}", shell.argv.join(" ")),
            Operation::Delegate(it) => delegation_description(it),
            Operation::Permit(permit) => permit.to_string(),
        }
    }
}

fn delegation_description(given: &Delegation) -> String {
    let texts: Vec<&str> =
        [&given.subtask.text].into_iter().chain(&given.subtask.message).map(String::as_str).collect();
    format!("give the agent {} this: {}", given.agent, texts.join("; "))
}

impl Action {
    /// The action in words.
    pub fn description(&self) -> String {
        if let Some(command) = self.typed_command() {
            return format!("run: {}", shorten(&command));
        }
        let (on, to) = (target("", &self.aim), target(" in", &self.aim));
        match &self.verb {
            Verb::Gesture(gesture) => gesture_description(gesture, &on, &to),
            Verb::Read { .. } => format!("read {on}"),
            Verb::ReadClipboard { .. } => "read the clipboard".into(),
            Verb::Switch(window) => format!("go to the window {:?}", window.title),
            Verb::SwitchTo(title) => format!("go to the window {title:?}"),
            Verb::Wait(WaitCondition { shows: Some(text), .. }) => format!("wait for {}", quote(text)),
            Verb::Wait(WaitCondition { millis, .. }) => format!("wait {} s", *millis as f64 / 1000.0),
            Verb::Open(launch) => launch.to_string(),
            Verb::Find(text) => format!("look for {}", quote(text)),
            Verb::AskAgent(it) => delegation_description(it),
            _ => self.call.to_string(),
        }
    }
}

impl Action {
    /// The command that keys type into a terminal and run; `None` for other actions.
    fn typed_command(&self) -> Option<String> {
        let (Aim::Control(control), Verb::Gesture(Gesture::Keys(chords))) = (&self.aim, &self.verb) else {
            return None;
        };
        let is_run = control.role == Role::Terminal && chords.last() == Some(&Chord::plain(Key::Enter));
        let typed = chords.iter().map(typed_character).collect::<Option<String>>().filter(|_| is_run)?;
        let lines: Vec<&str> = typed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        (!lines.is_empty()).then(|| lines.join("; "))
    }
}

/// The character that a chord types, where Enter ends the line.
fn typed_character(chord: &Chord) -> Option<char> {
    match (chord.held.is_empty(), chord.key) {
        (true, Key::Char(c)) => Some(c),
        (true, Key::Enter) => Some('\n'),
        _ => None,
    }
}

fn gesture_description(gesture: &Gesture, on: &str, to: &str) -> String {
    match gesture {
        Gesture::Click { button, count, .. } => format!("{} {on}", click(*button, *count)),
        Gesture::Drag { to: end, .. } => format!("drag {on} to {}, {}", end.x, end.y),
        Gesture::Text { text, mode: TextMode::Append } => format!("type {}{to}", quote(text)),
        Gesture::Text { text, mode: TextMode::Replace } => {
            format!("type {}{to}, in place of what is there", quote(text))
        }
        Gesture::Keys(chords) => {
            let keys: Vec<String> = chords.iter().map(ToString::to_string).collect();
            format!("press {}{to}", shorten(&join_references(&keys.join(" "), &gesture.secrets())))
        }
        Gesture::Scroll(_) => format!("scroll{to}"),
        Gesture::Hover => format!("move the pointer to {on}"),
        Gesture::Select(item) => format!("choose {}{to}", quote(item)),
        Gesture::SelectText(text) => format!("select the text {}{to}", quote(text)),
        Gesture::Check(true) => format!("check {on}"),
        Gesture::Check(false) => format!("uncheck {on}"),
        Gesture::Expand(true) => format!("open {on}"),
        Gesture::Expand(false) => format!("fold {on} up"),
        Gesture::SetNumber(number) => format!("set {on} to {number}"),
        Gesture::Focus => format!("go to {on}"),
        Gesture::Close => "close the window".into(),
        Gesture::EndApplication => "end the application, without saving".into(),
        Gesture::WriteClipboard(text) => format!("put {} on the clipboard", quote(text)),
        Gesture::ReadClipboard => "read the clipboard".into(),
    }
}

/// Joins the separate letters of secret references back into the references.
fn join_references(keys: &str, secrets: &[String]) -> String {
    secrets.iter().fold(keys.to_owned(), |keys, name| {
        let written = placeholder(name);
        let letters: Vec<String> = written.chars().map(String::from).collect();
        keys.replace(&letters.join(" "), &written)
    })
}

fn click(button: Button, count: u8) -> &'static str {
    match (button, count) {
        (Button::Left, 1) => "click",
        (Button::Left, 2) => "double-click",
        (Button::Left, _) => "click several times",
        (Button::Right, _) => "right-click",
        (Button::Middle, _) => "middle-click",
        (Button::X, _) => "click with a side button",
    }
}

fn target(lead: &str, aim: &Aim) -> String {
    let space = if lead.is_empty() { "" } else { " " };
    match aim {
        Aim::Control(control) => format!("{lead}{space}{}", control_description(control)),
        Aim::Point(point) => format!("{lead}{space}the place {}, {}", point.x, point.y),
        Aim::Window if lead.is_empty() => "the window".into(),
        Aim::Window => String::new(),
    }
}

fn control_description(control: &Control) -> String {
    match control.text() {
        "" if control.role.name().starts_with(['A', 'E', 'I', 'O', 'U']) => {
            format!("an {} without a name", control.role.name())
        }
        "" => format!("a {} without a name", control.role.name()),
        name => format!("the {} {}", control.role.name(), quote(name)),
    }
}

fn quote(text: &str) -> String {
    format!("{:?}", shorten(text))
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Call, Point, Rect, Window, WindowId, WindowState, parse_keys};

    #[test]
    fn an_operation_is_described_for_a_person() {
        let control = |role, name: &str| Aim::Control(Box::new(Control::deferred(role, name)));
        let key = |c| if c == '\n' { Key::Enter } else { Key::Char(c) };
        let typed = |c| Chord::plain(key(c));
        let click = |count| Gesture::Click { button: Button::Left, count, held: Vec::new() };
        for (aim, gesture, expected) in [
            (control(Role::Button, "Send"), click(1), "click the Button \"Send\""),
            (control(Role::Button, ""), click(2), "double-click a Button without a name"),
            (control(Role::Edit, ""), click(1), "click an Edit without a name"),
            (Aim::Point(Point { x: 3, y: 4 }), click(1), "click the place 3, 4"),
            (Aim::Window, Gesture::Keys(parse_keys("Ctrl+S").unwrap()), "press Control+s"),
            (
                control(Role::Edit, "To"),
                Gesture::Text { text: "ada".into(), mode: TextMode::Append },
                "type \"ada\" in the Edit \"To\"",
            ),
            (
                control(Role::Terminal, "Shell"),
                Gesture::Keys("ls /etc | wc -l\n".chars().map(typed).collect()),
                "run: ls /etc | wc -l",
            ),
            (
                control(Role::Terminal, "Shell"),
                Gesture::Keys(parse_keys("Ctrl+C").unwrap()),
                "press Control+c in the Terminal \"Shell\"",
            ),
            (Aim::Window, Gesture::Close, "close the window"),
            (Aim::Window, Gesture::EndApplication, "end the application, without saving"),
            (
                Aim::Window,
                Gesture::Keys(parse_keys("{{secret:mail}}{ENTER}").unwrap()),
                "press {{secret:mail}} Enter",
            ),
        ] {
            let window = Window {
                label: None,
                id: WindowId(1),
                title: String::new(),
                application: String::new(),
                process: None,
                rect: Rect::default(),
                state: WindowState::Normal,
                focused: true,
            };
            let action = Action { call: Call::default(), window, aim, verb: Verb::Gesture(gesture) };
            assert_eq!(Operation::Act(Box::new(action)).description(), expected);
        }
    }
}
