//! The screenshots in requests of computer-use models, in the encodings of all dialects. Pure.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deskpilot_core::Size;
use serde_json::{Map, Value, json};
use std::io::Cursor;

/// The pictures in a value, in the encodings of the dialects.
pub(super) fn pictures(value: &Value) -> Vec<&Value> {
    match value {
        Value::Object(object) if holds_picture(object) => vec![&value["data"]],
        Value::Object(object) => {
            let own = object.get("image_url").into_iter();
            own.chain(object.values().flat_map(pictures)).collect()
        }
        Value::Array(items) => items.iter().flat_map(pictures).collect(),
        _ => Vec::new(),
    }
}

/// Whether the object has a picture as `data`: Anthropic's source of an image, or Google's image.
fn holds_picture(object: &Map<String, Value>) -> bool {
    let kind = object.get("type").and_then(Value::as_str);
    kind == Some("base64") || kind == Some("image") && object.contains_key("mime_type")
}

/// The size of a picture; an error if it cannot be decoded.
pub(super) fn picture_size(picture: &Value) -> Result<Size, String> {
    let text = picture.as_str().ok_or("a picture is no text")?;
    let encoded = text.strip_prefix("data:image/png;base64,").unwrap_or(text);
    let png = STANDARD.decode(encoded).map_err(|error| format!("a picture is not base64: {error}"))?;
    let wrong = |error: png::DecodingError| format!("a picture is no PNG: {error}");
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().map_err(wrong)?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("a picture is too large")?];
    let frame = reader.next_frame(&mut pixels).map_err(wrong)?;
    Ok(Size { width: frame.width, height: frame.height })
}

/// Whether a picture has the size that the request declares, if it declares one.
pub(super) fn check_size(size: Size, declared: Option<(Option<u64>, Option<u64>)>) -> Result<(), String> {
    let own = (Some(u64::from(size.width)), Some(u64::from(size.height)));
    match declared {
        Some(declared) if declared != own => {
            Err(format!("the screen is declared as {declared:?}, and a screenshot is {own:?}"))
        }
        _ => Ok(()),
    }
}

/// The value with each picture replaced by its size.
pub(super) fn without_pictures(mut value: Value) -> Value {
    let shorten = |picture: &Value| match picture_size(picture) {
        Ok(size) => json!(format!("{} x {}", size.width, size.height)),
        Err(why) => json!(why),
    };
    match &mut value {
        Value::Object(object) if holds_picture(object) => {
            object["data"] = shorten(&object["data"]);
        }
        Value::Object(object) => {
            for (key, value) in object.iter_mut() {
                let now = if key == "image_url" { shorten(value) } else { without_pictures(value.take()) };
                *value = now;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|it| *it = without_pictures(it.take())),
        _ => {}
    }
    value
}
