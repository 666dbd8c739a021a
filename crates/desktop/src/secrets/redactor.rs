//! Replaces the secrets typed in a session, and parts of them, by their names in everything read afterwards.

use super::{
    pattern::{Extent, MatchScope, PatternIndex, SecretMatch, SecretPattern, searchable},
    pieces,
    secret_field::SecretField,
    spellings, texts,
    vocabulary::Vocabulary,
};
use crate::DesktopError;
use deskpilot_core::Secret;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// The secrets revealed in this session. Clones share them: a secret added to one is redacted by all.
#[derive(Clone, Default)]
pub struct Redactor {
    known: Arc<RwLock<KnownSecrets>>,
    /// The words that were read; `None` while the session has no secret store.
    words: Arc<Mutex<Option<Vocabulary>>>,
    /// The fields that contain secrets, as the session last knew them.
    fields: Arc<Mutex<Vec<SecretField>>>,
    purpose: Purpose,
}

/// What is redacted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Purpose {
    /// What the session reads, which is in its log.
    #[default]
    Session,
    /// What a person is shown of the session's desktop.
    Watch,
}

#[derive(Default)]
struct KnownSecrets {
    secrets: Vec<KnownSecret>,
    index: PatternIndex,
}

struct KnownSecret {
    placeholder: String,
    value: Secret,
    /// How many words were read before it was first typed. These are in the log, so striking one would only say that it is a
    /// part of the secret.
    words_before: usize,
}

/// The minimum length of a part by which a field is taken for one that holds the secret.
const TELLING: usize = 6;

impl Redactor {
    /// From now on replaces this secret by its name.
    pub(super) fn add(&self, name: &str, secret: &Secret) {
        let placeholder = deskpilot_core::placeholder(name);
        // This lock ends with the line: `redact` takes it while it holds the lock on the secrets.
        let words_before = self.words().as_ref().map_or(0, Vocabulary::count);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.secrets.iter().any(|it| it.placeholder == placeholder && it.value.matches(secret.reveal())) {
            return;
        }
        // One value a name: the value that the user changed it to takes the place of the old one.
        known.secrets.retain(|it| it.placeholder != placeholder);
        known.secrets.push(KnownSecret { placeholder, value: secret.clone(), words_before });
        let mut index = PatternIndex::default();
        for (nth, secret) in known.secrets.iter().enumerate() {
            spellings::of(secret.value.reveal()).into_iter().for_each(|it| index.add(nth, it));
        }
        known.index = index;
    }

    /// One for what a person is shown, with the same secrets.
    #[must_use]
    pub fn for_watch(&self) -> Redactor {
        Redactor { purpose: Purpose::Watch, ..self.clone() }
    }

    /// Whether it redacts what a person is shown, and not what the session reads.
    pub(super) fn is_for_watch(&self) -> bool {
        self.purpose == Purpose::Watch
    }

