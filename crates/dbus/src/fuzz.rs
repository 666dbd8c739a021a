//! A target for fuzzing: whatever an application sends, it is a message or refused.

use super::{
    AnyValue, Decode, DecodeError, ObjectPath, Struct, TypeString, Variant,
    message::{Incoming, extent, read},
};
use std::{collections::HashMap, hint::black_box};

/// The bytes that arrive on a connection.
pub fn frames(bytes: &[u8]) {
    let mut rest = bytes;
    while let Ok(Some(length)) = extent(rest) {
        let Some((message, after)) = rest.split_at_checked(length) else { return };
        rest = after;
        let Ok(incoming) = read(message) else { return };
        decode::<String>(&incoming);
        decode::<Vec<Struct<(String, ObjectPath)>>>(&incoming);
        decode::<HashMap<String, Variant<String>>>(&incoming);
        decode::<HashMap<String, Struct<(bool, TypeString, Vec<AnyValue>)>>>(&incoming);
        decode::<HashMap<String, AnyValue>>(&incoming);
        decode::<(u32, f64, Variant<Vec<i32>>)>(&incoming);
    }
}

fn decode<T: Decode>(incoming: &Incoming<'_>) {
    let decoded: Result<T, DecodeError> = match incoming {
        Incoming::Reply { content, .. } => content.value(),
        Incoming::Signal(signal) => signal.value(),
        Incoming::Error { .. } | Incoming::Other => return,
    };
    drop(black_box(decoded));
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_bytes_are_messages_or_refused() {
        let words = [
            "a(so)",
            "a{sv}",
            "a{s(bgav)}",
            "(ya{sv}x)",
            "s",
            "v",
            "ai",
            "udv",
            "l\x02\0\x01",
            "B\x04\0\x01",
        ];
        deskpilot_fuzz::fuzz("frames", &words, super::frames);
    }
}
