//! `cargo xtask pictures`: draws the recording of a terminal that a test made as an animated SVG, for the README, and copies the pictures
//! that tests took of the page in a browser.

use anyhow::{Context, Result, bail};
use std::{fmt::Write, fs, num::NonZeroU16, path::Path};
use vt100::{Color, Parser, Screen};

/// The recording, which `a_run_with_an_approval_is_recorded` makes.
const RECORDING: &str = "target/tmp/recordings/approval.cast";
const PICTURE: &str = "docs/pictures/approval.svg";
/// Where the tests of the page put its pictures, and the beginning of their names.
const TAKEN: &str = "target/tmp/recordings";
const OF_PAGE: &str = "watch-";
/// The rows of the drawn terminal; a run that prints more scrolls.
const ROWS: NonZeroU16 = match NonZeroU16::new(40) {
    Some(rows) => rows,
    None => NonZeroU16::MIN,
};
/// Changes that follow sooner than this, in seconds, are drawn as one.
const FRAME: f64 = 0.25;
/// How long the last frame stays, in seconds.
const LAST: f64 = 6.0;
/// The size of a letter, in pixels.
const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 18.0;
const MARGIN: f64 = 14.0;

/// A recording of a terminal: asciicast version 2.
struct Recording {
    columns: NonZeroU16,
    /// Seconds since the beginning, and what was written.
    parts: Vec<(f64, String)>,
}

/// What the terminal shows from a moment on.
struct Frame {
    at: f64,
    rows: Vec<String>,
}

/// Draws the recording, and copies the pictures of the page.
pub(crate) fn pictures(root: &Path) -> Result<()> {
    let text = fs::read_to_string(root.join(RECORDING))
        .with_context(|| format!("{RECORDING} cannot be read: run `cargo xtask test` first"))?;
    let picture = svg(&parse(&text)?);
    let path = root.join(PICTURE);
    fs::create_dir_all(path.parent().unwrap_or(root)).context("docs/pictures cannot be created")?;
    fs::write(&path, picture).with_context(|| format!("{PICTURE} cannot be written"))?;
    copy_pictures_of_page(&root.join(TAKEN), path.parent().unwrap_or(root))
}

fn copy_pictures_of_page(from: &Path, to: &Path) -> Result<()> {
    let mut copied = 0;
    for entry in fs::read_dir(from).with_context(|| format!("{TAKEN} cannot be read"))? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(OF_PAGE) {
            fs::copy(entry.path(), to.join(entry.file_name()))
                .with_context(|| format!("{} cannot be copied", entry.path().display()))?;
            copied += 1;
        }
    }
    if copied == 0 {
        bail!("{TAKEN} has no picture of the page: run `cargo xtask test` first");
    }
    Ok(())
}

fn parse(text: &str) -> Result<Recording> {
    let mut lines = text.lines();
    let head: serde_json::Value = serde_json::from_str(lines.next().unwrap_or_default())?;
    let columns = head["width"].as_u64().and_then(|it| NonZeroU16::try_from(u16::try_from(it).ok()?).ok());
    let Some(columns) = columns else { bail!("the recording has no width") };
    let mut parts = Vec::new();
    for line in lines {
        let (at, _, text): (f64, String, String) = serde_json::from_str(line)?;
        parts.push((at, text));
    }
    Ok(Recording { columns, parts })
}

/// The frames of the recording. Frames that look the same are one.
fn frames(recording: &Recording) -> Vec<Frame> {
    let mut parser = Parser::new(ROWS, recording.columns, 0);
    let mut frames: Vec<Frame> = Vec::new();
    let mut parts = recording.parts.iter().peekable();
    while let Some((at, text)) = parts.next() {
        parser.process(text.as_bytes());
        if parts.peek().is_some_and(|next| next.0 - at < FRAME)
            && frames.last().is_some_and(|it| at - it.at < FRAME)
        {
            continue;
        }
        let rows = drawn_rows(parser.screen(), recording.columns);
        if frames.last().is_none_or(|it| it.rows != rows) {
            frames.push(Frame { at: *at, rows });
        }
    }
    frames
}

/// Each row as the parts of an SVG text, one for each run of letters that look alike.
fn drawn_rows(screen: &Screen, columns: NonZeroU16) -> Vec<String> {
    (0..ROWS.get())
        .map(|row| {
            let mut drawn = String::new();
            let mut class = "";
            for column in 0..columns.get() {
                let Some(cell) = screen.cell(row, column) else { continue };
                let letter = if cell.has_contents() { cell.contents() } else { " " };
                let own = class_of(cell.fgcolor(), cell.bold(), cell.dim());
                if own != class {
                    if !class.is_empty() {
                        drawn.push_str("</tspan>");
                    }
                    if !own.is_empty() {
                        drawn.push_str(&format!("<tspan class=\"{own}\">"));
                    }
                    class = own;
                }
                drawn.push_str(&escaped(letter));
            }
            if !class.is_empty() {
                drawn.push_str("</tspan>");
            }
            drawn.trim_end().to_owned()
        })
        .collect()
}