    /// Tells the watches of the session which fields contain secrets.
    pub(super) fn share_fields(&self, fields: &[SecretField]) {
        if !self.is_for_watch() {
            fields.clone_into(&mut self.fields.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// The fields that contain secrets, as the session last knew them.
    pub(super) fn shared_fields(&self) -> Vec<SecretField> {
        self.fields.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Remembers from now on which words were read before a secret was typed.
    pub(super) fn remember_words(&self) {
        self.words().get_or_insert_with(Vocabulary::with_own_words);
    }

    /// The text without the secrets, for text that reached this process by another way than a redacted port.
    pub fn redact_text(&self, mut text: String) -> String {
        self.redact([&mut text], MatchScope::Parts);
        text
    }

    /// Whether no secret has been revealed yet.
    pub(super) fn is_empty(&self) -> bool {
        self.known.read().unwrap_or_else(PoisonError::into_inner).secrets.is_empty()
    }

    /// Replaces the secrets in the texts. Returns whether there were any.
    pub(super) fn redact<'t>(
        &self,
        texts: impl IntoIterator<Item = &'t mut String>,
        scope: MatchScope,
    ) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut words = self.words();
        if known.secrets.is_empty() && words.is_none() {
            return false;
        }
        let mut found_any = false;
        for text in texts {
            if let Some(text_without) = known.replaced(text, scope, words.as_ref()) {
                *text = text_without;
                found_any = true;
            }
            // What only a person was shown is not in the log.
            if let Some(words) = words.as_mut().filter(|_| !self.is_for_watch()) {
                words.add(text);
            }
        }
        found_any
    }

    /// Whether a secret is in the text, or a part of it where the scope says so. Reads the text in pieces, because what finds
    /// secrets takes many times the room of what it reads.
    pub(super) fn is_in(&self, text: &str, scope: MatchScope) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let words = self.words();
        // More than its length, because separators may stand between its letters; longer gaps at a border are missed. Four bytes are
        // the longest character.
        let shared = (16 * 4 * known.index.longest()).max(4096);
        !known.secrets.is_empty()
            && pieces::of(text, shared).any(|piece| {
                let written: Vec<char> = piece.chars().collect();
                !known.matches(&written, scope, words.as_ref()).is_empty()
            })
    }

    /// Whether the secret of this name has been revealed.
    pub(super) fn knows(&self, name: &str) -> bool {
        let placeholder = deskpilot_core::placeholder(name);
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.secrets.iter().any(|it| it.placeholder == placeholder)
    }

    /// The placeholder of a secret of which the text has so much that its control holds it.
    pub(super) fn held_secret(&self, text: &str) -> Option<String> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let written: Vec<char> = text.chars().collect();
        let found = known.matches(&written, MatchScope::Parts, self.words().as_ref());
        let most = found.into_iter().max_by_key(|it| it.extent)?;
        let is_telling = most.extent >= Extent::Part(TELLING);
        is_telling.then(|| known.secrets[most.secret].placeholder.clone())
    }

    /// Whether the text is a remainder of this secret, however short.
    pub(super) fn is_remainder(&self, text: &str, placeholder: &str) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let letters: Vec<char> = text.chars().collect();
        let secret = known.secrets.iter().find(|it| it.placeholder == placeholder);
        secret.is_some_and(|it| SecretPattern::of(it.value.reveal(), 1).contains(&searchable(&letters)))
    }

    fn words(&self) -> std::sync::MutexGuard<'_, Option<Vocabulary>> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl KnownSecrets {
    /// The text with the placeholders in place of the secrets; `None` if nothing matches.
    fn replaced(&self, text: &str, scope: MatchScope, words: Option<&Vocabulary>) -> Option<String> {
        if self.secrets.is_empty() {
            return None;
        }
        let written: Vec<char> = text.chars().collect();
        let found = self.matches(&written, scope, words);
        if found.is_empty() {
            return None;
        }
        let (mut struck, mut from) = (String::with_capacity(text.len()), 0);
        for SecretMatch { range, secret, .. } in found {
            struck.extend(&written[from..range.start]);
            struck.push_str(&self.secrets[secret].placeholder);
            from = range.end;
        }
        struck.extend(&written[from..]);
        Some(struck)
    }

    fn matches(&self, written: &[char], scope: MatchScope, words: Option<&Vocabulary>) -> Vec<SecretMatch> {
        let text = searchable(written);
        let mut found = self.index.matches(&text, scope);
        found.retain(|it| it.extent == Extent::Whole || !self.is_known_word(it, &text, words));
        found
    }

    /// Whether the match lies within a word that was read before the secret was typed.
    fn is_known_word(&self, found: &SecretMatch, text: &[char], words: Option<&Vocabulary>) -> bool {
        let Some(words) = words else { return false };
        let range = found.range.clone();
        if !text[range.clone()].iter().all(|it| it.is_alphanumeric()) {
            return false;
        }
        let before = text[..range.start].iter().rev().take_while(|it| it.is_alphanumeric()).count();
        let after = text[range.end..].iter().take_while(|it| it.is_alphanumeric()).count();
        let word = &text[range.start - before..range.end + after];
        words.was_read(word, self.secrets[found.secret].words_before)
    }
}

