//! One account of tokens: of a step, of a round, of the whole task.

use deskpilot_core::{Entry, Projection, Prompt, Size, fold::Cost};
use deskpilot_desktop::view::tokens;
use deskpilot_model::{PictureTokens, picture_tokens};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// What the numbers of the parts are.
pub(super) const ESTIMATE: &str = "tokens of texts are estimated from above, without any model's vocabulary";

/// What prompts are made of, and what was paid for them.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    /// Whether more prompts of the same step may come.
    pub(super) open: bool,
    /// Prompts.
    pub(super) prompts: u32,
    /// Prompts whose blob is missing or damaged.
    pub(super) unread: u32,
    /// Estimated tokens by part, in the order that prompts have them in.
    pub(super) parts: Vec<(String, u64)>,
    /// Tokens of the parts that begin a prompt and began that agent's last one too.
    pub(super) begun: u64,
    pub(super) pictures: Shown,
    /// What the provider reported.
    pub(super) cost: Cost,
}

/// The pictures of prompts.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    pub(super) count: u64,
    pub(super) pixels: u64,
    /// Tokens of those that could be counted.
    pub(super) tokens: u64,
    /// Pictures of which nobody knows how many tokens they are.
    pub(super) uncounted: u64,
    /// How the others were counted.
    pub(super) formulas: BTreeSet<String>,
}

/// A part of a prompt.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    name: String,
    text: String,
    tokens: u64,
}

/// The texts of a prompt, in the order that providers read them in.
pub(super) fn parts_of(prompt: &Prompt) -> Vec<Part> {
    let part = |name: &str, text: String| Part { name: name.into(), tokens: tokens(&text) as u64, text };
    let mut parts =
        vec![part("contract", prompt.contract.schema.to_string()), part("system", prompt.system.clone())];
    for section in &prompt.sections {
        let alone = Prompt { sections: vec![section.clone()], ..prompt.clone() };
        // As it is sent, between its marks.
        parts.push(part(&section.name, alone.user_text()));
    }
    if !prompt.pictures.is_empty() {
        let captions: Vec<&str> = prompt.pictures.iter().map(|it| it.caption.as_str()).collect();
        parts.push(part("captions", captions.join("\n")));
    }
    parts
}

impl Account {
    /// Takes in a prompt of these parts; that agent's last one had those.
    pub(super) fn ask(&mut self, parts: &[Part], last: &[Part]) {
        self.prompts += 1;
        parts.iter().for_each(|part| self.put(&part.name, part.tokens));
        let same = parts.iter().zip(last).take_while(|(part, last)| part == last);
        self.begun += same.map(|(part, _)| part.tokens).sum::<u64>();
    }

    /// Takes in a prompt that is not known any more.
    pub(super) fn ask_unread(&mut self) {
        self.prompts += 1;
        self.unread += 1;
    }

    /// Takes in pictures that this model was shown.
    pub(super) fn show(&mut self, pictures: &[Option<Size>], model: &str) {
        let known = picture_tokens(model);
        for size in pictures {
            self.pictures.count += 1;
            self.pictures.pixels += size.map_or(0, |it| u64::from(it.width) * u64::from(it.height));
            match known.zip(*size) {
                Some((known, size)) => self.pictures.counted(known, size),
                None => self.pictures.uncounted += 1,
            }
        }
    }

    /// Takes in what a reply used up.
    pub(super) fn pay(&mut self, entry: &Entry) {
        self.cost.apply(entry);
    }

    /// Takes in another account.
    pub(super) fn add(&mut self, other: &Account) {
        self.prompts += other.prompts;
        self.unread += other.unread;
        self.begun += other.begun;
        other.parts.iter().for_each(|(part, tokens)| self.put(part, *tokens));
        self.pictures.add(&other.pictures);
        self.cost.dollars += other.cost.dollars;
        self.cost.unpriced += other.cost.unpriced;
        self.cost.calls += other.cost.calls;
        self.cost.input_tokens += other.cost.input_tokens;
        self.cost.cached_tokens += other.cost.cached_tokens;
        self.cost.output_tokens += other.cost.output_tokens;
    }

    fn put(&mut self, part: &str, tokens: u64) {
        match self.parts.iter_mut().find(|(known, _)| known == part) {
            Some((_, sum)) => *sum += tokens,
            None => self.parts.push((part.to_owned(), tokens)),
        }
    }

    /// Estimated tokens of all texts.
    pub(super) fn texts(&self) -> u64 {
        self.parts.iter().map(|(_, tokens)| tokens).sum()
    }

    /// Writes itself into an object.
    pub(super) fn json_into(&self, object: &mut Value) {
        let parts: Map<String, Value> =
            self.parts.iter().map(|(part, tokens)| (part.clone(), (*tokens).into())).collect();
        let Shown { count, pixels, tokens, uncounted, formulas } = &self.pictures;
        object["prompts"] = self.prompts.into();
        object["prompts_missing"] = self.unread.into();
        object["parts"] = parts.into();
        object["text_tokens"] = self.texts().into();
        object["begun_as_before"] = self.begun.into();
        object["pictures"] = json!({
            "count": count, "pixels": pixels, "tokens": tokens, "not_counted": uncounted, "formulas": formulas,
        });
        object["reported"] = json!({
            "replies": self.cost.calls,
            "input_tokens": self.cost.input_tokens,
            "cached_tokens": self.cost.cached_tokens,
            "output_tokens": self.cost.output_tokens,
        });
        object["dollars"] = self.cost.dollars.into();
        object["replies_of_unknown_price"] = self.cost.unpriced.into();
    }
}

impl Shown {
    fn counted(&mut self, known: PictureTokens, size: Size) {
        self.tokens += known.of(size);
        self.formulas.insert(known.to_string());
    }

    fn add(&mut self, other: &Shown) {
        self.count += other.count;
        self.pixels += other.pixels;
        self.tokens += other.tokens;
        self.uncounted += other.uncounted;
        self.formulas.extend(other.formulas.iter().cloned());
    }
}
