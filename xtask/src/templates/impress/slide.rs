//! The slides of a definition.

use crate::templates::lists::{Item, item, row};
use anyhow::{Result, bail};

/// One slide.
pub(super) struct Slide<'a> {
    pub(super) title: &'a str,
    pub(super) content: SlideContent<'a>,
    /// What the speaker says.
    pub(super) notes: Vec<&'a str>,
}

/// What a slide has below its title.
pub(super) enum SlideContent<'a> {
    /// The lines of a title slide.
    Subtitle(Vec<&'a str>),
    Nothing,
    /// The points of each outline: one outline, two side by side, or two rows of two.
    Outlines(Vec<Vec<Item<'a>>>),
    Table(Vec<Vec<&'a str>>),
}

/// Every slide of a definition.
pub(super) fn slides(lines: &[String]) -> Result<Vec<Slide<'_>>> {
    let mut slides: Vec<Slide<'_>> = Vec::new();
    for line in lines {
        if let Some(slide) = Slide::begin(line) {
            slides.push(slide);
        } else if let Some(slide) = slides.last_mut() {
            slide.add(line)?;
        } else {
            bail!("no slide begins before this line: {line}");
        }
    }
    Ok(slides)
}

impl<'a> Slide<'a> {
    /// The slide that this line begins.
    fn begin(line: &'a str) -> Option<Slide<'a>> {
        let (mark, title) = line.split_once(' ').unwrap_or((line, ""));
        let content = match mark {
            "=" => SlideContent::Subtitle(Vec::new()),
            "#" => SlideContent::Nothing,
            _ => return None,
        };
        Some(Slide { title, content, notes: Vec::new() })
    }

    fn add(&mut self, line: &'a str) -> Result<()> {
        if let Some(notes) = line.strip_prefix("notes: ") {
            self.notes.push(notes);
            return Ok(());
        }
        if let SlideContent::Nothing = self.content {
            self.content = if line.starts_with('|') {
                SlideContent::Table(Vec::new())
            } else {
                SlideContent::Outlines(vec![Vec::new()])
            };
        }
        match &mut self.content {
            SlideContent::Subtitle(lines) => lines.push(line),
            SlideContent::Outlines(outlines) if line == "||" => outlines.push(Vec::new()),
            SlideContent::Outlines(outlines) => match (outlines.last_mut(), item(line)) {
                (Some(points), Some(point)) => points.push(point),
                _ if line == "-" => {}
                _ => bail!("not a point: {line}"),
            },
            SlideContent::Table(rows) => match row(line) {
                Some(cells) if rows.first().is_none_or(|it| it.len() == cells.len()) => rows.push(cells),
                _ => bail!("not a row as long as the first one: {line}"),
            },
            SlideContent::Nothing => {}
        }
        Ok(())
    }

    /// The name of the slide's layout, as Impress names it; an error if it has no layout with so many outlines.
    pub(super) fn layout(&self) -> Result<&'static str> {
        Ok(match &self.content {
            SlideContent::Subtitle(_) => "AL1T0",
            SlideContent::Nothing | SlideContent::Table(_) => "AL4T19",
            SlideContent::Outlines(outlines) => match outlines.len() {
                1 => "AL2T1",
                2 => "AL3T3",
                4 => "AL5T18",
                count => bail!("no layout has {count} outlines"),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_slide_cannot_have_is_named() {
        for (lines, expected) in [
            (&["- a"][..], "no slide begins before this line: - a"),
            (&["# A", "- a", "plain"], "not a point: plain"),
            (&["# A", "| a | b |", "| c |"], "not a row as long as the first one: | c |"),
        ] {
            let lines: Vec<String> = lines.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(slides(&lines).err().unwrap().to_string(), expected);
        }
    }
}
