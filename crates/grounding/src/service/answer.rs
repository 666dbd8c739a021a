//! Parses a grounding service's answer. Pure.

use super::{element::parse_element, literal};
use crate::fields::ANSWER_FIELD;
use deskpilot_core::{Rect, Truncation};
use deskpilot_desktop::Detections;
use serde_json::Value;

/// The maximum number of elements; further ones are dropped.
const MAX_ELEMENTS: usize = 2000;

/// The elements of an answer for a picture at this place. Drops and counts unusable elements and reports the
/// first reason. Without any list of elements, the answer is an error.
pub(super) fn parse_answer(answer: &[u8], picture: Rect) -> Result<Detections, String> {
    let text = str::from_utf8(answer).map_err(|_| "the grounding service answered what is not a text")?;
    let elements = elements(text).ok_or_else(|| {
        format!(
            "the grounding service answered no {}: {:?}",
            ANSWER_FIELD.names[0],
            text.chars().take(80).collect::<String>()
        )
    })?;
    let mut detections = Detections::default();
    let mut complaints = Vec::new();
    for (index, element) in elements.into_iter().enumerate() {
        let read =
            if index < MAX_ELEMENTS { element } else { Err(format!("there are more than {MAX_ELEMENTS}")) };
        match read.and_then(|it| parse_element(&it, picture)) {
            Ok(it) => detections.elements.push(it),
            Err(complaint) => complaints.push(complaint),
        }
    }
    detections.truncated = complaints.first().map(|first| Truncation {
        reason: format!(
            "elements of the grounding service's answer could not be used, the first because {first}"
        ),
        unread: Some(complaints.len() as u64),
    });
    Ok(detections)
}

type RawElement = Result<Value, String>;

/// The elements of an answer; `None` if it has no place for them.
fn elements(text: &str) -> Option<Vec<RawElement>> {
    match serde_json::from_str(text) {
        Ok(Value::Object(answer)) => {
            ANSWER_FIELD.names.iter().find_map(|name| answer.get(*name)).and_then(elements_of)
        }
        Ok(answer) => elements_of(&answer),
        Err(_) => elements_in_lines(text),
    }
}

fn elements_of(list: &Value) -> Option<Vec<RawElement>> {
    match list {
        Value::Array(items) => {
            let texts = items.iter().filter(|item| item.is_string()).count();
            let read: Vec<RawElement> = items.iter().flat_map(item_elements).collect();
            // If a list has only texts without elements, it may describe the picture but is no list of
            // elements.
            (texts == 0 || texts < items.len() || !read.is_empty()).then_some(read)
        }
        Value::String(text) => elements_in_lines(text),
        _ => None,
    }
}

fn item_elements(item: &Value) -> Vec<RawElement> {
    match item {
        Value::String(text) => elements_in_lines(text).unwrap_or_default(),
        other => vec![Ok(other.clone())],
    }
}

/// The elements of a text, one per line; `None` if no line has one.
fn elements_in_lines(text: &str) -> Option<Vec<RawElement>> {
    let braced = text.lines().filter_map(|line| {
        let (start, end) = (line.find('{')?, line.rfind('}')?);
        line.get(start..=end)
    });
    let elements: Vec<RawElement> = braced.map(parse_literal).collect();
    (!elements.is_empty() || text.trim().is_empty()).then_some(elements)
}

fn parse_literal(braced: &str) -> RawElement {
    let value = literal::value(braced);
    value.ok_or_else(|| {
        format!("it is neither JSON nor Python: {}", braced.chars().take(60).collect::<String>())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ELEMENT_FIELDS;

    const PICTURE: Rect = Rect::new(0, 0, 100, 100);

    /// The names of the elements, and the number of dropped ones.
    fn parsed(answer: &str) -> Result<(Vec<String>, u64), String> {
        let detections = parse_answer(answer.as_bytes(), PICTURE)?;
        let dropped = detections.truncated.and_then(|it| it.unread).unwrap_or(0);
        Ok((detections.elements.into_iter().map(|it| it.name).collect(), dropped))
    }

    #[test]
    fn elements_are_found_wherever_they_are() {
        let a = r#"{"bbox": [0, 0, 9, 9], "content": "a"}"#;
        let b =
            "icon 1: {'type': 'icon', 'bbox': [0.5, 0.5, 0.6, 0.6], 'interactivity': True, 'content': 'b'}";
        for (answer, names, dropped) in [
            (
                format!(r#"{{"som_image_base64": "x", "parsed_content_list": [{a}], "latency": 1.5}}"#),
                &["a"] as &[_],
                0,
            ),
            (format!(r#"{{"elements": [{a}, {{"content": "x"}}, 7]}}"#), &["a"], 2),
            (format!("[{a}]"), &["a"], 0),
            (format!("{b}\n{{'bbox': }}\n\nnothing here\n{b}"), &["b", "b"], 1),
            (format!(r#"{{"data": ["iVBORw0KGgo=", "{b}\n{b}"]}}"#), &["b", "b"], 0),
            (format!(r#"{{"parsed_content_list": "{b}"}}"#), &["b"], 0),
            (r#"{"parsed_content_list": []}"#.into(), &[], 0),
            (r#"{"parsed_content_list": ""}"#.into(), &[], 0),
        ] {
            let names = names.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(parsed(&answer), Ok((names, dropped)), "{answer}");
        }
    }

    #[test]
    fn what_holds_no_elements_is_an_error() {
        for answer in
            ["<html>no</html>", r#"{"detail": "busy"}"#, "7", r#"["iVBORw0KGgo="]"#, r#"{"elements": 3}"#]
        {
            let error = parsed(answer).unwrap_err();
            assert!(error.starts_with("the grounding service answered no parsed_content_list: "), "{error}");
        }
        assert!(parse_answer(&[0xff, 0xfe], PICTURE).is_err());
    }

    #[test]
    fn there_is_an_end_to_elements() {
        let one = r#"{"bbox": [0, 0, 9, 9], "content": "a"},"#;
        let answer = format!("[{}]", one.repeat(MAX_ELEMENTS + 3).trim_end_matches(','));
        let (names, dropped) = parsed(&answer).unwrap();
        assert_eq!((names.len(), dropped), (MAX_ELEMENTS, 3));
    }

    #[test]
    fn every_field_has_names_of_its_own() {
        let names: Vec<_> = ELEMENT_FIELDS.iter().flat_map(|field| field.names).collect();
        assert!(names.iter().all(|name| names.iter().filter(|it| it == &name).count() == 1), "{names:?}");
    }
}
