//! A skill for agents, the file `SKILL.md`: when to give work to Deskpilot and how, from the table of tools and the instructions.

use crate::{clients::client_programs, instructions::INSTRUCTIONS, tools::tool_specs};
use serde_json::Value;

/// The skill, with names in braces where the tables and the instructions belong.
const TEMPLATE: &str = include_str!("skill.md");

/// The skill. Its first lines say when an agent should read the rest.
pub fn skill() -> String {
    let clients: Vec<String> = client_programs().iter().map(|it| format!("`{}`", it.word)).collect();
    TEMPLATE
        .replace("{licence}", env!("CARGO_PKG_LICENSE"))
        .replace("{clients}", &clients.join(", "))
        .replace("{tools}", &tool_table())
        .replace("{instructions}", INSTRUCTIONS.trim_end())
}

/// The tools with their arguments.
fn tool_table() -> String {
    let row = |name: &str, input: &Value, about: &str| {
        let known = input.get("properties").and_then(Value::as_object).into_iter().flatten();
        let arguments: Vec<String> = known.map(|(name, _)| format!("`{name}`")).collect();
        format!("| `{name}` | {} | {about} |", arguments.join(", "))
    };
    let rows: Vec<String> = tool_specs().map(|it| row(it.name, &(it.input)(), it.description)).collect();
    format!("| tool | arguments | what it does |\n| --- | --- | --- |\n{}", rows.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::tool;

    /// The most characters of a description, and the most lines of a skill, which an agent reads as a whole.
    const LIMITS: (usize, usize) = (1024, 500);

    /// The calls in the examples.
    fn calls(skill: &str) -> Vec<Value> {
        let blocks = skill.split("```json\n").skip(1).filter_map(|it| it.split("```").next());
        let blocks = blocks.map(|it| serde_json::from_str::<Value>(it).unwrap());
        blocks.filter(|it| it.get("tool").is_some()).collect()
    }

    #[test]
    fn the_skill_begins_with_its_name_and_when_to_read_it() {
        let skill = skill();
        let (head, body) = skill.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
        let fields: Vec<(&str, &str)> = head.lines().map(|it| it.split_once(": ").unwrap()).collect();
        assert_eq!(fields[0], ("name", "deskpilot"));
        let (name, description) = fields[1];
        assert!(name == "description" && description.len() <= LIMITS.0, "{description}");
        // A colon and a space would begin another key.
        assert!(fields.iter().all(|(_, value)| !value.contains(": ")), "{head}");
        assert!(skill.lines().count() <= LIMITS.1 && body.contains(INSTRUCTIONS.trim_end()), "{body}");
    }

    #[test]
    fn the_skill_has_every_tool_and_every_argument_and_nothing_is_left_to_fill_in() {
        let skill = skill();
        for spec in tool_specs() {
            let row = skill.lines().find(|it| it.starts_with(&format!("| `{}` |", spec.name))).unwrap();
            assert_eq!(row.matches(" | ").count(), 2, "a bar ends a cell: {row}");
            for name in (spec.input)()["properties"].as_object().unwrap().keys() {
                assert!(row.contains(&format!("`{name}`")), "{name}: {row}");
            }
        }
        for name in ["{licence}", "{clients}", "{tools}", "{instructions}"] {
            assert!(TEMPLATE.contains(name) && !skill.contains(name), "{name}");
        }
    }

    #[test]
    fn the_calls_of_the_example_are_ones_that_the_tools_take() {
        let calls = calls(TEMPLATE);
        assert!(calls.len() > 1, "{calls:?}");
        for call in calls {
            let spec = tool(call["tool"].as_str().unwrap()).unwrap();
            let schema = (spec.input)();
            let given = call["arguments"].as_object().unwrap();
            let is_known = |name: &String| schema["properties"].get(name).is_some();
            assert!(given.keys().all(is_known), "{call}");
            let required = schema["required"].as_array().unwrap();
            assert!(required.iter().all(|it| given.contains_key(it.as_str().unwrap())), "{call}");
        }
    }
}
