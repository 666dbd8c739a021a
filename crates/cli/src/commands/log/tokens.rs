//! The report of a task's tokens as text for a terminal of 100 columns.

use crate::{console::plain, width::cut};
use deskpilot_runtime::tokens::{ESTIMATE, RoundTokens, StepTokens, TokenAccount, TokenReport};
use std::cmp::Reverse;

/// The most characters of a line of the report.
const COLUMNS: usize = 100;
/// The length of a bar of 100 %.
const BAR: u64 = 40;

/// The report for a person.
pub(super) fn tokens_text(report: &TokenReport) -> String {
    let TokenReport { steps, rounds, total } = report;
    let mut paragraphs = Vec::new();
    for RoundTokens { round, account } in rounds {
        let lines = steps.iter().filter(|line| line.round == *round && line.account.prompts > 0);
        paragraphs.extend(lines.map(step));
        paragraphs.push(format!("round {round}\n{}", sums(account)));
    }
    paragraphs.push(format!("the whole task\n{}\n{}", sums(total), table(total)));
    paragraphs.push(notes(total));
    paragraphs.join("\n\n")
}

fn step(line: &StepTokens) -> String {
    let number = line.step.map_or("between steps".into(), |step| format!("step {step}"));
    let title = cut(&format!("{number}, {}", plain(&line.agent)), COLUMNS);
    let part = |(part, tokens): &(String, u64)| format!("{} {}", plain(part), grouped(*tokens));
    let parts: Vec<String> = line.account.parts.iter().map(part).collect();
    let parts = if parts.is_empty() { String::new() } else { format!("\n{}", wrapped("    ", &parts, ",")) };
    format!("{title}\n{}{parts}", sums(&line.account))
}

