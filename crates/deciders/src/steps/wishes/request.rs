//! Divides a request in free words into clauses, each of which is understood; a text ends where the rest is understood, too.

use super::{
    super::grammar::form_of,
    clause::{application, wish_of},
    letters::{is_letter, is_signature, is_signed},
    likely_text::is_surely_text,
    lines::Division,
    numbers::Commas,
    patterns::Place,
    sums::sum_of,
    talk::is_talk,
    thanks::{both_readings, ends_with_text, without_thanks},
    vocabulary::Vocabulary,
    wish::{Text, Wish},
    words::{Word, written},
};
use std::collections::BTreeMap;

/// The most words of a request that are tried in all divisions.
const MOST_WORDS: usize = 80;

/// What stands before a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Before {
    /// Nothing.
    Start,
    /// A clause that opens applications: the next may be the name of one alone.
    Opening,
    /// A text without quotation marks: what follows may belong to it.
    Text,
    /// Another clause.
    Other,
}

/// The wishes of a request, if all of it is understood. The error has both readings of words that may belong to a text or not.
pub(super) fn wishes(
    vocabulary: &Vocabulary,
    request: &str,
    words: &[Word],
    commas: Commas,
    division: Division,
) -> Result<Option<Vec<Wish>>, String> {
    if words.len() > MOST_WORDS {
        return Ok(None);
    }
    let mut reading =
        Reading { vocabulary, request, words, commas, division, failed: BTreeMap::new(), doubt: None };
    let wishes = reading.from(0, Before::Start);
    match (wishes, reading.doubt) {
        (None, Some(doubt)) => Err(doubt),
        (wishes, _) => Ok(wishes),
    }
}

struct Reading<'r> {
    vocabulary: &'r Vocabulary,
    request: &'r str,
    words: &'r [Word],
    commas: Commas,
    division: Division,
    /// From where the words are not understood.
    failed: BTreeMap<(usize, Before), ()>,
    /// Why a reading was given up that has another one.
    doubt: Option<String>,
}

