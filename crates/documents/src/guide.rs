//! Guides in JSON: a request, and the steps that carry it out.

use crate::{
    Document, DocumentError, Format,
    markdown::{Element, Headings, Marker, Outline},
};
use serde::Deserialize;

/// A guide exactly as stored.
#[derive(Deserialize)]
struct StoredGuide {
    #[serde(default)]
    application: String,
    request: String,
    guidance: Steps,
}

/// The steps of a guide.
#[derive(Deserialize)]
#[serde(untagged)]
enum Steps {
    /// One text.
    Text(String),
    /// A list of texts.
    List(Vec<String>),
}

/// A guide: its request is the title, and its steps are a numbered list.
pub(crate) fn read(json: &str, name: &str) -> Result<Document, DocumentError> {
    let guide: StoredGuide =
        serde_json::from_str(json).map_err(|error| DocumentError::damaged(Format::Guide, &error))?;
    let mut outline = Outline::new(Headings::Sections);
    outline.open_section(1, &guide.request);
    match guide.guidance {
        Steps::Text(text) => outline.text(&text),
        Steps::List(steps) => {
            outline.start(Element::List(Marker::Number));
            for step in steps {
                outline.start(Element::Item);
                outline.text(without_number(&step));
                outline.end(Element::Item);
            }
            outline.end(Element::List(Marker::Number));
        }
    }
    let (title, sections) = outline.finish(name)?;
    let application = Some(guide.application.trim().to_lowercase()).filter(|it| !it.is_empty());
    Ok(Document { title, application, version: None, language: None, sections, missing_text: None })
}

/// A step without a number of its own, such as `1. `.
fn without_number(step: &str) -> &str {
    let step = step.trim_start();
    let rest = step.trim_start_matches(|it: char| it.is_ascii_digit());
    let is_number = rest.len() < step.len() && rest.starts_with(['.', ')']);
    if is_number { rest[1..].trim_start() } else { step }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_a_numbered_list_under_the_request() {
        let json = r#"{"application": "Writer ", "request": "Make it bold", "guidance": ["1. Select it.", "Press Ctrl+B", "3D"]}"#;
        let document = read(json, "file").unwrap();
        assert_eq!(
            (document.title.as_str(), document.application.as_deref()),
            ("Make it bold", Some("writer"))
        );
        assert_eq!(document.sections[0].path, ["Make it bold"]);
        assert_eq!(document.sections[0].text, "1. Select it.\n2. Press Ctrl+B\n3. 3D");
    }

    #[test]
    fn one_text_is_read_and_other_json_is_an_error() {
        let document = read(r#"{"request": "r", "guidance": "do it"}"#, "file").unwrap();
        assert_eq!((document.sections[0].text.as_str(), document.application), ("do it", None));
        for json in ["{}", "[1]", "", &"[".repeat(100_000)] {
            let error = read(json, "file").unwrap_err().to_string();
            assert!(error.starts_with("it is not a guide in JSON: "), "{error}");
        }
    }
}
