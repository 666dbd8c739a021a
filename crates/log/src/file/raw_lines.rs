//! Splits the bytes of a log into lines, before any is parsed as an entry. Pure.

/// The complete lines, each with its line break.
pub(super) fn complete_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes[..complete_length(bytes)].split_inclusive(|byte| *byte == b'\n')
}

/// The length of the complete lines, in bytes.
pub(super) fn complete_length(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1)
}

/// The format version in the first line of a log.
pub(super) fn format(line: &[u8]) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Opening {
        format: Option<u32>,
    }
    serde_json::from_slice::<Opening>(line).ok()?.format
}

/// The kind of event in a line as this program writes it; `None` for a line of another shape, whose kind only a parser finds.
pub(super) fn event_kind(line: &[u8]) -> Option<&[u8]> {
    let after_number = after_digits(line.strip_prefix(b"{\"seq\":")?);
    let after_time = after_digits(after_number.strip_prefix(b",\"at\":")?);
    let kind = after_time.strip_prefix(b",\"event\":\"")?;
    kind.split(|byte| *byte == b'"').next()
}

fn after_digits(bytes: &[u8]) -> &[u8] {
    let count = bytes.iter().take_while(|it| it.is_ascii_digit()).count();
    &bytes[count..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Entry, Event, Timestamp};

    #[test]
    fn the_kind_of_an_event_is_found_at_its_place_and_nowhere_else() {
        let written = Entry { seq: 17, at: Timestamp(1_700_000_000_000), event: Event::Stopped };
        let written = serde_json::to_string(&written).unwrap();
        for (line, expected) in [
            (written.as_str(), Some("stopped")),
            ("{\"seq\":0,\"at\":1,\"event\":\"asked\",\"questions\":[\"\\\"event\\\":\"]}", Some("asked")),
            ("{\"at\":1,\"seq\":0,\"event\":\"stopped\"}", None),
            ("{\"seq\":0,\"at\":1,\"task\":\"a\",\"event\":\"stopped\"}", None),
            ("{ \"seq\":0,\"at\":1,\"event\":\"stopped\"}", None),
            ("", None),
        ] {
            assert_eq!(event_kind(line.as_bytes()), expected.map(str::as_bytes), "{line}");
        }
    }
}