impl Reading<'_> {
    /// The wishes of the words from here on.
    fn from(&mut self, at: usize, before: Before) -> Option<Vec<Wish>> {
        let start = self.after_courtesy(at, before);
        if start == self.words.len() {
            // A joint with nothing behind it belongs to the text before it.
            let is_left_over = before == Before::Text && at < start && !self.words[at - 1].ends_sentence();
            return (!is_left_over).then(Vec::new);
        }
        if self.failed.contains_key(&(start, before)) {
            return None;
        }
        for end in self.ends(start) {
            let Some(wish) = self.clause(start, end, before) else { continue };
            let next = match (&wish, wish.text()) {
                (Wish::Open(_), _) => Before::Opening,
                (_, Some(Text::Plain(_))) => Before::Text,
                _ => Before::Other,
            };
            if self.closes_a_letter(&wish, end) {
                continue;
            }
            if let Some(mut rest) = self.from(end, next) {
                rest.insert(0, wish);
                return Some(rest);
            }
        }
        self.failed.insert((start, before), ());
        None
    }

    /// Whether only thanks follow a text that may be a letter, and end with them; a doubt is kept.
    fn closes_a_letter(&mut self, wish: &Wish, end: usize) -> bool {
        let Wish::Type { text: Text::Plain(text), .. } = wish else { return false };
        let rest = &self.words[end..];
        let closes = is_letter(text) && !rest.is_empty() && self.vocabulary.is_one("courtesy", rest);
        if closes {
            self.doubt = Some(both_readings(wish, written(self.request, rest)));
        }
        closes
    }

    /// Where the clause from here on may end: behind a mark, before a joint, and at the end.
    fn ends(&self, start: usize) -> Vec<usize> {
        let is_end = |at: &usize| {
            *at == self.words.len()
                || !self.words[at - 1].marks.is_empty()
                || ["joint", "reason", "talk-phrase"]
                    .iter()
                    .any(|it| self.vocabulary.longest(it, &self.words[*at..]) > 0)
        };
        (start + 1..=self.words.len()).filter(is_end).collect()
    }

    /// The place behind joints, greetings, and thanks that are sentences of their own.
    fn after_courtesy(&self, mut at: usize, before: Before) -> usize {
        loop {
            let rest = &self.words[at..];
            let ends_alone = |length: &usize| {
                let end = at + length;
                *length > 0 && (end == self.words.len() || !self.words[end - 1].marks.is_empty())
            };
            // Behind a comma it may belong to the text.
            let may_be_text = before == Before::Text && at > 0 && !self.words[at - 1].ends_sentence();
            let alone =
                |class: &str| Some(self.vocabulary.longest(class, rest)).filter(ends_alone).unwrap_or(0);
            let courtesy = match may_be_text {
                true => 0,
                false => alone("courtesy").max(alone("greeting")).max(alone("thanks")),
            };
            let skipped =
                self.vocabulary.longest("joint", rest).max(courtesy).max(self.signature(at, before));
            if skipped == 0 {
                return at;
            }
            at += skipped;
        }
    }

    /// How many words from here on close a letter with the name of the writer; they are the last of the request, and belong to
    /// no text.
    fn signature(&self, at: usize, before: Before) -> usize {
        let rest = &self.words[at..];
        if is_signature(self.vocabulary, self.request, rest) && before != Before::Text {
            rest.len()
        } else {
            0
        }
    }

    /// The wish of one clause.
    fn clause(&mut self, start: usize, end: usize, before: Before) -> Option<Wish> {
        let (request, all) = (self.request, self.words);
        let whole = &all[start..end];
        let without = without_thanks(self.vocabulary, whole);
        let wish = match self.asked(without, before) {
            Some(wish) if without.len() < whole.len() && ends_with_text(written(request, without), &wish) => {
                let thanks = &whole[without.len()..];
                if (0..thanks.len()).any(|at| self.vocabulary.longest("courtesy", &thanks[at..]) > 0) {
                    self.doubt = Some(both_readings(&wish, written(request, thanks)));
                    return None;
                }
                self.asked(whole, before)?
            }
            Some(wish) => wish,
            None => self.asked(whole, before)?,
        };
        let is_sure = match (&wish, wish.text()) {
            (Wish::Type { place: Place::Unsure, .. }, Some(Text::Plain(text))) => {
                is_surely_text(text)
                    && !self.has_step(whole)
                    && !is_signed(self.vocabulary, self.request, whole, text)
            }
            (_, Some(Text::Plain(text))) => !is_signed(self.vocabulary, self.request, whole, text),
            _ => true,
        };
        is_sure.then_some(wish)
    }

    /// Whether a step of the grammar begins inside of these words, behind a mark or a joint.
    fn has_step(&self, words: &[Word]) -> bool {
        let begins = |at: usize| {
            let joint = self.vocabulary.longest("joint", &words[at..]);
            let is_border = joint > 0 || !words[at - 1].marks.is_empty();
            let rest = words.get(at + joint..).filter(|it| is_border && !it.is_empty());
            rest.is_some_and(|rest| is_step(&self.request[rest[0].place.start..]))
        };
        (1..words.len()).any(begins)
    }

    /// The wish of a clause, with or without the words of asking before it.
    fn asked(&mut self, words: &[Word], before: Before) -> Option<Wish> {
        if let Some(wish) = self.stated(words, before) {
            return Some(wish);
        }
        let mut rest = words;
        loop {
            let length = self.vocabulary.longest("ask", rest).max(self.vocabulary.longest("greeting", rest));
            if length == 0 || length == rest.len() {
                return None;
            }
            rest = &rest[length..];
            if let Some(wish) = self.stated(rest, before) {
                return Some(wish);
            }
        }
    }

    fn stated(&mut self, words: &[Word], before: Before) -> Option<Wish> {
        if self.vocabulary.is_one("to-open", words) && before == Before::Opening {
            return Some(Wish::Nothing);
        }
        let mut names = self.vocabulary.lengths("article", words);
        names.push(0);
        let is_name = |words: &[Word]| application(self.vocabulary, words);
        if matches!(before, Before::Opening | Before::Start)
            && let Some(name) = names.into_iter().find_map(|article| is_name(&words[article..]))
        {
            return Some(Wish::Open(vec![name]));
        }
        // Behind a text a sum needs a verb, or it is a part of the text.
        let is_asked = before != Before::Text || self.is_asked_sum(words);
        match sum_of(self.vocabulary, words, self.commas) {
            Ok(Some(sum)) if is_asked => return Some(Wish::Compute(sum)),
            Err(doubt) if is_asked => self.doubt = Some(doubt),
            _ => {}
        }
        if before != Before::Text && is_talk(self.vocabulary, words) {
            return Some(Wish::Nothing);
        }
        let wish = wish_of(self.vocabulary, self.request, words, self.division)?;
        let may_follow_text =
            !matches!(wish, Wish::Type { .. } | Wish::Says(_) | Wish::Nothing | Wish::Several(_));
        (before != Before::Text || may_follow_text || matches!(wish, Wish::Nothing)).then_some(wish)
    }

    fn is_asked_sum(&self, words: &[Word]) -> bool {
        let classes = ["compute", "add-numbers", "subtract-numbers", "multiply-numbers", "divide-numbers"];
        classes.iter().any(|class| self.vocabulary.longest(class, words) > 0)
    }
}

/// Whether the grammar reads a step here that has an object.
fn is_step(text: &str) -> bool {
    form_of(text).is_some_and(|(form, object)| !object.is_empty() && (form.parse)(object).is_ok())
}
