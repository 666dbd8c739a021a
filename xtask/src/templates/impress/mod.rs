//! Presentations. The lines of a definition make slides:
//!
//! `= title` begins a title slide, the plain lines behind it are its subtitle; `# title` begins a slide. On a slide, `- point` and
//! `-- point below` are its outline, `||` goes on with another outline at the right or below, `| cell | cell |` is a row of a
//! table, and `notes: text` what the speaker says. A mark alone is an empty placeholder, which also takes a picture.

mod shapes;
mod slide;

use anyhow::Result;
use slide::{Slide, slides};

/// The page layouts, the master page and the styles of its placeholders.
pub(super) const STYLES: &str = include_str!("styles.xml");

/// The styles of the slides' own shapes.
pub(super) const AUTOMATIC_STYLES: &str = include_str!("automatic.xml");

/// The slides of the document.
pub(super) fn body(lines: &[String]) -> Result<String> {
    let slides = slides(lines)?;
    let pages =
        slides.iter().zip(1..).map(|(slide, number)| page(slide, number)).collect::<Result<String>>()?;
    Ok(format!("<office:presentation>{pages}</office:presentation>"))
}

fn page(slide: &Slide<'_>, number: usize) -> Result<String> {
    let layout = slide.layout()?;
    Ok(format!(
        "<draw:page draw:name=\"page{number}\" draw:style-name=\"Page\" draw:master-page-name=\"Default\" \
         presentation:presentation-page-layout-name=\"{layout}\">{}{}</draw:page>",
        shapes::shapes(slide),
        shapes::notes(slide, number)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lines: &[&str]) -> String {
        let lines: Vec<String> = lines.iter().map(|it| (*it).to_owned()).collect();
        body(&lines).unwrap()
    }

    #[test]
    fn each_part_of_a_slide_is_a_placeholder_of_its_class() {
        for (lines, classes) in [
            (&["= Talk", "by Ada"][..], &["title", "subtitle"][..]),
            (&["# Points", "- a", "-- b"], &["title", "outline"]),
            (&["# Both", "- a", "||", "- b"], &["title", "outline", "outline"]),
            (&["# Album", "-", "||", "||", "||"], &["title", "outline", "outline", "outline", "outline"]),
            (&["# Talk", "- a", "notes: say it"], &["title", "outline", "page", "notes"]),
            (&["# Alone"], &["title"]),
        ] {
            let shown = of(lines);
            let found: Vec<&str> =
                shown.split("presentation:class=\"").skip(1).filter_map(|it| it.split('"').next()).collect();
            assert_eq!(found, classes, "{lines:?}");
        }
        assert_eq!(of(&["=", "#", "-"]).matches("presentation:placeholder=\"true\"").count(), 4);
    }

    #[test]
    fn every_layout_of_a_slide_is_in_the_styles() {
        assert_eq!(
            super::body(&["# a", "-", "||", "||"].map(str::to_owned)).unwrap_err().to_string(),
            "no layout has 3 outlines"
        );
        for lines in
            [&["= a"][..], &["# a"], &["# a", "-"], &["# a", "-", "||", "-"], &["# a", "-", "||", "||", "||"]]
        {
            let shown = of(lines);
            let layout = shown.split("layout-name=\"").nth(1).and_then(|it| it.split('"').next()).unwrap();
            assert!(STYLES.contains(&format!("style:name=\"{layout}\"")), "{layout}");
        }
    }
}