/// The totals of an account.
fn sums(account: &TokenAccount) -> String {
    let prompts = counted(u64::from(account.prompts), "prompt");
    let texts = match (account.prompts - account.unread, account.unread) {
        (0, 0) => "  no prompts".into(),
        (0, _) => format!("  {prompts}, missing from the log"),
        (_, 0) => format!("  {prompts}, {}", tokens(account)),
        (_, lost) => format!("  {prompts}, {lost} of them missing from the log, {}", tokens(account)),
    };
    let reported = format!("  reported: {}", account.cost);
    [Some(texts), pictures(account), Some(reported)].into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn tokens(account: &TokenAccount) -> String {
    let (texts, repeated) = (grouped(account.texts()), grouped(account.repeated));
    format!("{texts} tokens of text, {repeated} of them repeated")
}

fn pictures(account: &TokenAccount) -> Option<String> {
    let shown = &account.pictures;
    let tokens = match (shown.count - shown.uncounted, shown.uncounted) {
        (0, _) => "tokens not counted".into(),
        (_, 0) => format!("{} tokens", grouped(shown.tokens)),
        (_, left) => format!("{} tokens, and {left} not counted", grouped(shown.tokens)),
    };
    let megapixels = shown.pixels as f64 / 1e6;
    let count = counted(shown.count, "picture");
    (shown.count > 0).then(|| format!("  {count}, {megapixels:.2} megapixels, {tokens}"))
}

/// The parts, largest first, with their shares of all texts.
fn table(account: &TokenAccount) -> String {
    let all = account.texts().max(1);
    let mut parts = account.parts.clone();
    parts.sort_by_key(|(_, tokens)| Reverse(*tokens));
    let lines = parts.iter().map(|(part, tokens)| {
        let share = *tokens as f64 * 100.0 / all as f64;
        let bar = "#".repeat(usize::try_from((tokens * BAR).div_ceil(all)).unwrap_or(0));
        let part = cut(&plain(part), 28);
        format!("    {part:<28} {:>11} {share:>5.1} %  {bar}", grouped(*tokens))
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn notes(account: &TokenAccount) -> String {
    let mut notes = vec![
        format!("{ESTIMATE}; reported numbers are the provider's own counts"),
        "repeated: tokens at the beginning of a prompt that the agent's last prompt also had, which a provider can cache"
            .into(),
    ];
    notes.extend(account.pictures.formulas.iter().map(|it| format!("pictures are counted as {it}")));
    if account.pictures.uncounted > 0 {
        notes.push("pictures are not counted if it is unknown how the model counts them".into());
    }
    let lines = notes.iter().map(|note| wrapped("", &note.split(' ').collect::<Vec<_>>(), ""));
    lines.collect::<Vec<_>>().join("\n")
}

/// The items in lines of at most `COLUMNS`, with `between` after every item but the last.
fn wrapped(indent: &str, items: &[impl AsRef<str>], between: &str) -> String {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for (index, item) in items.iter().enumerate() {
        let end = if index + 1 < items.len() { between } else { "" };
        let item = format!("{}{end}", item.as_ref());
        if !line.is_empty() && indent.len() + line.len() + 1 + item.len() > COLUMNS {
            lines.push(format!("{indent}{line}"));
            line.clear();
        }
        line = if line.is_empty() { item } else { format!("{line} {item}") };
    }
    lines.push(format!("{indent}{line}"));
    lines.join("\n")
}

fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// The number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let commas = digits.char_indices().flat_map(|(at, digit)| {
        let comma = at > 0 && (digits.len() - at).is_multiple_of(3);
        comma.then_some(',').into_iter().chain([digit])
    });
    commas.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::fold::Cost;
    use deskpilot_runtime::tokens::PictureTally;

    const APP: &str = "AppAgent/calculator/Calculator";

    /// An account of prompts, of which this many are missing from the log.
    fn account(prompts: u32, unread: u32, cost: Cost) -> TokenAccount {
        let parts = if prompts > unread { vec![("system".into(), 1200)] } else { Vec::new() };
        TokenAccount { prompts, unread, parts, cost, ..TokenAccount::default() }
    }

    /// Two rounds: a step with two answered prompts, one whose prompt is lost, and one whose picture is not counted.
    fn report() -> TokenReport {
        let tiles = "85 tokens and 170 for each square of 512, within 2048 and 768 a side".to_owned();
        let counted =
            PictureTally { count: 2, pixels: 524_288, tokens: 510, uncounted: 0, formulas: [tiles].into() };
        let uncounted = PictureTally { count: 1, pixels: 262_144, uncounted: 1, ..PictureTally::default() };
        let usage =
            Cost { calls: 1, input_tokens: 100, cached_tokens: 40, output_tokens: 10, ..Cost::default() };
        let all = Cost {
            dollars: 0.75,
            unpriced: 1,
            calls: 3,
            input_tokens: 300,
            cached_tokens: 120,
            output_tokens: 30,
        };
        let first = TokenAccount { pictures: counted.clone(), ..account(2, 0, usage.clone()) };
        let last = TokenAccount { pictures: uncounted, ..account(1, 0, Cost::default()) };
        let step = |round, step, account| StepTokens { round, step: Some(step), agent: APP.into(), account };
        let pictures = PictureTally { count: 3, uncounted: 1, ..counted };
        TokenReport {
            steps: vec![
                step(0, 0, first.clone()),
                step(1, 1, account(1, 1, usage)),
                step(1, 2, last.clone()),
            ],
            rounds: vec![
                RoundTokens { round: 0, account: first },
                RoundTokens { round: 1, account: TokenAccount { prompts: 2, unread: 1, ..last } },
            ],
            total: TokenAccount { pictures, ..account(4, 1, all) },
        }
    }

    #[test]
    fn the_report_fits_a_terminal_and_says_what_its_numbers_are() {
        let text = tokens_text(&report());
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        for expected in [
            "step 0, AppAgent/calculator/Calculator",
            "2 pictures, 0.52 megapixels, 510 tokens",
            "1 prompt, missing from the log",
            "tokens not counted",
            "estimated from above",
            "85 tokens and 170 for each square of 512",
            "round 1",
            "4 prompts, 1 of them missing from the log, 1,200 tokens of text, 0 of them repeated",
            "$0.7500 and 1 calls of unknown price (3 model calls, 300 tokens in (120 cached), 30 out)",
        ] {
            assert!(text.contains(expected), "no {expected:?} in\n{text}");
        }
        let empty = tokens_text(&TokenReport::default());
        assert!(empty.contains("estimated"), "a log without prompts has a report too");
    }

    #[test]
    fn numbers_have_commas_and_lines_an_end() {
        for (number, shown) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), shown);
        }
        let words: Vec<String> = (0..60).map(|number| format!("section_{number} {number}")).collect();
        let text = wrapped("    ", &words, ",");
        assert!(text.lines().all(|line| line.len() <= COLUMNS && line.starts_with("    ")), "{text}");
        assert_eq!(text.matches(',').count(), 59, "{text}");
    }
}
