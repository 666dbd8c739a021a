//! The facts about one model.

use crate::{Images, PictureTokens, Price, ReplyFormat};
use deskpilot_core::PictureLimits;
use jiff::civil::{Date, date};

/// A row of the table of models: a model, or a family whose other members are asked in the same way.
#[derive(Clone, Copy, Debug)]
pub struct KnownModel {
    /// Its maker and its name, such as `anthropic/claude-opus-5-5`. The name of a family is the beginning of those of its
    /// members, and ends in `*`.
    pub name: &'static str,
    /// The day on which its maker released it, if known.
    pub from: Option<Date>,
    /// The day on which its maker switches it off; `None` if no day is announced.
    pub until: Option<Date>,
    /// Whether it can see.
    pub images: Images,
    /// How its replies can be given a format.
    pub reply_format: ReplyFormat,
    /// Whether it thinks before it replies.
    pub thinking: Thinking,
    /// The tool with which it works on a screen.
    pub computer: ComputerTool,
    /// How many tokens its prompt and its reply may have together, if known.
    pub context: Option<u32>,
    /// How many tokens its reply may have, if known.
    pub output: Option<u32>,
    /// The size above which its provider scales pictures down or refuses them. A larger picture only costs time.
    pub pictures: PictureLimits,
    /// How its provider counts pictures, if known.
    pub picture_tokens: Option<PictureTokens>,
    /// What its tokens cost at its maker's, if known.
    pub price: Option<Price>,
}

/// Whether a model thinks before it replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    /// Never, or only if a request asks for it; it takes a temperature.
    OnRequest,
    /// As far as it finds necessary; it takes no temperature.
    Adaptive,
    /// Always, or at least with no switch that a request may use. It takes no temperature, nobody can force it to call a
    /// tool, and what it thought must be sent back unchanged in a conversation that nobody changed.
    Always,
}

impl Thinking {
    /// Whether a request may set the temperature.
    pub const fn takes_temperature(self) -> bool {
        matches!(self, Thinking::OnRequest)
    }
}

/// The tool with which a model works on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputerTool {
    /// None that Deskpilot speaks.
    None,
    /// OpenAI's `computer`.
    OpenAi,
    /// One of Anthropic's.
    Claude(ClaudeTool),
    /// Google's `computer_use` on a desktop.
    Gemini,
}

/// A version of Anthropic's computer tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaudeTool {
    /// `computer_20250124`.
    V20250124,
    /// `computer_20251124`.
    V20251124,
    /// `computer_toolset_20260801`, whose members are tools of their own.
    Toolset20260801,
}

impl KnownModel {
    /// Whether this is one model, not a family.
    pub fn is_listed(&self) -> bool {
        !self.name.ends_with('*')
    }

    /// Its maker, as prices name it.
    pub fn maker(&self) -> &'static str {
        self.name.split_once('/').map_or("", |(maker, _)| maker)
    }

    /// Whether its maker has switched it off on this day.
    pub fn has_ended(&self, day: Date) -> bool {
        self.until.is_some_and(|until| until <= day)
    }
}

// Rows are written with these.
impl KnownModel {
    pub(super) const fn named(self, name: &'static str) -> KnownModel {
        KnownModel { name, ..self }
    }

    pub(super) const fn since(self, year: i16, month: i8, day: i8) -> KnownModel {
        KnownModel { from: Some(date(year, month, day)), ..self }
    }

    pub(super) const fn until(self, year: i16, month: i8, day: i8) -> KnownModel {
        KnownModel { until: Some(date(year, month, day)), ..self }
    }

    /// The most tokens of prompt and reply together, and of the reply.
    pub(super) const fn tokens(self, context: u32, output: u32) -> KnownModel {
        KnownModel { context: Some(context), output: Some(output), ..self }
    }

    pub(super) const fn thinks(self, thinking: Thinking) -> KnownModel {
        KnownModel { thinking, ..self }
    }

    pub(super) const fn computer(self, computer: ComputerTool) -> KnownModel {
        KnownModel { computer, ..self }
    }

    pub(super) const fn counts(self, picture_tokens: PictureTokens) -> KnownModel {
        KnownModel { picture_tokens: Some(picture_tokens), ..self }
    }

    /// It cannot see.
    pub(super) const fn blind(self) -> KnownModel {
        KnownModel { images: Images::Omit, ..self }
    }

    pub(super) const fn replies(self, reply_format: ReplyFormat) -> KnownModel {
        KnownModel { reply_format, ..self }
    }

    /// Dollars per million tokens of the prompt and of the reply.
    pub(super) const fn costs(self, input: f64, output: f64) -> KnownModel {
        KnownModel { price: Some(Price { input, cached: None, written: None, output }), ..self }
    }

    /// Dollars per million tokens of the prompt that were in the cache.
    pub(super) const fn cached(self, cached: f64) -> KnownModel {
        match self.price {
            Some(price) => KnownModel { price: Some(Price { cached: Some(cached), ..price }), ..self },
            None => self,
        }
    }

    /// Dollars per million tokens of the prompt that are put into the cache.
    pub(super) const fn written(self, written: f64) -> KnownModel {
        match self.price {
            Some(price) => KnownModel { price: Some(Price { written: Some(written), ..price }), ..self },
            None => self,
        }
    }
}
