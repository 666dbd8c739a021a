//! Tokens of a fixture, the kinds of controls, and their flags.

use deskpilot_core::{Role, State};

/// The kinds of controls as a fixture spells them, with their default states.
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

/// The flags that add a state. `disabled` and `readonly` remove one instead and are not here.
pub(super) const FLAGS: &[(&str, State)] = &[
    ("checked", State::Checked),
    ("expanded", State::Expanded),
    ("focused", State::Focused),
    ("multiline", State::MultiLine),
    ("protected", State::Protected),
    ("selected", State::Selected),
];

/// A token of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A bare word, an arrow, an equals sign or a comma.
    Word(String),
    /// A text in quotation marks.
    Text(String),
}

/// A line that is neither empty nor a comment.
#[derive(Debug)]
pub(super) struct Line {
    /// Its number in the fixture, from 1.
    pub(super) number: usize,
    /// Its indentation in steps of two blanks.
    pub(super) depth: usize,
    pub(super) tokens: Vec<Token>,
}

/// The lines of a fixture without empty lines and comments. The indentation of the first line is the margin of all, so that
/// a fixture can be indented with its test.
pub(super) fn lines(fixture: &str) -> Result<Vec<Line>, String> {
    let has_content = |line: &str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let margin = fixture.lines().find(|line| has_content(line)).map_or(0, indentation);
    (1..)
        .zip(fixture.lines())
        .filter(|(_, line)| has_content(line))
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

/// The text up to the closing quotation mark and its length in the line; `\n` is a line break, `\"` a quotation mark.
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