/// The result of a call without secrets: the texts of its value, or of its error.
pub(super) fn redact_result<T>(
    redactor: &Redactor,
    result: Result<T, DesktopError>,
    texts: impl FnOnce(&mut T) -> Vec<&mut String>,
) -> Result<T, DesktopError> {
    match result {
        Ok(mut value) => {
            redactor.redact(texts(&mut value), MatchScope::Parts);
            Ok(value)
        }
        Err(mut error) => {
            redactor.redact(texts::of_error(&mut error), MatchScope::Parts);
            Err(error)
        }
    }
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Redactor")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_secret_and_every_part_of_it_is_struck() {
        let redactor = Redactor::default();
        redactor.add("mail", &Secret::new("Open & sesame/42"));
        for (text, expected) in [
            ("it is open & SESAME/42.", "it is {{secret:mail}}."),
            ("Open &amp; sesame/42", "{{secret:mail}}"),
            ("?q=Open%20%26%20sesame%2F42&x", "?q={{secret:mail}}&x"),
            ("24/emases & nepO", "{{secret:mail}}"),
            ("4f70656e20262073", "{{secret:mail}}"),
            ("key T3BlbiAmIHNlc2FtZS80Mg==", "key {{secret:mail}}g=="),
            ("same", "{{secret:mail}}"),
            ("sam", "sam"),
            ("", ""),
        ] {
            assert_eq!(redactor.redact_text(text.to_owned()), expected, "{text}");
        }
    }

    #[test]
    fn a_secret_is_found_at_every_place_of_a_long_text() {
        let redactor = Redactor::default();
        redactor.add("mail", &Secret::new("opensesame42"));
        let long = "abc ".repeat(pieces::PIECE / 4 + 100);
        assert!(!redactor.is_in(&long, MatchScope::Parts));
        for at in (pieces::PIECE - 40..pieces::PIECE + 40).step_by(7).chain([0, long.len()]) {
            for (written, scope) in [
                ("opensesame42", MatchScope::Whole),
                ("open sesame-42", MatchScope::Whole),
                ("sesa", MatchScope::Parts),
            ] {
                let text = [&long[..at], written, &long[at..]].concat();
                assert!(redactor.is_in(&text, scope), "{written} at {at}");
            }
        }
        assert!(!redactor.is_in("sesame", MatchScope::Whole));
    }

    #[test]
    fn a_word_that_only_a_person_was_shown_is_struck() {
        for (is_watched, expected) in [(true, "{{secret:mail}}"), (false, "horses")] {
            let session = Redactor::default();
            session.remember_words();
            let reader = if is_watched { session.for_watch() } else { session.clone() };
            assert_eq!(reader.redact_text("horses".into()), "horses");
            session.add("mail", &Secret::new("fire horses open"));
            assert_eq!(session.redact_text("horses".into()), expected);
        }
    }

    #[test]
    fn a_word_that_was_read_before_the_secret_stays_and_no_other() {
        let redactor = Redactor::default();
        redactor.remember_words();
        for text in ["Password", "The horse", "Mozilla Firefox"] {
            assert_eq!(redactor.redact_text(text.to_owned()), text);
        }
        redactor.add("mail", &Secret::new("password fire horses open send"));
        for (text, expected) in [
            ("Password:", "Password:"),
            ("Firefox", "Firefox"),
            ("passwordy", "{{secret:mail}}y"),
            ("passw", "{{secret:mail}}"),
            ("a horse", "a horse"),
            ("\"Login\" opened", "\"Login\" opened"),
            ("Send", "Send"),
            ("fire horse", "{{secret:mail}}"),
            ("password fire horses", "{{secret:mail}}"),
        ] {
            assert_eq!(redactor.redact_text(text.to_owned()), expected, "{text}");
        }
        // Adding it again, as every typing does, does not make its parts known words.
        redactor.redact_text("passwordy".into());
        redactor.add("mail", &Secret::new("password fire horses open send"));
        assert_eq!(redactor.redact_text("passw".into()), "{{secret:mail}}");
    }
}
