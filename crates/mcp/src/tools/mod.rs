//! The tools of the server: one table, from which the list is made and by which calls are checked and carried out.

mod hands;
mod output;
mod run_task;
mod spec;
mod task;

use crate::tool_error::ToolError;
use rmcp::model::Tool;
use serde_json::Value;
pub(crate) use spec::{RepeatedCall, ToolCall, ToolSpec};

/// The tools by subject. A subject is a module with a list of rows, which this table names.
const TABLES: &[&[ToolSpec]] = &[&[run_task::RUN_TASK, task::TASK], hands::HANDS];

/// All tools, in the order of the list.
pub(crate) fn tool_specs() -> impl Iterator<Item = &'static ToolSpec> {
    TABLES.iter().copied().flatten()
}

/// The tools as a client lists them.
pub(crate) fn listed_tools() -> Vec<Tool> {
    tool_specs().map(ToolSpec::listed).collect()
}

/// The tool of this name.
pub(crate) fn tool(name: &str) -> Option<&'static ToolSpec> {
    tool_specs().find(|it| it.name == name)
}

/// The arguments of a call that were checked, as a type. A null counts as left out.
fn parsed<T: serde::de::DeserializeOwned>(call: &ToolCall) -> Result<T, ToolError> {
    let given = without_nulls(Value::Object(call.arguments.clone()));
    serde_json::from_value(given).map_err(|error| ToolError(error.to_string()))
}

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let given = object.into_iter().filter(|(_, it)| !it.is_null());
            Value::Object(given.map(|(name, it)| (name, without_nulls(it))).collect())
        }
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::BTreeSet;

    /// A token of common vocabularies is about four bytes of JSON.
    const MOST_BYTES: usize = 16_000;

    #[test]
    fn all_tools_take_few_tokens() {
        let listed = serde_json::to_string(&listed_tools()).unwrap();
        assert!(listed.len() <= MOST_BYTES, "{} bytes", listed.len());
    }

    #[test]
    fn what_a_model_writes_null_for_is_left_out_at_every_depth() {
        let given = json!({"a": null, "list": [{"b": null, "c": 1}, null], "d": {"e": null}});
        assert_eq!(without_nulls(given), json!({"list": [{"c": 1}, null], "d": {}}));
    }

    #[test]
    fn every_tool_has_a_name_of_its_own_a_sentence_and_schemas_of_objects() {
        let names: BTreeSet<&str> = tool_specs().map(|it| it.name).collect();
        assert_eq!(names.len(), tool_specs().count());
        for spec in tool_specs() {
            assert!(tool(spec.name).is_some(), "{}", spec.name);
            assert!(spec.description.ends_with('.') && !spec.title.is_empty(), "{}", spec.name);
            let listed = spec.listed();
            let hints = listed.annotations.unwrap();
            let all = [hints.read_only_hint, hints.idempotent_hint, hints.open_world_hint];
            assert!(all.iter().all(Option::is_some) && hints.destructive_hint.is_some(), "{}", spec.name);
            for schema in [(spec.input)(), (spec.output)()] {
                assert_eq!(schema["type"], "object", "{}", spec.name);
                assert!(schema["properties"].is_object(), "{}", spec.name);
            }
        }
    }
}
