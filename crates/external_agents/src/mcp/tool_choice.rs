//! Chooses the tool of an MCP server that takes the subtask, and its argument. Pure.

use deskpilot_core::one_line;
use rmcp::model::Tool;
use serde_json::Value;

/// The maximum number of characters shown of a name.
const MAX_NAME_CHARS: usize = 80;
/// The maximum number of names shown.
const MAX_NAMES: usize = 20;

/// A tool, and the argument that takes the subtask.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ToolChoice {
    pub(super) tool: String,
    pub(super) argument: String,
}

/// Chooses what the entry names, or the only possibility. The error says what to write in the entry.
pub(super) fn choose(
    tools: &[Tool],
    tool: Option<&str>,
    argument: Option<&str>,
) -> Result<ToolChoice, String> {
    let chosen = match (tool, tools) {
        (_, []) => return Err("it offers no tool: it cannot take subtasks".into()),
        (None, [only]) => only,
        (None, _) => {
            return Err(format!(
                "it offers {}: say which takes subtasks, with tool = \"...\"",
                tools_in_words(tools)
            ));
        }
        (Some(name), _) => match tools.iter().find(|it| it.name == name) {
            Some(found) => found,
            None => {
                return Err(format!(
                    "it has no tool {name:?}: it offers {}; mend tool",
                    tools_in_words(tools)
                ));
            }
        },
    };
    let argument = subtask_argument(chosen, argument)?;
    Ok(ToolChoice { tool: chosen.name.to_string(), argument })
}

/// The tools in words, as in `3 tools: ask, read, write`.
pub(super) fn tools_in_words(tools: &[Tool]) -> String {
    let word = if tools.len() == 1 { "tool" } else { "tools" };
    format!("{} {word}: {}", tools.len(), list(tools.iter().map(|it| it.name.as_ref())))
}

/// The argument that takes the subtask.
fn subtask_argument(tool: &Tool, named: Option<&str>) -> Result<String, String> {
    let name = one_line(&tool.name, MAX_NAME_CHARS);
    let arguments = arguments(tool);
    let known = list(arguments.iter().map(|it| it.name));
    let known =
        if known.is_empty() { "it has none".to_owned() } else { format!("its arguments are {known}") };
    let argument = match named {
        Some(named) if arguments.iter().any(|it| it.name == named) => named,
        Some(named) => {
            return Err(format!("its tool {name} has no argument {named:?}: {known}; mend argument"));
        }
        None => {
            let mut texts = arguments.iter().filter(|it| it.is_required && it.is_text);
            match (texts.next(), texts.next()) {
                (Some(only), None) => only.name,
                (None, _) => {
                    return Err(format!(
                        "its tool {name} requires no text: {known}; say which takes the subtask, with argument = \"...\""
                    ));
                }
                (Some(_), Some(_)) => {
                    return Err(format!(
                        "its tool {name} requires more than one text: {known}; choose another tool"
                    ));
                }
            }
        }
    };
    match arguments.iter().find(|it| it.is_required && it.name != argument) {
        Some(other) => Err(format!(
            "its tool {name} requires {} in addition to {argument}: choose a tool that requires nothing but the subtask",
            one_line(other.name, MAX_NAME_CHARS)
        )),
        None => Ok(argument.to_owned()),
    }
}

/// An argument of a tool.
struct Argument<'t> {
    name: &'t str,
    is_text: bool,
    is_required: bool,
}

fn arguments(tool: &Tool) -> Vec<Argument<'_>> {
    let required = tool.input_schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|it| it.as_str() == Some(name)));
    let known = tool.input_schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    known
        .map(|(name, schema)| Argument { name, is_text: is_text(schema), is_required: is_required(name) })
        .collect()
}

fn is_text(schema: &Value) -> bool {
    match schema.get("type") {
        Some(Value::String(kind)) => kind == "string",
        Some(Value::Array(kinds)) => kinds.iter().any(|it| it.as_str() == Some("string")),
        _ => false,
    }
}

fn list<'n>(names: impl ExactSizeIterator<Item = &'n str>) -> String {
    let left_out = names.len().saturating_sub(MAX_NAMES);
    let shown: Vec<String> = names.take(MAX_NAMES).map(|it| one_line(it, MAX_NAME_CHARS)).collect();
    let more = if left_out == 0 { String::new() } else { format!(" and {left_out} more") };
    format!("{}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn tool(name: &str, properties: &Value, required: &Value) -> Tool {
        let schema = json!({"type": "object", "properties": properties, "required": required});
        serde_json::from_value(json!({"name": name, "inputSchema": schema})).unwrap()
    }

    #[test]
    fn the_tool_and_its_argument_are_named_or_leave_no_choice() {
        let text = json!({"type": "string"});
        let ask = tool("ask", &json!({"question": text, "depth": {"type": "integer"}}), &json!(["question"]));
        let none = tool("none", &json!({"hint": text}), &json!([]));
        let two = tool("two", &json!({"a": text, "b": text}), &json!(["a", "b"]));
        let deep = tool("deep", &json!({"a": text, "n": {"type": "integer"}}), &json!(["a", "n"]));
        let maybe = tool("maybe", &json!({"a": {"type": ["string", "null"]}}), &json!(["a"]));
        let all = [ask, none, two, deep, maybe];
        let requires = "choose a tool that requires nothing but the subtask";
        for (tools, tool, argument, expected) in [
            (&all[..1], None, None, Ok("ask(question)")),
            (&all[..], Some("ask"), None, Ok("ask(question)")),
            (&all[..], Some("none"), Some("hint"), Ok("none(hint)")),
            (&all[..], Some("maybe"), None, Ok("maybe(a)")),
            (&[], None, None, Err("it offers no tool: it cannot take subtasks".into())),
            (&all[..], None, None, Err("it offers 5 tools: ask, none, two, deep, maybe: say which takes subtasks, with tool = \"...\"".into())),
            (&all[..1], Some("tell"), None, Err("it has no tool \"tell\": it offers 1 tool: ask; mend tool".into())),
            (&all[..], Some("ask"), Some("q"), Err("its tool ask has no argument \"q\": its arguments are question, depth; mend argument".into())),
            (&all[..], Some("none"), None, Err("its tool none requires no text: its arguments are hint; say which takes the subtask, with argument = \"...\"".into())),
            (&all[..], Some("two"), None, Err("its tool two requires more than one text: its arguments are a, b; choose another tool".into())),
            (&all[..], Some("two"), Some("a"), Err(format!("its tool two requires b in addition to a: {requires}"))),
            (&all[..], Some("deep"), None, Err(format!("its tool deep requires n in addition to a: {requires}"))),
        ] {
            let chosen = choose(tools, tool, argument).map(|it| format!("{}({})", it.tool, it.argument));
            assert_eq!(chosen, expected.map(str::to_owned), "{tool:?} {argument:?}");
        }
    }
}
