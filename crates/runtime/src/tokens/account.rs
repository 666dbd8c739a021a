//! Counts the tokens of a step, a round or a task.

use deskpilot_core::{Entry, Projection, Prompt, Size, fold::Cost};
use deskpilot_desktop::view::tokens;
use deskpilot_model::{PictureTokens, picture_tokens};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The tokens of prompts by part, and their cost.
#[derive(Clone, Debug, Default)]
pub struct TokenAccount {
    /// The number of prompts.
    pub prompts: u32,
    /// Prompts that are missing from the log or damaged.
    pub unread: u32,
    /// Estimated tokens by part, in the order of prompts.
    pub parts: Vec<(String, u64)>,
    /// Tokens of the parts at the beginning of a prompt that are the same as in that agent's last prompt.
    pub repeated: u64,
    /// The pictures of the prompts.
    pub pictures: PictureTally,
    /// The provider's report.
    pub cost: Cost,
}

/// The pictures of prompts.
#[derive(Clone, Debug, Default)]
pub struct PictureTally {
    /// How many there are.
    pub count: u64,
    /// Their pixels.
    pub pixels: u64,
    /// Tokens of the counted pictures.
    pub tokens: u64,
    /// Pictures of models whose way of counting is unknown.
    pub uncounted: u64,
    /// How the counted pictures were counted.
    pub formulas: BTreeSet<String>,
}

/// A part of a prompt.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PromptPart {
    name: String,
    text: String,
    tokens: u64,
}

/// The texts of a prompt, in the order in which providers read them.
pub(super) fn parts_of(prompt: &Prompt) -> Vec<PromptPart> {
    let part =
        |name: &str, text: String| PromptPart { name: name.into(), tokens: tokens(&text) as u64, text };
    let mut parts =
        vec![part("contract", prompt.contract.schema.to_string()), part("system", prompt.system.clone())];
    for section in &prompt.sections {
        let alone = Prompt { sections: vec![section.clone()], ..prompt.clone() };
        // With the marks around it, as in the request.
        parts.push(part(&section.name, alone.user_text()));
    }
    if !prompt.pictures.is_empty() {
        let captions: Vec<&str> = prompt.pictures.iter().map(|it| it.caption.as_str()).collect();
        parts.push(part("captions", captions.join("\n")));
    }
    parts
}

impl TokenAccount {
    /// Counts a prompt of these parts, after the agent's last one.
    pub(super) fn add_prompt(&mut self, parts: &[PromptPart], last: &[PromptPart]) {
        self.prompts += 1;
        parts.iter().for_each(|part| self.put(&part.name, part.tokens));
        let same = parts.iter().zip(last).take_while(|(part, last)| part == last);
        self.repeated += same.map(|(part, _)| part.tokens).sum::<u64>();
    }

    /// Counts a prompt that is missing or damaged.
    pub(super) fn add_unread_prompt(&mut self) {
        self.prompts += 1;
        self.unread += 1;
    }

    /// Counts pictures for this model.
    pub(super) fn add_pictures(&mut self, pictures: &[Option<Size>], model: &str) {
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

    /// Counts the reported tokens and the cost of a reply.
    pub(super) fn add_reply(&mut self, entry: &Entry) {
        self.cost.apply(entry);
    }

    /// Adds another account.
    pub(super) fn add(&mut self, other: &TokenAccount) {
        self.prompts += other.prompts;
        self.unread += other.unread;
        self.repeated += other.repeated;
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
    pub fn texts(&self) -> u64 {
        self.parts.iter().map(|(_, tokens)| tokens).sum()
    }
}

impl Serialize for TokenAccount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts: Map<String, Value> =
            self.parts.iter().map(|(part, tokens)| (part.clone(), (*tokens).into())).collect();
        let PictureTally { count, pixels, tokens, uncounted, formulas } = &self.pictures;
        let all = json!({
            "prompts": self.prompts,
            "prompts_missing": self.unread,
            "parts": parts,
            "text_tokens": self.texts(),
            "begun_as_before": self.repeated,
            "pictures": {
                "count": count, "pixels": pixels, "tokens": tokens, "not_counted": uncounted,
                "formulas": formulas,
            },
            "reported": {
                "replies": self.cost.calls,
                "input_tokens": self.cost.input_tokens,
                "cached_tokens": self.cost.cached_tokens,
                "output_tokens": self.cost.output_tokens,
            },
            "dollars": self.cost.dollars,
            "replies_of_unknown_price": self.cost.unpriced,
        });
        all.serialize(serializer)
    }
}

impl PictureTally {
    fn counted(&mut self, known: PictureTokens, size: Size) {
        self.tokens += known.of(size);
        self.formulas.insert(known.to_string());
    }

    fn add(&mut self, other: &PictureTally) {
        self.count += other.count;
        self.pixels += other.pixels;
        self.tokens += other.tokens;
        self.uncounted += other.uncounted;
        self.formulas.extend(other.formulas.iter().cloned());
    }
}