const fn class_of(colour: Color, bold: bool, dim: bool) -> &'static str {
    match (colour, bold, dim) {
        (Color::Idx(1), ..) => "r",
        (Color::Idx(2), ..) => "g",
        (Color::Idx(3), ..) => "y",
        (Color::Idx(6), ..) => "c",
        (_, true, _) => "b",
        (_, _, true) => "d",
        _ => "",
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn svg(recording: &Recording) -> String {
    let frames = frames(recording);
    let used =
        frames.iter().flat_map(|it| it.rows.iter().rposition(|row| !row.is_empty())).max().unwrap_or(0) + 1;
    let width = f64::from(recording.columns.get()) * WIDTH + 2.0 * MARGIN;
    let height = used as f64 * HEIGHT + 2.0 * MARGIN;
    let whole = frames.last().map_or(1.0, |it| it.at) + LAST;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" \
         aria-label=\"A run of Deskpilot in a terminal\">\n<style>\n\
         text {{ font: 14px 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #d8dee9; white-space: pre }}\n\
         .r {{ fill: #bf616a }} .g {{ fill: #a3be8c }} .y {{ fill: #ebcb8b }} .c {{ fill: #88c0d0 }}\n\
         .b {{ font-weight: bold }} .d {{ fill: #7b8394 }}\n.f {{ visibility: hidden }}\n"
    );
    // Writing to a string cannot fail.
    for (index, frame) in frames.iter().enumerate() {
        let end = frames.get(index + 1).map_or(whole, |it| it.at);
        let (from, to) = (frame.at / whole * 100.0, end / whole * 100.0);
        let _ = writeln!(
            out,
            "@keyframes k{index} {{ 0%, {from:.2}% {{ visibility: hidden }} {:.2}%, {to:.2}% {{ visibility: visible }} \
             {:.2}%, 100% {{ visibility: hidden }} }}\n#f{index} {{ animation: k{index} {whole:.1}s step-end infinite }}",
            from + 0.01,
            (to + 0.01).min(100.0),
        );
    }
    let _ = writeln!(
        out,
        // Where nothing moves, the end is shown.
        "@media (prefers-reduced-motion: reduce) {{ .f {{ animation: none }} #f{} {{ visibility: visible }} }}\n</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#2e3440\"/>",
        frames.len().saturating_sub(1)
    );
    for (index, frame) in frames.iter().enumerate() {
        let _ = writeln!(out, "<g class=\"f\" id=\"f{index}\">");
        for (row, text) in frame.rows.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
            let y = MARGIN + (row as f64 + 0.75) * HEIGHT;
            let _ = writeln!(out, "<text x=\"{MARGIN}\" y=\"{y:.1}\" xml:space=\"preserve\">{text}</text>");
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pictures_of_the_page_are_copied_and_none_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::create_dir(&from).unwrap();
        fs::create_dir(&to).unwrap();
        fs::write(from.join("failed-tasks-chromium.png"), "a failure").unwrap();
        assert!(copy_pictures_of_page(&from, &to).is_err());
        fs::write(from.join("watch-live.png"), "a picture").unwrap();
        copy_pictures_of_page(&from, &to).unwrap();
        let copied: Vec<_> = fs::read_dir(&to).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(copied, ["watch-live.png"]);
    }

    #[test]
    fn what_a_terminal_showed_is_drawn_frame_by_frame() {
        let cast = "{\"version\": 2, \"width\": 20}\n[0.1, \"o\", \"one <\\r\\n\"]\n[0.15, \"o\", \"\\u001b[32mtwo\\u001b[0m\"]\n\
                    [2.0, \"o\", \"\\r\\u001b[2Kthree\"]\n";
        let recording = parse(cast).unwrap();
        let shown: Vec<Vec<String>> = frames(&recording)
            .into_iter()
            .map(|it| it.rows.into_iter().filter(|row| !row.is_empty()).collect())
            .collect();
        assert_eq!(shown.last().unwrap(), &["one &lt;", "three"]);
        assert!(
            shown.iter().any(|it| it.contains(&"<tspan class=\"g\">two</tspan>".to_owned())),
            "{shown:?}"
        );
        let picture = svg(&recording);
        assert!(picture.starts_with("<svg ") && picture.matches("<g class").count() == shown.len());
        assert!(parse("{}").is_err());
    }
}
