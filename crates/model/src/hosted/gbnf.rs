//! JSON schemas as GBNF, the grammars of llama.cpp: its sampler takes no token that the grammar does not allow. Pure.

use serde_json::{Map, Value};

/// The rules of JSON itself. Between tokens stands one space at most, because a small model may write spaces until its reply is
/// cut. Every rule takes the space behind it.
const JSON: &str = r#"value ::= object | array | string | number | boolean | null
object ::= "{" ws ( string ":" ws value ( "," ws string ":" ws value )* )? "}" ws
array ::= "[" ws ( value ( "," ws value )* )? "]" ws
string ::= "\"" char* "\"" ws
char ::= [^"\\\x7F\x00-\x1F] | "\\" ( ["\\/bfnrt] | "u" hex hex hex hex )
hex ::= [0-9a-fA-F]
number ::= integral ( "." [0-9]+ )? ( [eE] [-+]? [0-9]+ )? ws
integer ::= integral ws
integral ::= "-"? ( "0" | [1-9] [0-9]* )
boolean ::= ( "true" | "false" ) ws
null ::= "null" ws
ws ::= " "?
"#;

/// The grammar of what this schema describes. All properties of an object are required, in the order of the schema; what the
/// schema does not say may be any JSON.
pub(super) fn grammar(schema: &Value) -> String {
    let mut rules = Rules::default();
    let root = rules.schema(schema);
    let own: String = rules.0.iter().enumerate().map(|(at, body)| format!("r{at} ::= {body}\n")).collect();
    format!("root ::= {root}\n{own}{JSON}")
}

/// The rules of one schema; each is named `r` with its place.
#[derive(Default)]
struct Rules(Vec<String>);

impl Rules {
    /// The name of the rule for this schema.
    fn schema(&mut self, schema: &Value) -> String {
        if let Some(words) = schema.get("enum").and_then(Value::as_array) {
            let words: Vec<String> = words.iter().map(|it| literal(&it.to_string())).collect();
            return self.rule(format!("( {} ) ws", words.join(" | ")));
        }
        if let Some(schemas) = schema.get("anyOf").and_then(Value::as_array) {
            let names: Vec<String> = schemas.iter().map(|it| self.schema(it)).collect();
            return self.rule(names.join(" | "));
        }
        match schema.get("type") {
            Some(Value::String(kind)) => self.kind(kind, schema),
            Some(Value::Array(kinds)) => {
                let kinds = kinds.iter().filter_map(Value::as_str);
                let names: Vec<String> = kinds.map(|it| self.kind(it, schema)).collect();
                self.rule(names.join(" | "))
            }
            _ => "value".to_owned(),
        }
    }

    /// The name of the rule for values of this type.
    fn kind(&mut self, kind: &str, schema: &Value) -> String {
        match (kind, schema.get("properties"), schema.get("items")) {
            ("object", Some(Value::Object(properties)), _) => self.object(properties),
            ("array", _, Some(items)) => {
                let item = self.schema(items);
                self.rule(format!(r#""[" ws ( {item} ( "," ws {item} )* )? "]" ws"#))
            }
            ("object" | "array" | "string" | "number" | "integer" | "boolean" | "null", ..) => {
                kind.to_owned()
            }
            _ => "value".to_owned(),
        }
    }

    fn object(&mut self, properties: &Map<String, Value>) -> String {
        let mut members = Vec::new();
        for (name, schema) in properties {
            let key = literal(&Value::from(name.as_str()).to_string());
            members.push(format!(r#"{key} ":" ws {}"#, self.schema(schema)));
        }
        let members = members.join(r#" "," ws "#);
        let space = if members.is_empty() { "" } else { " " };
        self.rule(format!(r#""{{" ws{space}{members} "}}" ws"#))
    }

    /// The name of the rule with this body, which is written once.
    fn rule(&mut self, body: String) -> String {
        // The arguments of many commands have the same parts, and each rule makes the grammar longer.
        let at = self.0.iter().position(|it| *it == body).unwrap_or(self.0.len());
        if at == self.0.len() {
            self.0.push(body);
        }
        format!("r{at}")
    }
}

/// A literal text.
fn literal(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use serde_json::json;

    fn own_rules(schema: &Value) -> String {
        grammar(schema).strip_suffix(JSON).unwrap().to_owned()
    }

    #[test]
    fn a_schema_becomes_rules_and_equal_parts_are_written_once() {
        let texts = json!({"type": "array", "items": {"type": "string"}});
        let schema = json!({
            "type": "object",
            "properties": {
                "Say \"it\"": {"type": "string"},
                "Plan": texts,
                "Questions": texts,
                "Status": {"type": ["string", "null"], "enum": ["FINISH", null]},
                "Args": {"anyOf": [
                    {"type": "object", "properties": {}},
                    {"type": "object", "properties": {"n": {"type": ["number", "null"]}}},
                ]},
            },
        });
        expect![[r#"
            root ::= r6
            r0 ::= "[" ws ( string ( "," ws string )* )? "]" ws
            r1 ::= ( "\"FINISH\"" | "null" ) ws
            r2 ::= "{" ws "}" ws
            r3 ::= number | null
            r4 ::= "{" ws "\"n\"" ":" ws r3 "}" ws
            r5 ::= r2 | r4
            r6 ::= "{" ws "\"Say \\\"it\\\"\"" ":" ws string "," ws "\"Plan\"" ":" ws r0 "," ws "\"Questions\"" ":" ws r0 "," ws "\"Status\"" ":" ws r1 "," ws "\"Args\"" ":" ws r5 "}" ws
        "#]]
        .assert_eq(&own_rules(&schema));
    }

    #[test]
    fn what_a_schema_does_not_say_may_be_any_json() {
        for schema in [json!({}), json!({"type": "unheard-of"}), json!(true)] {
            assert_eq!(own_rules(&schema), "root ::= value\n", "{schema}");
        }
        assert_eq!(own_rules(&json!({"type": "object"})), "root ::= object\n");
    }

    #[test]
    fn every_rule_of_json_is_defined_and_none_takes_more_than_a_space() {
        let defined: Vec<&str> = JSON.lines().filter_map(|it| it.split(" ::= ").next()).collect();
        for name in ["object", "array", "string", "number", "integer", "boolean", "null", "value", "ws"] {
            assert!(defined.contains(&name), "{name}");
        }
        assert!(JSON.ends_with("ws ::= \" \"?\n"));
    }
}
