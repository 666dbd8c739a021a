//! A control as one line of a listing, and the parser for it. This is the only text form of controls: prompts,
//! `deskpilot observe --text` and models that are programs all use it.

use super::{Control, Label, Role, State, States};

/// One line of a listing: `12 Button "Save" [disabled] = "value"`.
///
/// A line without a number is a control without a label. Children follow their container, indented by one
/// more space. Items of lists, cells of tables and the like omit their role. Names and values are JSON strings,
/// so no name can look like a line of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlLine {
    /// Its nesting depth: the number of containers around it.
    pub depth: usize,
    /// Its label in this view.
    pub label: Option<Label>,
    /// Its role.
    pub role: Role,
    /// Its name, shortened if long.
    pub name: String,
    /// Its text, number or choice, shortened if long.
    pub value: Option<String>,
    /// Its states, as far as a listing shows them.
    pub states: States,
}

/// The maximum number of characters that a listing shows of a name.
const NAME_CHARS: usize = 100;
/// The maximum number of characters that a listing shows of a value.
const VALUE_CHARS: usize = 240;

/// Whether a name of this role gets the longer limit: a message says what to decide, so its text is worth the
/// words.
const fn is_message(role: Role) -> bool {
    matches!(role, Role::Text | Role::Alert | Role::StatusBar | Role::Document)
}

/// Marks shortened text.
const ELLIPSIS: char = '…';

/// The word for a control that cannot be used. Listings do not mention that a control is enabled.
const DISABLED: &str = "disabled";

impl ControlLine {
    /// The line for a control at this depth.
    pub fn of(control: &Control, depth: usize) -> ControlLine {
        // An item's value often repeats its name; a text field's value is its content.
        let repeats = |value: &str| value == control.name && !control.role.holds_text();
        let value = control.value.as_deref().filter(|value| !repeats(value));
        ControlLine {
            depth,
            label: control.label,
            role: control.role,
            name: shortened(&control.name, if is_message(control.role) { VALUE_CHARS } else { NAME_CHARS }),
            value: value.map(|value| shortened(value, VALUE_CHARS)),
            states: control.states,
        }
    }

    /// The text of the line, in a container of this role.
    pub fn line(&self, inside: Option<Role>) -> String {
        let mut parts: Vec<String> = self.label.iter().map(ToString::to_string).collect();
        let is_bare = self.label.is_none() && self.name.is_empty();
        if is_bare || inside.and_then(implied_role) != Some(self.role) {
            parts.push(self.role.name().to_owned());
        }
        if !self.name.is_empty() {
            parts.push(json(&self.name));
        }
        let states = self.state_words();
        if !states.is_empty() {
            parts.push(format!("[{}]", states.join(",")));
        }
        parts.extend(self.value.iter().map(|value| format!("= {}", json(value))));
        format!("{}{}", " ".repeat(self.depth), parts.join(" "))
    }

    /// Parses a listing. Skips lines that are no controls, such as notes.
    pub fn parse_listing(listing: &str) -> Vec<ControlLine> {
        let mut read: Vec<ControlLine> = Vec::new();
        for line in listing.lines() {
            let depth = line.len() - line.trim_start_matches(' ').len();
            let around = read.iter().rev().find(|it| it.depth < depth).map(|it| it.role);
            read.extend(parse_line(line.trim(), depth, around));
        }
        read
    }

    /// The states worth showing: enabled and focusable are the default and left out.
    fn state_words(&self) -> Vec<&'static str> {
        let is_shown = |state: &State| match state {
            State::Enabled | State::Focusable => false,
            State::Expandable => !self.states.has(State::Expanded),
            _ => true,
        };
        let is_disabled = self.role.is_interactive() && !self.states.has(State::Enabled);
        let shown = self.states.iter().filter(is_shown).map(State::name);
        is_disabled.then_some(DISABLED).into_iter().chain(shown).collect()
    }
}

/// The role that items of such a container have unless they state another.
const fn implied_role(role: Role) -> Option<Role> {
    match role {
        Role::List | Role::ComboBox => Some(Role::ListItem),
        Role::Table => Some(Role::Cell),
        Role::Tree | Role::TreeItem => Some(Role::TreeItem),
        Role::TabList => Some(Role::TabItem),
        Role::Menu => Some(Role::MenuItem),
        Role::MenuBar => Some(Role::Menu),
        Role::ToolBar => Some(Role::Button),
        _ => None,
    }
}

fn parse_line(line: &str, depth: usize, around: Option<Role>) -> Option<ControlLine> {
    let (label, rest) = match line.split_once(' ').unwrap_or((line, "")) {
        (number, rest) if number.bytes().all(|it| it.is_ascii_digit()) => {
            (Some(Label(number.parse().ok()?)), rest)
        }
        _ => (None, line),
    };
    let word = rest.split(' ').next().unwrap_or("");
    let (role, rest) = match Role::ALL.iter().find(|role| role.name() == word) {
        Some(role) => (*role, rest[word.len()..].trim_start()),
        None if label.is_some() || rest.starts_with('"') => (around.and_then(implied_role)?, rest),
        None => return None,
    };
    let (name, rest) = quoted(rest).unwrap_or((String::new(), rest));
    let (states, rest) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((words, rest)) => (states(words), rest.trim_start()),
        None => (states(""), rest),
    };
    let value = rest.strip_prefix("= ").and_then(quoted).map(|(value, _)| value);
    Some(ControlLine { depth, label, role, name, value, states })
}

