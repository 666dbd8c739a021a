//! Converts one element of an answer to a detected element. Pure.

use crate::fields::{BOX, CONTENT, Field, INTERACTIVITY, KIND, SCORE};
use deskpilot_core::{Rect, Role};
use deskpilot_desktop::DetectedElement;
use serde_json::Value;

/// The maximum length of a name, in characters.
const MAX_NAME_CHARS: usize = 300;

/// The default confidence.
const DEFAULT_SCORE: f64 = 0.5;

/// The element in a picture at this place; the error says why it cannot be used.
pub(super) fn parse_element(element: &Value, picture: Rect) -> Result<DetectedElement, String> {
    let rect = rect_in_picture(field(element, &BOX).ok_or("it has no bbox")?, picture)?;
    let name = name(field(element, &CONTENT))?;
    let is_text =
        field(element, &KIND).and_then(Value::as_str).is_some_and(|it| it.eq_ignore_ascii_case("text"));
    let role = match (parse_bool(field(element, &INTERACTIVITY))?.unwrap_or(!is_text), is_text) {
        (true, _) => Role::Button,
        (false, true) => Role::Text,
        (false, false) => Role::Image,
    };
    if is_text && name.is_empty() {
        return Err("it is a text without content".into());
    }
    let score = field(element, &SCORE).map_or(Some(DEFAULT_SCORE), Value::as_f64);
    let score = score.ok_or("its score is not a number")?;
    Ok(DetectedElement { role, name, rect, confidence: score.clamp(0.0, 1.0) as f32 })
}

/// The field under any of its names; null counts as absent.
fn field<'a>(element: &'a Value, field: &Field) -> Option<&'a Value> {
    field.names.iter().find_map(|name| element.get(name)).filter(|value| !value.is_null())
}

fn rect_in_picture(sides: &Value, picture: Rect) -> Result<Rect, String> {
    let wrong = || format!("its bbox is not four numbers: {}", excerpt(sides));
    let sides: Option<Vec<f64>> = sides
        .as_array()
        .ok_or_else(wrong)?
        .iter()
        .map(|it| it.as_f64().filter(|it| it.is_finite()))
        .collect();
    let sides: [f64; 4] = sides.and_then(|it| it.try_into().ok()).ok_or_else(wrong)?;
    let is_fractions = sides.iter().all(|side| *side <= 1.0);
    let along = |value: f64, start: i32, side: u32| {
        let pixels = if is_fractions { value * f64::from(side) } else { value };
        // Clamped to the picture, because nothing outside can be clicked.
        start.saturating_add(pixels.round().clamp(0.0, f64::from(side)) as i32)
    };
    let left = along(sides[0], picture.x, picture.width);
    let top = along(sides[1], picture.y, picture.height);
    let right = along(sides[2], picture.x, picture.width);
    let bottom = along(sides[3], picture.y, picture.height);
    if right <= left || bottom <= top {
        return Err(format!("its bbox is empty or outside the picture: {sides:?}"));
    }
    Ok(Rect::new(left, top, left.abs_diff(right), top.abs_diff(bottom)))
}

/// The name on one line, cut to [`MAX_NAME_CHARS`] characters.
fn name(content: Option<&Value>) -> Result<String, String> {
    let text = match content {
        None => "",
        Some(content) => content.as_str().ok_or("its content is not a text")?,
    };
    let words: Vec<&str> = text.split(|it: char| it.is_whitespace() || it.is_control()).collect();
    let line = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    Ok(match line.char_indices().nth(MAX_NAME_CHARS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    })
}

fn parse_bool(value: Option<&Value>) -> Result<Option<bool>, String> {
    match value {
        None => Ok(None),
        Some(Value::Bool(is)) => Ok(Some(*is)),
        Some(Value::String(word)) if word.eq_ignore_ascii_case("true") => Ok(Some(true)),
        Some(Value::String(word)) if word.eq_ignore_ascii_case("false") => Ok(Some(false)),
        Some(other) => Err(format!("its interactivity is not true or false: {}", excerpt(other))),
    }
}

fn excerpt(value: &Value) -> String {
    value.to_string().chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const PICTURE: Rect = Rect::new(100, 50, 200, 100);

    fn parsed(element: &Value) -> Result<String, String> {
        let it = parse_element(element, PICTURE)?;
        Ok(format!("{} {:?} {:?} {}", it.role.name(), it.name, sides(it.rect), it.confidence))
    }

    fn sides(it: Rect) -> [i64; 4] {
        [it.x.into(), it.y.into(), it.width.into(), it.height.into()]
    }

    #[test]
    fn elements_are_read_however_they_are_spelled() {
        for (element, expected) in [
            (
                json!({"type": "text", "bbox": [0.1, 0.2, 0.3, 0.4], "interactivity": false, "content": "Save\n as "}),
                r#"Text "Save as" [120, 70, 40, 20] 0.5"#,
            ),
            (json!({"bbox": [10, 20, 30, 40], "score": 2}), r#"Button "" [110, 70, 20, 20] 1"#),
            (
                json!({"box": [10.0, 20, 999, 40], "text": "x", "kind": "icon", "interactive": "False", "confidence": 0.25}),
                r#"Image "x" [110, 70, 190, 20] 0.25"#,
            ),
            (
                json!({"type": "text", "bbox": [0, 0, 1, 1], "interactivity": true, "content": "go", "score": null}),
                r#"Button "go" [100, 50, 200, 100] 0.5"#,
            ),
        ] {
            assert_eq!(parsed(&element).unwrap(), expected);
        }
    }

    #[test]
    fn what_cannot_be_used_says_why() {
        for (element, expected) in [
            (json!({"content": "x"}), "it has no bbox"),
            (json!("x"), "it has no bbox"),
            (json!({"bbox": [1, 2, 3]}), "its bbox is not four numbers: [1,2,3]"),
            (json!({"bbox": [1, 2, 3, "4"]}), "its bbox is not four numbers: [1,2,3,\"4\"]"),
            (json!({"bbox": [5, 2, 3, 4]}), "its bbox is empty or outside the picture: [5.0, 2.0, 3.0, 4.0]"),
            (
                json!({"bbox": [500, 2, 600, 4]}),
                "its bbox is empty or outside the picture: [500.0, 2.0, 600.0, 4.0]",
            ),
            (json!({"bbox": [0, 0, 1, 1], "type": "text"}), "it is a text without content"),
            (json!({"bbox": [0, 0, 1, 1], "content": 7}), "its content is not a text"),
            (json!({"bbox": [0, 0, 1, 1], "score": "high"}), "its score is not a number"),
            (json!({"bbox": [0, 0, 1, 1], "interactivity": 3}), "its interactivity is not true or false: 3"),
        ] {
            assert_eq!(parsed(&element).unwrap_err(), expected);
        }
    }

    #[test]
    fn a_long_name_is_cut() {
        let it =
            parse_element(&json!({"bbox": [0, 0, 1, 1], "content": "ü".repeat(MAX_NAME_CHARS + 1)}), PICTURE)
                .unwrap();
        assert_eq!(it.name.chars().count(), MAX_NAME_CHARS + 1);
        assert!(it.name.ends_with('…'));
    }
}
