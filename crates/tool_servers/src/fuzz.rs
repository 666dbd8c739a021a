//! A target for fuzzing: every tool that a server lists becomes a valid command or is left out.

use crate::{
    Hints, ServerAddress, ServerSpec,
    connection::fuzz_events,
    tools::{Catalogue, ToolList},
};
use deskpilot_core::ParamKind;
use serde_json::{Map, Value, json};
use std::{hint::black_box, time::Duration};

/// The tools of a server, as JSON or as the data of an event.
pub fn tool_server(bytes: &[u8]) {
    catalogue(bytes);
    for event in fuzz_events(bytes) {
        catalogue(event.as_bytes());
    }
}

fn catalogue(bytes: &[u8]) {
    let Ok(tools) = serde_json::from_slice(bytes) else { return };
    let server = ServerSpec {
        name: "tea".into(),
        address: ServerAddress::Program { argv: Vec::new(), pass: Vec::new() },
        applications: None,
        tools: None,
        timeout: Duration::from_secs(1),
        hints: Hints::Trusted,
    };
    let catalogue = Catalogue::of(&server, &ToolList { tools, is_cut: false });
    for spec in catalogue.specs() {
        assert_eq!(spec.definition_error(), None, "{spec}");
        assert!(spec.doc.ends_with('.') && spec.doc.chars().count() < 400, "{spec}");
        let args: Map<String, Value> =
            spec.params.iter().map(|it| (it.name.to_string(), value(&it.kind))).collect();
        assert_eq!(spec.argument_error(&args), None, "{spec}");
        let command = catalogue.command(&spec.name);
        black_box(command.map(|it| it.wire_arguments(&args)));
    }
    black_box(&catalogue.troubles);
}

/// A value of this kind.
fn value(kind: &ParamKind) -> Value {
    match kind {
        ParamKind::Number => json!(1),
        ParamKind::Flag => json!(true),
        ParamKind::Texts | ParamKind::Paths(_) | ParamKind::Argv => json!(["a"]),
        ParamKind::Rows => json!([["a", 1, null]]),
        ParamKind::OneOf(words) => words.first().map_or(Value::Null, |it| it.as_ref().into()),
        _ => json!("{}"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn whatever_a_server_lists_becomes_valid_commands() {
        let words = [
            "\"name\":\"",
            "\"inputSchema\":{",
            "\"properties\":{",
            "\"anyOf\":[",
            "\"enum\":[",
            "\"type\":\"array\"",
            "\"description\":\"",
            "\ndata: ",
            "\u{202e}",
        ];
        deskpilot_fuzz::fuzz("tool_server", &words, super::tool_server);
    }
}
