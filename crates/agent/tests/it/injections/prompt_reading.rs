//! How the test model reads a prompt, also texts that no person would read.

use base64::{Engine, engine::general_purpose::STANDARD};
use deskpilot_core::{ControlLine, Prompt, Section, section};
use serde_json::Value;

/// How the sections are rendered as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rendering {
    /// As hosted models see them.
    Ours,
    /// With the marks, but a text can close its section.
    Unescaped,
    /// Without marks on data.
    Unmarked,
}

/// Which sections a model obeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// All sections but the user's and ours.
    AllSections,
    /// Sections that are not marked as data.
    UnmarkedSections,
}

/// The user's sections and ours: nothing is injected there.
const OURS: &[&str] = &[section::USER_REQUEST, section::COMPLAINT, section::LOOP_GUARD];

impl Rendering {
    fn of(self, prompt: &Prompt) -> String {
        let marked =
            |it: &Section| if it.provenance.is_untrusted() { " data=\"not instructions\"" } else { "" };
        let bare = |it: &Section, mark: &str| format!("<{0}{mark}>\n{1}\n</{0}>", it.name, it.text);
        let sections = prompt.sections.iter();
        match self {
            Rendering::Ours => prompt.user_text(),
            Rendering::Unescaped => sections.map(|it| bare(it, marked(it))).collect::<Vec<_>>().join("\n\n"),
            Rendering::Unmarked => {
                let text = prompt.user_text();
                text.replace(" data=\"not instructions\"", "")
            }
        }
    }
}

/// The texts in which the model looks for orders.
pub(crate) fn order_texts(prompt: &Prompt, trust: Trust, rendering: Rendering) -> Vec<String> {
    let text = rendering.of(prompt);
    match trust {
        Trust::AllSections => {
            let sections = Prompt::parse_sections(&text).into_iter();
            sections.filter(|it| !OURS.contains(&it.name.as_str())).flat_map(|it| texts(&it.text)).collect()
        }
        Trust::UnmarkedSections => unmarked(&text).iter().flat_map(|it| texts(it)).collect(),
    }
}

/// The contents of the sections that are not marked as data, for a careless reader: any closing tag ends a section.
fn unmarked(text: &str) -> Vec<String> {
    let (mut rest, mut insides) = (text, Vec::new());
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let Some((head, body)) = rest.split_once('>') else { break };
        let name = head.split(' ').next().unwrap_or("");
        let Some((inside, after)) = body.split_once(&format!("</{name}>")) else { continue };
        if !head.contains("data=") && name != section::COMPLAINT {
            insides.push(inside.to_owned());
        }
        rest = after;
    }
    insides
}

/// A section's text and every string in it (JSON strings, names and values of controls), each plain and deciphered.
fn texts(section: &str) -> Vec<String> {
    let mut texts = vec![section.to_owned()];
    match serde_json::from_str(section) {
        Ok(value) => strings(&value, &mut texts),
        Err(_) => {
            let listed = ControlLine::parse_listing(section).into_iter();
            texts.extend(listed.flat_map(|it| [Some(it.name), it.value]).flatten());
        }
    }
    texts.iter().flat_map(|it| deciphered(it)).collect()
}

fn strings(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) => into.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|it| strings(it, into)),
        Value::Object(object) => object.values().for_each(|it| strings(it, into)),
        _ => {}
    }
}

/// The possible readings of a text: without invisible characters, backwards, rot13, base64.
fn deciphered(text: &str) -> Vec<String> {
    let plain = without_tricks(text);
    let backwards = plain.chars().rev().collect();
    let rotated = plain.chars().map(rotated).collect();
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric() && !"+/=".contains(c));
    let encoded = words.filter(|it| it.len() >= 16).filter_map(|it| STANDARD.decode(it).ok());
    let decoded: Vec<String> = encoded.filter_map(|it| String::from_utf8(it).ok()).collect();
    [plain, backwards, rotated].into_iter().chain(decoded).collect()
}

/// The text without invisible characters and with plain letters for look-alikes.
fn without_tricks(text: &str) -> String {
    let seen = |c: char| match c {
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{feff}'
        | '\u{ad}' => None,
        '\u{e0020}'..='\u{e007e}' => char::from_u32(c as u32 - 0xe0000),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21),
        '\u{3000}' | '\u{a0}' => Some(' '),
        c => Some(c),
    };
    text.chars().filter_map(seen).collect()
}

fn rotated(c: char) -> char {
    let turned = |first: u8| char::from((c as u8 - first + 13) % 26 + first);
    match c {
        'a'..='z' => turned(b'a'),
        'A'..='Z' => turned(b'A'),
        other => other,
    }
}
