//! The table of models: what each can do, what it costs, and from when to when it can be asked.
//!
//! Sources, read in November 2026:
//! - Anthropic: platform.claude.com, the pages of each model (`models/opus-5-5/overview` and the like), "Model
//!   deprecations", "Computer use tool", "Claude API errors" (always-on thinking, forced tool use), "Pricing".
//! - OpenAI: developers.openai.com, "Deprecations" (with the `shutdown_date` of `GET /v1/models`), the pages of each model,
//!   "Pricing", "Computer use".
//! - Google: ai.google.dev, "Gemini deprecations", "Pricing", "Computer use", the pages of each model.
//! - DeepSeek: api-docs.deepseek.com, "Models & Pricing".
//! - models.dev for context windows and for days of release.
//! - The ends of models that ended before 2026-06, and the sizes of pictures, are remembered from the providers' manuals.
//!
//! Prices are list prices of short prompts without batch or priority processing, in dollars per million tokens. A model's
//! dated names (`-2024-08-06`, `-20250514`, `-latest`) are the undated one, unless they have a row of their own. Partners
//! that run the same models, such as Amazon Bedrock, set days of their own. A model keeps its row after its end: what is
//! known of it keeps it out of manuals, and warns people who have it in their settings.

use super::known_model::{ClaudeTool, ComputerTool, KnownModel, Thinking};
use crate::{Images, PictureTokens, ReplyFormat};
use deskpilot_core::PictureLimits;
use jiff::civil::{Date, date};

/// The day of which the table speaks.
pub(super) const AS_OF: Date = date(2026, 11, 27);

const fn limits(longest_side: u32, pixels: u64, multiple: u32) -> PictureLimits {
    PictureLimits { longest_side, pixels, multiple }
}

/// A model that can see and takes a schema.
const MODEL: KnownModel = KnownModel {
    name: "",
    from: None,
    until: None,
    images: Images::Send,
    reply_format: ReplyFormat::Schema,
    thinking: Thinking::OnRequest,
    computer: ComputerTool::None,
    context: None,
    output: None,
    pictures: limits(1568, 1_150_000, 1),
    picture_tokens: None,
    price: None,
};

const FIRST_TOOL: ComputerTool = ComputerTool::Claude(ClaudeTool::V20250124);
const SECOND_TOOL: ComputerTool = ComputerTool::Claude(ClaudeTool::V20251124);
const TOOLSET: ComputerTool = ComputerTool::Claude(ClaudeTool::Toolset20260801);

const CLAUDE: KnownModel = MODEL.counts(PictureTokens::Pixels(750));
/// Models before 4.5, which take no schema.
const CLAUDE_3: KnownModel = CLAUDE.tokens(200_000, 8192).replies(ReplyFormat::Text);
const CLAUDE_4: KnownModel = CLAUDE_3.tokens(200_000, 64_000).computer(FIRST_TOOL);
const CLAUDE_4_5: KnownModel = CLAUDE.tokens(200_000, 64_000).computer(FIRST_TOOL);
const CLAUDE_4_6: KnownModel = CLAUDE.tokens(1_000_000, 128_000).computer(SECOND_TOOL);
const CLAUDE_5: KnownModel = CLAUDE_4_6.thinks(Thinking::Adaptive);
const FABLE_5: KnownModel = CLAUDE_4_6.thinks(Thinking::Always);
/// The 5.5 family refuses the two older tools. Sonnet 5.5 and Haiku 5.5 do not always think, but their thoughts are bound to
/// the conversation in the same way.
const CLAUDE_5_5: KnownModel = FABLE_5.computer(TOOLSET);

/// Their pictures are scaled to 2048 per side first, then to 768 on the shorter side.
const GPT: KnownModel = KnownModel { pictures: limits(2048, 1_572_864, 1), ..MODEL };
const GPT_4O: KnownModel = GPT.tokens(128_000, 16_384);
const GPT_4_1: KnownModel = GPT.tokens(1_047_576, 32_768);
const O_SERIES: KnownModel = GPT.tokens(200_000, 100_000).thinks(Thinking::Adaptive);
const GPT_5: KnownModel = GPT.tokens(400_000, 128_000).thinks(Thinking::Adaptive);
const GPT_5_4: KnownModel = GPT_5.tokens(1_050_000, 128_000).computer(ComputerTool::OpenAi);

