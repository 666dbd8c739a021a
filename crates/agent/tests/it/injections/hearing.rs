//! What a model takes in of a prompt, and how it reads what is written so that no person would.

use base64::{Engine, engine::general_purpose::STANDARD};
use deskpilot_core::{ControlLine, Prompt, Section, section};
use serde_json::Value;

/// How the sections are made a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rendering {
    /// As hosted models are shown them.
    Ours,
    /// With the marks, but a text may close its section.
    Unescaped,
    /// Without a word on what is data.
    Unmarked,
}

/// Whom a model believes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Belief {
    /// Whatever it reads, but for what the user and we say.
    Everybody,
    /// Whoever is not marked as data.
    TheUnmarked,
}

/// What is ours or the user's: nothing is injected there.
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
pub(crate) fn heard(prompt: &Prompt, belief: Belief, rendering: Rendering) -> Vec<String> {
    let text = rendering.of(prompt);
    match belief {
        Belief::Everybody => {
            let sections = Prompt::parse_sections(&text).into_iter();
            sections.filter(|it| !OURS.contains(&it.name.as_str())).flat_map(|it| texts(&it.text)).collect()
        }
        Belief::TheUnmarked => unmarked(&text).iter().flat_map(|it| texts(it)).collect(),
    }
}

/// The insides of the sections that are not marked as data, as a careless reader tells them: any closing tag closes.
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

/// A section's text, and every text in it: strings of JSON, names and values of controls; each as it is and deciphered.
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

/// A text as a clever reader might read it.
fn deciphered(text: &str) -> Vec<String> {
    let plain = without_tricks(text);
    let backwards = plain.chars().rev().collect();
    let rotated = plain.chars().map(rotated).collect();
    let words = plain.split(|c: char| !c.is_ascii_alphanumeric() && !"+/=".contains(c));
    let encoded = words.filter(|it| it.len() >= 16).filter_map(|it| STANDARD.decode(it).ok());
    let decoded: Vec<String> = encoded.filter_map(|it| String::from_utf8(it).ok()).collect();
    [plain, backwards, rotated].into_iter().chain(decoded).collect()
}

/// Without what is not seen; letters that only look different are plain ones.
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
