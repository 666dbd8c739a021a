//! A window that asks for a password before it shows its document.

use crate::{
    ActionRequest, Target,
    draft::{AppDraft, AppMove},
    facts::{AppFacts, NestedControl},
};
use deskpilot_core::{
    Call, Caution, NextStatus, Question, Role, State, fold::Blackboard, named_secrets, placeholder,
};
use serde_json::{Map, Value, json};

/// The longest text of a prompt that a question repeats, in bytes.
const LONGEST_TEXT: usize = 300;

/// The longest ending of a file, in characters.
const LONGEST_ENDING: usize = 5;

/// The keys that accept what was typed.
pub const ACCEPTING: &str = "{ENTER}";

/// A window with a field for a password and no other text.
pub(crate) struct PasswordPrompt<'s> {
    field: NestedControl<'s>,
    /// What the window says.
    text: String,
    /// Its title and all of its texts, a line each.
    words: String,
}

impl<'s> PasswordPrompt<'s> {
    /// The prompt that the window is, if it is one: a page with a login has other fields, or is a document.
    pub(crate) fn of(facts: &AppFacts<'s>) -> Option<PasswordPrompt<'s>> {
        let is_password = |it: &NestedControl<'_>| it.role == Role::Edit && it.is(State::Protected);
        let is_other = |it: &NestedControl<'_>| match it.role {
            Role::Document => true,
            Role::Edit => !it.is(State::Protected),
            _ => false,
        };
        if facts.controls.iter().any(is_other) {
            return None;
        }
        let field = facts.controls.iter().copied().find(|it| is_password(it) && it.has_label())?;
        let words =
            std::iter::once(facts.window.title.as_str()).chain(texts(facts)).collect::<Vec<_>>().join("\n");
        Some(PasswordPrompt { field, text: longest_text(facts), words })
    }

    /// The file that the window names in place of this one: it asks for the password of another document. `None` where it names this
    /// one, or none, as many do.
    pub(crate) fn other_file(&self, file: &str) -> Option<&str> {
        if names_file(&self.words, file) {
            return None;
        }
        self.words
            .split_whitespace()
            .map(|it| it.trim_matches(is_around_name))
            .find(|it| is_file_name(it) && *it != file)
    }

    /// What the window says, for a person who is to recognise it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Types the secret of this name, and accepts it.
    pub(crate) fn typing(&self, secret: &str, then: NextStatus) -> AppDraft {
        let requested = vec![
            self.request(
                "set_edit_text",
                [("text", json!(placeholder(secret))), ("clear_current_text", json!(true))],
            ),
            self.request("keyboard_input", [("keys", json!(ACCEPTING)), ("control_focus", json!(true))]),
        ];
        let does = AppMove::Act { requested, caution: Caution::Usual, then };
        AppDraft::new(does, "The document asks for its password, and its secret is named.")
    }

    fn request(&self, command: &str, args: [(&str, Value); 2]) -> ActionRequest {
        let args: Map<String, Value> = args.into_iter().map(|(name, it)| (name.to_owned(), it)).collect();
        let call = Call { command: command.to_owned(), args };
        ActionRequest { call, target: Target::Control(self.field.control().clone()) }
    }
}

/// What a window says that has nothing but a text and buttons; `None` for any other.
pub(crate) fn message(facts: &AppFacts<'_>) -> Option<String> {
    let is_of_message = |it: &NestedControl<'_>| matches!(it.role, Role::Text | Role::Button | Role::Image);
    let has_button = facts.controls.iter().any(|it| it.role == Role::Button);
    let says = Some(longest_text(facts)).filter(|it| !it.is_empty());
    says.filter(|_| has_button && facts.controls.iter().all(is_of_message))
}

/// The texts of a window.
fn texts<'f>(facts: &'f AppFacts<'_>) -> impl Iterator<Item = &'f str> {
    facts.controls.iter().filter(|it| it.role == Role::Text).map(|it| it.text().trim())
}

/// The longest of them, in one line.
fn longest_text(facts: &AppFacts<'_>) -> String {
    let text = texts(facts).max_by_key(|it| it.len()).unwrap_or_default().replace('\n', " ");
    text[..text.floor_char_boundary(LONGEST_TEXT)].to_owned()
}

/// Whether a text has this name of a file, and not only as a part of a longer one.
fn names_file(text: &str, file: &str) -> bool {
    let is_of_name = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_');
    text.match_indices(file).any(|(at, _)| {
        let mut after = text[at + file.len()..].chars();
        let ends = match after.next() {
            Some('.') => !after.next().is_some_and(char::is_alphanumeric),
            next => !next.is_some_and(is_of_name),
        };
        ends && !text[..at].ends_with(|it: char| is_of_name(it) || it == '.')
    })
}

/// Whether a character may stand around the name of a file in a sentence.
fn is_around_name(letter: char) -> bool {
    !letter.is_alphanumeric() && !matches!(letter, '-' | '_')
}

/// Whether a word looks like the name of a file: it has an ending.
fn is_file_name(word: &str) -> bool {
    let Some((stem, ending)) = word.rsplit_once('.') else { return false };
    let is_ending = |it: &str| {
        it.len() >= 2 && it.starts_with(char::is_alphabetic) && it.chars().all(char::is_alphanumeric)
    };
    let is_address =
        word.contains('@') || word.starts_with("www.") || matches!(ending, "com" | "org" | "net");
    !is_address
        && stem.contains(char::is_alphanumeric)
        && is_ending(ending)
        && ending.chars().count() <= LONGEST_ENDING
}

/// The question for the secret of a document.
pub(crate) fn question(document: &str) -> Question {
    let secret = placeholder("NAME");
    Question(format!(
        "{document} asks for a password. Keep it under a name with `deskpilot secret set NAME`. Then answer {secret}, write it into the \
         request, or add `--secret NAME` to a call. Do not write the password itself: the log keeps answers."
    ))
}

/// The secret that the answer to this question names: none if there is no answer, or it names none.
pub(crate) fn answered_secret<'b>(board: &'b Blackboard, question: &Question) -> Option<&'b str> {
    let answer = board.questions.iter().rev().find(|it| it.question == question.0)?;
    named_secrets(&answer.answer).into_iter().next()
}

/// A draft that asks for the secret.
pub(crate) fn asking(question: Question) -> AppDraft {
    AppDraft::new(AppMove::Ask(vec![question]), "The document asks for a password, and no secret is named.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_its_whole_name() {
        for (text, expected) in [
            ("Enter password to open file:\nnotes.odt", true),
            ("The document \"/d/notes.odt\" is locked.", true),
            ("notes.odt is locked", true),
            ("Open notes.odt.", true),
            ("my-notes.odt", false),
            ("old.notes.odt", false),
            ("notes.odt.gpg", false),
            ("notes.odts", false),
            ("Enter password", false),
        ] {
            assert_eq!(names_file(text, "notes.odt"), expected, "{text}");
        }
    }

    #[test]
    fn a_word_with_an_ending_is_the_name_of_a_file() {
        for (word, expected) in [
            ("budget.ods", true),
            ("/d/b.7z", false),
            ("a.docx", true),
            ("7.4", false),
            ("e.g", false),
            (".odt", false),
            ("file:", false),
        ] {
            assert_eq!(is_file_name(word), expected, "{word}");
        }
    }
}