const GEMINI: KnownModel =
    KnownModel { pictures: limits(3072, 9_437_184, 1), ..MODEL.tokens(1_048_576, 65_535) };
/// Models before 2.5, which take no schema.
const GEMINI_2: KnownModel = GEMINI.tokens(1_048_576, 8192).replies(ReplyFormat::Text);

const DEEPSEEK: KnownModel = MODEL.tokens(1_000_000, 384_000).replies(ReplyFormat::JsonObject);

/// All that is known.
pub(super) const MODELS: &[KnownModel] = &[
    CLAUDE_3.named("anthropic/claude-3-opus").until(2026, 1, 5).tokens(200_000, 4096),
    CLAUDE_3.named("anthropic/claude-3-haiku").until(2026, 4, 20).tokens(200_000, 4096),
    CLAUDE_3.named("anthropic/claude-3-5-sonnet").until(2025, 10, 28),
    CLAUDE_3.named("anthropic/claude-3-5-haiku").until(2026, 2, 19),
    CLAUDE_4.named("anthropic/claude-3-7-sonnet").until(2026, 2, 19),
    CLAUDE_4.named("anthropic/claude-sonnet-4").until(2026, 6, 15),
    CLAUDE_4.named("anthropic/claude-sonnet-4-0").until(2026, 6, 15),
    CLAUDE_4.named("anthropic/claude-opus-4").until(2026, 6, 15).tokens(200_000, 32_000),
    CLAUDE_4.named("anthropic/claude-opus-4-0").until(2026, 6, 15).tokens(200_000, 32_000),
    CLAUDE_4.named("anthropic/claude-opus-4-1").until(2026, 8, 5).tokens(200_000, 32_000),
    CLAUDE_4_5
        .named("anthropic/claude-sonnet-4-5")
        .since(2025, 9, 29)
        .costs(3.0, 15.0)
        .cached(0.3)
        .written(3.75),
    CLAUDE_4_5
        .named("anthropic/claude-haiku-4-5")
        .since(2025, 10, 15)
        .costs(1.0, 5.0)
        .cached(0.1)
        .written(1.25),
    CLAUDE_4_5
        .named("anthropic/claude-opus-4-5")
        .since(2025, 11, 24)
        .computer(SECOND_TOOL)
        .costs(5.0, 25.0)
        .cached(0.5)
        .written(6.25),
    CLAUDE_4_6.named("anthropic/claude-opus-4-6").costs(5.0, 25.0).cached(0.5).written(6.25),
    CLAUDE_4_6
        .named("anthropic/claude-sonnet-4-6")
        .since(2026, 2, 17)
        .costs(3.0, 15.0)
        .cached(0.3)
        .written(3.75),
    CLAUDE_5.named("anthropic/claude-opus-4-7").since(2026, 4, 16).costs(5.0, 25.0).cached(0.5).written(6.25),
    CLAUDE_5.named("anthropic/claude-opus-4-8").since(2026, 5, 28).costs(5.0, 25.0).cached(0.5).written(6.25),
    CLAUDE_5.named("anthropic/claude-opus-5").since(2026, 7, 24).costs(5.0, 25.0).cached(0.5).written(6.25),
    CLAUDE_5.named("anthropic/claude-sonnet-5").since(2026, 6, 30).costs(2.0, 10.0).cached(0.2).written(2.5),
    FABLE_5.named("anthropic/claude-mythos-5"),
    FABLE_5.named("anthropic/claude-mythos-5-1"),
    FABLE_5.named("anthropic/claude-fable-5").costs(10.0, 50.0).cached(1.0).written(12.5),
    FABLE_5
        .named("anthropic/claude-fable-5-1")
        .since(2026, 9, 1)
        .costs(10.0, 50.0)
        .cached(0.25)
        .written(12.5),
    CLAUDE_5_5.named("anthropic/claude-mythos-5-2"),
    CLAUDE_5_5.named("anthropic/claude-fable-5-2").costs(8.0, 40.0),
    CLAUDE_5_5
        .named("anthropic/claude-opus-5-5")
        .since(2026, 9, 22)
        .costs(4.0, 20.0)
        .cached(0.2)
        .written(5.0),
    CLAUDE_5_5
        .named("anthropic/claude-sonnet-5-5")
        .since(2026, 9, 28)
        .costs(2.0, 10.0)
        .cached(0.1)
        .written(2.5),
    // Up to 100,000 tokens of a prompt.
    CLAUDE_5_5
        .named("anthropic/claude-haiku-5-5")
        .since(2026, 10, 7)
        .costs(0.1, 0.5)
        .cached(0.01)
        .written(0.125),
    // Later models are asked like the latest known ones.
    CLAUDE_5_5.named("anthropic/claude*").tokens(200_000, 64_000),
    //
    GPT.named("openai/computer-use-preview").until(2026, 7, 23).tokens(8192, 1024),
    GPT.named("openai/gpt-3.5-turbo")
        .until(2026, 10, 23)
        .tokens(16_385, 4096)
        .blind()
        .replies(ReplyFormat::Text),
    GPT.named("openai/gpt-4").until(2026, 10, 23).tokens(8192, 8192).blind().replies(ReplyFormat::Text),
    GPT.named("openai/gpt-4-turbo")
        .until(2026, 10, 23)
        .tokens(128_000, 4096)
        .replies(ReplyFormat::JsonObject),
    GPT_4O.named("openai/gpt-4o-2024-05-13").until(2026, 10, 23).tokens(128_000, 4096),
    GPT_4_1.named("openai/gpt-4.1-nano").until(2026, 10, 23),
    O_SERIES.named("openai/o1").until(2026, 10, 23),
    O_SERIES.named("openai/o1-pro").until(2026, 10, 23),
    O_SERIES.named("openai/o1-mini").until(2025, 10, 27).tokens(128_000, 65_536),
    O_SERIES.named("openai/o1-preview").until(2025, 7, 28).tokens(128_000, 32_768),
    O_SERIES.named("openai/o3-mini").until(2026, 10, 23).blind(),
    O_SERIES.named("openai/o4-mini").until(2026, 10, 23),
    O_SERIES.named("openai/o3").until(2026, 12, 11).costs(2.0, 8.0).cached(0.5),
    O_SERIES.named("openai/o3-pro").until(2026, 12, 11).costs(20.0, 80.0),
    GPT_5.named("openai/gpt-5").until(2026, 12, 11).costs(1.25, 10.0).cached(0.125),
    GPT_5.named("openai/gpt-5-mini").until(2026, 12, 11).costs(0.25, 2.0).cached(0.025),
    GPT_5.named("openai/gpt-5-nano").until(2026, 12, 11).costs(0.05, 0.4).cached(0.005),
    GPT_5.named("openai/gpt-5-pro").until(2026, 12, 11).costs(15.0, 120.0),
    GPT_4O
        .named("openai/gpt-4o")
        .until(2027, 1, 14)
        .costs(2.5, 10.0)
        .cached(1.25)
        .counts(PictureTokens::Tiles(85, 170)),
    GPT_4O
        .named("openai/gpt-4o-mini")
        .until(2027, 1, 14)
        .costs(0.15, 0.6)
        .cached(0.075)
        .counts(PictureTokens::Tiles(2833, 5667)),
    GPT_4_1.named("openai/gpt-4.1").until(2027, 1, 14).costs(2.0, 8.0).cached(0.5),
    GPT_4_1.named("openai/gpt-4.1-mini").until(2027, 1, 14).costs(0.4, 1.6).cached(0.1),
    GPT_5.named("openai/gpt-5.1").until(2027, 4, 1).costs(1.25, 10.0).cached(0.125),
    GPT_5.named("openai/gpt-5.3-codex").until(2027, 4, 1).costs(1.75, 14.0).cached(0.175),
    GPT_5_4.named("openai/gpt-5.4-nano").until(2027, 4, 1),
    GPT_5.named("openai/gpt-5.2").costs(1.75, 14.0).cached(0.175),
    GPT_5_4.named("openai/gpt-5.4").since(2026, 3, 5).costs(2.5, 15.0).cached(0.25),
    GPT_5_4.named("openai/gpt-5.4-mini"),
    GPT_5_4.named("openai/gpt-5.5").since(2026, 4, 23).costs(5.0, 30.0).cached(0.5),
    GPT_5_4.named("openai/gpt-5.6-sol").since(2026, 7, 9).costs(4.0, 20.0).cached(0.4),
    GPT_5_4.named("openai/gpt-5.6-terra").since(2026, 7, 9).costs(2.0, 12.0).cached(0.2),
    GPT_5_4.named("openai/gpt-5.6-luna").since(2026, 7, 9).costs(0.2, 1.2).cached(0.02),
    GPT_5_4.named("openai/gpt-6-astra").costs(10.0, 50.0).cached(1.0),
    GPT_5_4.named("openai/gpt-6-sol").since(2026, 9, 22).costs(2.0, 10.0).cached(0.2),
    GPT_5_4.named("openai/gpt-6-luna").since(2026, 9, 22).costs(0.1, 0.5).cached(0.01),
    GPT_5_4.named("openai/gpt-6.1-sol").costs(2.0, 10.0).cached(0.1),
    GPT_5_4.named("openai/gpt-6.1-terra").since(2026, 10, 26).costs(1.0, 5.0).cached(0.05),
    // Those of which nothing else is known; `gpt` is in the names of many deployments.
    KnownModel { pictures: GPT.pictures, computer: ComputerTool::OpenAi, ..MODEL.named("openai/gpt*") },
    GPT_5.named("openai/gpt-5*").computer(ComputerTool::OpenAi),
    GPT_5_4.named("openai/gpt-6*").tokens(400_000, 128_000),
    O_SERIES.named("openai/o1*"),
    O_SERIES.named("openai/o3*"),
    O_SERIES.named("openai/o4*"),
    GPT_5.named("openai/codex*"),
    //
    GEMINI_2.named("gemini/gemini-1.5-flash").until(2025, 9, 24),
    GEMINI_2.named("gemini/gemini-1.5-flash-8b").until(2025, 9, 24),
    GEMINI_2.named("gemini/gemini-1.5-pro").until(2025, 9, 24),
    GEMINI_2.named("gemini/gemini-2.0-flash").until(2026, 6, 1),
    GEMINI_2.named("gemini/gemini-2.0-flash-lite").until(2026, 6, 1),
    GEMINI
        .named("gemini/gemini-2.5-pro")
        .since(2025, 6, 17)
        .until(2026, 12, 1)
        .costs(1.25, 10.0)
        .cached(0.125),
    GEMINI
        .named("gemini/gemini-2.5-flash")
        .since(2025, 6, 17)
        .until(2026, 12, 1)
        .costs(0.3, 2.5)
        .cached(0.03),
    GEMINI.named("gemini/gemini-2.5-flash-lite").since(2025, 7, 22).costs(0.1, 0.4).cached(0.01),
    GEMINI.named("gemini/gemini-3-pro-preview").since(2025, 11, 18).until(2026, 3, 9),
    GEMINI.named("gemini/gemini-3.1-pro-preview").since(2026, 2, 19).costs(2.0, 12.0).cached(0.2),
    GEMINI.named("gemini/gemini-3.5-flash").since(2026, 5, 19).computer(ComputerTool::Gemini),
    GEMINI.named("gemini/gemini-3.5-flash-lite").since(2026, 7, 21),
    GEMINI.named("gemini/gemini-3.6-flash").since(2026, 7, 21),
    GEMINI.named("gemini/gemini-3.7-flash").since(2026, 8, 13).computer(ComputerTool::Gemini),
    // Until 2026-12-31; twice as much after it.
    GEMINI
        .named("gemini/gemini-3.8-flash")
        .since(2026, 9, 2)
        .costs(0.75, 3.75)
        .cached(0.075)
        .computer(ComputerTool::Gemini),
    GEMINI.named("gemini/gemini*"),
    //
    DEEPSEEK.named("deepseek/deepseek-chat").until(2026, 7, 24).blind(),
    DEEPSEEK.named("deepseek/deepseek-reasoner").until(2026, 7, 24).blind(),
    DEEPSEEK.named("deepseek/deepseek-v4-pro").blind(),
    // At the busy hours of its maker; half of that at the others.
    DEEPSEEK.named("deepseek/deepseek-flash").costs(0.3, 1.2).cached(0.006),
    //
    // Pictures consist of patches of this many pixels, and coordinates refer to the scaled picture.
    KnownModel { pictures: limits(1568, 1_003_520, 28), ..MODEL.named("qwen/qwen*") },
    // They run on the user's own machine.
    MODEL.named("ollama/*").costs(0.0, 0.0),
];
