//! The questions of a deep check to a model, and what its answers show. Pure.

use deskpilot_core::{
    AgentKind, BlobKind, BlobRef, Contract, Picture, Point, Prompt, Provenance, Rect, ReplyLength, Section,
    Size,
};
use deskpilot_desktop::photographer::{Image, encode_png};
use serde_json::{Map, Value, json};

/// A question that any model answers.
pub(crate) fn word(reply_length: ReplyLength) -> Prompt {
    let system = "Answer with a JSON object: {\"answer\": \"ready\"}.";
    let contract = contract(&[("answer", json!({ "type": "string" }))]);
    Prompt { reply_length, ..prompt(system, "Say that you are ready.", contract) }
}

/// A question whose words ask for something else than its schema: the answer shows which of the two holds.
pub(crate) fn contradiction() -> Prompt {
    let contract = contract(&[("weather", json!({ "type": "string", "enum": ["rain", "snow"] }))]);
    prompt("Answer with the one word ready, without quotes or braces.", "Say that you are ready.", contract)
}

/// Whether an answer to the contradiction is what its schema asks for.
pub(crate) fn keeps_schema(answer: &str) -> bool {
    let Some(reply) = object(answer) else { return false };
    let is_one = |it: &Value| matches!(it.as_str(), Some("rain" | "snow"));
    reply.len() == 1 && reply.get("weather").is_some_and(is_one)
}

/// Whether an answer to the contradiction is a JSON object at all.
pub(crate) fn keeps_json(answer: &str) -> bool {
    object(answer).is_some()
}

/// The colours that a picture may have; of those that nobody sees, one in 36 is guessed.
const COLOURS: &[&str] = &["red", "green", "blue", "yellow", "black", "white"];
/// The colours of the left and of the right half.
const LEFT: (&str, [u8; 3]) = ("yellow", [255, 255, 0]);
const RIGHT: (&str, [u8; 3]) = ("blue", [0, 0, 255]);
/// The side of the picture: models scale smaller ones up, or refuse them.
const SIDE: u32 = 256;

/// A question about a picture; `None` if that cannot be made.
pub(crate) fn colours() -> Option<Prompt> {
    let side = Size { width: SIDE, height: SIDE };
    let mut image = Image::filled(side, Point { x: 0, y: 0 }, LEFT.1);
    image.fill(Rect::new(i32::try_from(SIDE / 2).ok()?, 0, SIDE / 2, SIDE), RIGHT.1);
    let png = encode_png(&image).ok()?;
    let blob = BlobRef { hash: "colours".into(), kind: BlobKind::Png, bytes: png.len() as u64 };
    let colour = || json!({ "type": "string", "enum": COLOURS });
    let system = format!(
        "Answer with a JSON object: {{\"left\": COLOUR, \"right\": COLOUR}}. Each COLOUR is one of {}.",
        COLOURS.join(", ")
    );
    let contract = contract(&[("left", colour()), ("right", colour())]);
    let asked = prompt(&system, "Which colours have the left and the right half of the picture?", contract);
    let picture = Picture { caption: "the picture".into(), blob, png: png.into(), unscaled: None };
    Some(Prompt { pictures: vec![picture], ..asked })
}

/// Whether an answer names the colours of the picture.
pub(crate) fn names_colours(answer: &str) -> bool {
    let Some(reply) = object(answer) else { return false };
    let names = |key: &str, colour: &str| {
        reply.get(key).and_then(Value::as_str).is_some_and(|it| it.eq_ignore_ascii_case(colour))
    };
    names("left", LEFT.0) && names("right", RIGHT.0)
}

/// The JSON object of an answer, also between other words or in a code fence.
fn object(answer: &str) -> Option<Map<String, Value>> {
    let (start, end) = (answer.find('{')?, answer.rfind('}')?);
    serde_json::from_str(answer.get(start..=end)?).ok()
}

fn prompt(system: &str, request: &str, contract: Contract) -> Prompt {
    Prompt {
        agent: AgentKind::AppAgent,
        system: system.to_owned(),
        sections: vec![Section {
            name: "request".into(),
            provenance: Provenance::User,
            text: request.to_owned(),
            cut: 0,
        }],
        pictures: Vec::new(),
        contract,
        reply_length: ReplyLength::Usual,
    }
}

fn contract(properties: &[(&str, Value)]) -> Contract {
    let required: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let schemas: Map<String, Value> =
        properties.iter().map(|(name, it)| ((*name).to_owned(), it.clone())).collect();
    let schema = json!({
        "type": "object",
        "properties": schemas,
        "required": required,
        "additionalProperties": false,
    });
    Contract { name: "answer".into(), schema }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_desktop::photographer::decode_png;

    #[test]
    fn an_answer_shows_what_held_the_model() {
        for (answer, schema, json) in [
            (r#"{"weather": "rain"}"#, true, true),
            (r#"{"answer": "ready"}"#, false, true),
            (r#"{"weather": "rain", "more": 1}"#, false, true),
            (r#"{"weather": "sun"}"#, false, true),
            ("ready", false, false),
            ("}{", false, false),
            ("", false, false),
        ] {
            assert_eq!((keeps_schema(answer), keeps_json(answer)), (schema, json), "{answer}");
        }
    }

    #[test]
    fn the_picture_has_the_colours_that_are_asked_for() {
        let asked = colours().unwrap();
        let picture = decode_png(&asked.pictures[0].png).unwrap();
        let row = picture.rgb.len() / SIDE as usize;
        assert_eq!((&picture.rgb[..3], &picture.rgb[row - 3..row]), (&LEFT.1[..], &RIGHT.1[..]));
        for (answer, expected) in [
            (r#"{"left": "yellow", "right": "Blue"}"#, true),
            ("```json\n{\"left\": \"yellow\", \"right\": \"blue\"}\n```", true),
            (r#"{"left": "blue", "right": "yellow"}"#, false),
            ("I see no picture.", false),
        ] {
            assert_eq!(names_colours(answer), expected, "{answer}");
        }
        assert!(
            asked.contract.schema["properties"]["left"]["enum"].as_array().unwrap().contains(&json!(LEFT.0))
        );
    }
}