/// Parses state words; a control is enabled unless they say `disabled`.
fn states(words: &str) -> States {
    let words: Vec<&str> = words.split(',').collect();
    let enabled = (!words.contains(&DISABLED)).then_some(State::Enabled);
    let shown = State::ALL.iter().copied().filter(|state| words.contains(&state.name()));
    enabled.into_iter().chain(shown).collect()
}

/// The JSON string at the start of the text, and the rest.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut strings = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let string = strings.next()?.ok()?;
    Some((string, text[strings.byte_offset()..].trim_start()))
}

fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn shortened(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}{ELLIPSIS}", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line_of(
        label: Option<u32>,
        role: Role,
        name: &str,
        value: Option<&str>,
        states: &[State],
    ) -> ControlLine {
        ControlLine {
            depth: 0,
            label: label.map(Label),
            role,
            name: name.into(),
            value: value.map(str::to_owned),
            states: states.to_vec().into(),
        }
    }

    #[test]
    fn a_line_shows_only_unusual_states() {
        use State::{Checked, Editable, Enabled, Expandable, Expanded, Focusable, Focused};
        let on: &[State] = &[Enabled];
        for (control, inside, line) in [
            (
                line_of(Some(12), Role::Button, "Save", None, &[Enabled, Focusable]),
                None,
                r#"12 Button "Save""#,
            ),
            (line_of(None, Role::Button, "Undo", None, &[]), None, r#"Button "Undo" [disabled]"#),
            (
                line_of(Some(3), Role::Edit, "", Some(""), &[Enabled, Editable]),
                None,
                r#"3 Edit [editable] = """#,
            ),
            (line_of(None, Role::Text, "Ready", None, &[]), None, r#"Text "Ready""#),
            (line_of(Some(4), Role::ListItem, "Serif", None, on), Some(Role::List), r#"4 "Serif""#),
            (line_of(Some(4), Role::Button, "x", None, on), Some(Role::List), r#"4 Button "x""#),
            (line_of(None, Role::ListItem, "", None, on), Some(Role::List), "ListItem"),
            (line_of(Some(5), Role::ListItem, "", None, on), Some(Role::List), "5"),
            (
                line_of(Some(6), Role::TreeItem, "a", None, &[Enabled, Expandable]),
                None,
                r#"6 TreeItem "a" [expandable]"#,
            ),
            (
                line_of(Some(6), Role::TreeItem, "a", None, &[Enabled, Expandable, Expanded]),
                None,
                r#"6 TreeItem "a" [expanded]"#,
            ),
            (
                line_of(Some(7), Role::CheckBox, "a\nb \"c\"", None, &[Enabled, Checked, Focused]),
                None,
                r#"7 CheckBox "a\nb \"c\"" [focused,checked]"#,
            ),
        ] {
            assert_eq!(control.line(inside), line);
        }
    }

    #[test]
    fn notes_are_skipped_and_items_take_the_role_that_their_container_implies() {
        let read = ControlLine::parse_listing(
            "List \"Fonts\"\n 1 \"Serif\" [selected]\n … 7 more\nfocus 1\n\n2 Button\n",
        );
        let lines: Vec<_> = read.iter().map(|it| (it.depth, it.label.map(|it| it.0), it.role)).collect();
        assert_eq!(lines, [(0, None, Role::List), (1, Some(1), Role::ListItem), (0, Some(2), Role::Button)]);
    }

    #[test]
    fn long_texts_are_cut() {
        let name = "ü".repeat(150);
        let cut = shortened(&name, NAME_CHARS);
        assert_eq!(cut.chars().count(), NAME_CHARS + 1);
        assert!(name.starts_with(cut.trim_end_matches(ELLIPSIS)));
    }

    fn any_line() -> impl Strategy<Value = ControlLine> {
        let role = prop::sample::select(Role::ALL);
        let words = prop::sample::subsequence(State::ALL, 0..4);
        let text = || prop_oneof![any::<String>(), "[ a\"\\\\\n=\\[\\]…0-9]{0,6}"];
        (prop::option::of(any::<u32>()), role, text(), prop::option::of(text()), words).prop_map(
            |(label, role, name, value, words)| {
                let states = words.iter().copied().chain([State::Enabled]).collect::<States>();
                line_of(label, role, &name, value.as_deref(), &Vec::from(states))
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(control in any_line(), inside in prop::option::of(prop::sample::select(Role::ALL))) {
            let around = inside.map(|role| line_of(None, role, "around", None, &[State::Enabled]));
            let deeper = ControlLine { depth: usize::from(inside.is_some()), ..control };
            let lines: Vec<String> = around.iter().map(|it| it.line(None)).chain([deeper.line(inside)]).collect();
            let read = ControlLine::parse_listing(&lines.join("\n")).pop().unwrap();
            let stateless = |it: &ControlLine| ControlLine { states: States::default(), ..it.clone() };
            prop_assert_eq!(stateless(&read), stateless(&deeper));
            prop_assert_eq!(read.state_words(), deeper.state_words());
        }

        #[test]
        fn no_text_is_a_panic(text in any::<String>()) {
            ControlLine::parse_listing(&text);
        }
    }
}
