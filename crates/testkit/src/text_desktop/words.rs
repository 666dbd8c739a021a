//! The words of a fixture: what a line is made of, the kinds of controls, and their flags.

use deskpilot_core::{Role, State};

/// The kinds of controls, as a fixture spells them, with what they are in unless a flag says otherwise.
pub(super) const KINDS: &[(&str, Role, &[State])] = &[
    ("button", Role::Button, &[]),
    ("cell", Role::Cell, &[State::Focusable]),
    ("checkbox", Role::CheckBox, &[State::Focusable]),
    ("combo", Role::ComboBox, &[State::Focusable, State::Expandable]),
    ("document", Role::Document, &[State::Focusable, State::Editable, State::MultiLine]),
    ("edit", Role::Edit, &[State::Focusable, State::Editable]),
    ("group", Role::Group, &[]),
    ("image", Role::Image, &[]),
    ("item", Role::ListItem, &[]),
    ("link", Role::Hyperlink, &[]),
    ("list", Role::List, &[State::Focusable]),
    ("menu", Role::Menu, &[State::Expandable]),
    ("menuitem", Role::MenuItem, &[]),
    ("radio", Role::RadioButton, &[State::Focusable]),
    ("slider", Role::Slider, &[State::Focusable]),
    ("spinner", Role::Spinner, &[State::Focusable]),
    ("tab", Role::TabItem, &[]),
    ("tabs", Role::TabList, &[State::Focusable]),
    ("terminal", Role::Terminal, &[State::Focusable, State::Editable, State::MultiLine]),
    ("text", Role::Text, &[]),
    ("toggle", Role::ToggleButton, &[]),
    ("treeitem", Role::TreeItem, &[State::Expandable]),
];

/// The flags that put a control into a state. `disabled` and `readonly` also take one away.
pub(super) const FLAGS: &[(&str, State)] = &[
    ("checked", State::Checked),
    ("expanded", State::Expanded),
    ("focused", State::Focused),
    ("multiline", State::MultiLine),
    ("protected", State::Protected),
    ("selected", State::Selected),
];

/// One piece of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A bare word, an arrow, an equals sign or a comma.
    Word(String),
    /// What stood between quotation marks.
    Text(String),
}

/// One line that says something.
#[derive(Debug)]
pub(super) struct Line {
    /// Its number in the fixture, from 1.
    pub(super) number: usize,
    /// How far it is indented, in steps of two blanks.
    pub(super) depth: usize,
    pub(super) tokens: Vec<Token>,
}

/// The lines of a fixture; empty ones and those that begin with `#` are passed over, and the indentation of the first
/// one is the margin of all, so that a fixture may be indented with the test that holds it.
pub(super) fn lines(fixture: &str) -> Result<Vec<Line>, String> {
    let said = |line: &str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let margin = fixture.lines().find(|line| said(line)).map_or(0, indentation);
    (1..)
        .zip(fixture.lines())
        .filter(|(_, line)| said(line))
        .map(|(number, line)| {
            let depth = indentation(line).saturating_sub(margin) / 2;
            let tokens = tokens(line).map_err(|why| format!("line {number}: {why}"))?;
            Ok(Line { number, depth, tokens })
        })
        .collect()
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn tokens(line: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            '"' => quoted(&rest[1..])?,
            ',' => (Token::Word(",".into()), 1),
            _ => {
                let length = rest.find([' ', ',', '"']).unwrap_or(rest.len());
                (Token::Word(rest[..length].to_owned()), length)
            }
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// The text up to the closing mark, and the length of it all; `\n` is a line break and `\"` a quotation mark.
fn quoted(rest: &str) -> Result<(Token, usize), String> {
    let mut text = String::new();
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Ok((Token::Text(text), at + 2)),
            '\\' => text.push(match chars.next() {
                Some((_, 'n')) => '\n',
                Some((_, escaped)) => escaped,
                None => break,
            }),
            other => text.push(other),
        }
    }
    Err("a quotation mark is not closed".into())
}
