//! Parses Python literals: `{'type': 'text', 'bbox': [0.1, 0.2, 0.3, 0.4], 'interactivity': False}`. Pure.

use serde_json::{Map, Number, Value};
use std::{iter::Peekable, str::Chars};

/// The maximum nesting depth.
const MAX_DEPTH: usize = 16;

/// The value of a JSON or Python literal; `None` if it is neither.
pub(super) fn value(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().or_else(|| {
        let mut parser = LiteralParser { rest: text.chars().peekable(), depth: 0 };
        let value = parser.value()?;
        parser.skip_blanks();
        parser.rest.peek().is_none().then_some(value)
    })
}

struct LiteralParser<'a> {
    rest: Peekable<Chars<'a>>,
    depth: usize,
}

impl LiteralParser<'_> {
    fn value(&mut self) -> Option<Value> {
        self.skip_blanks();
        match *self.rest.peek()? {
            '{' => self.nested(Self::dictionary),
            '[' => self.nested(|parser| parser.list('[', ']')),
            '(' => self.nested(|parser| parser.list('(', ')')),
            '\'' | '"' => self.text().map(Value::String),
            _ => self.word(),
        }
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Option<Value>) -> Option<Value> {
        self.depth += 1;
        let value = if self.depth > MAX_DEPTH { None } else { read(self) };
        self.depth -= 1;
        value
    }

    fn dictionary(&mut self) -> Option<Value> {
        let mut map = Map::new();
        self.take('{')?;
        while self.take('}').is_none() {
            self.skip_blanks();
            let name = self.text()?;
            self.take(':')?;
            map.insert(name, self.value()?);
            self.take_separator('}')?;
        }
        Some(Value::Object(map))
    }

    fn list(&mut self, open: char, close: char) -> Option<Value> {
        let mut items = Vec::new();
        self.take(open)?;
        while self.take(close).is_none() {
            items.push(self.value()?);
            self.take_separator(close)?;
        }
        Some(Value::Array(items))
    }

    /// A comma, unless the closing character follows.
    fn take_separator(&mut self, close: char) -> Option<()> {
        self.take(',').or_else(|| (self.rest.peek() == Some(&close)).then_some(()))
    }

    fn text(&mut self) -> Option<String> {
        let quote = self.rest.next_if(|it| matches!(it, '\'' | '"'))?;
        let mut text = String::new();
        loop {
            match self.rest.next()? {
                '\\' => text.push(self.escape()?),
                it if it == quote => return Some(text),
                it => text.push(it),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        Some(match self.rest.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'x' => self.code_point(2)?,
            'u' => self.code_point(4)?,
            'U' => self.code_point(8)?,
            it => it,
        })
    }

    fn code_point(&mut self, digits: usize) -> Option<char> {
        let digits: String = self.rest.by_ref().take(digits).collect();
        u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32)
    }

    fn word(&mut self) -> Option<Value> {
        let mut word = String::new();
        while let Some(it) = self.rest.next_if(|it| it.is_ascii_alphanumeric() || "+-._".contains(*it)) {
            word.push(it);
        }
        match word.as_str() {
            "True" | "true" => Some(Value::Bool(true)),
            "False" | "false" => Some(Value::Bool(false)),
            "None" | "null" => Some(Value::Null),
            number => Number::from_f64(number.parse().ok()?).map(Value::Number),
        }
    }

    fn take(&mut self, expected: char) -> Option<()> {
        self.skip_blanks();
        self.rest.next_if_eq(&expected).map(drop)
    }

    fn skip_blanks(&mut self) {
        while self.rest.next_if(|it| it.is_whitespace()).is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_of_json_and_of_python_are_read() {
        let deep = format!("{}1{}", "[".repeat(MAX_DEPTH + 1), ",]".repeat(MAX_DEPTH + 1));
        for (text, expected) in [
            (r#"{"a": [1, null]}"#, Some(json!({"a": [1, null]}))),
            (
                "{'a': True, 'b': None, 'c': (1.5, -2e1,)}",
                Some(json!({"a": true, "b": null, "c": [1.5, -20.0]})),
            ),
            (r#"{'it\'s': "a 'b'", 'c': '\u00fc\n\xe9'}"#, Some(json!({"it's": "a 'b'", "c": "ü\né"}))),
            ("{}", Some(json!({}))),
            ("{'a': nan}", None),
            ("{'a': 1} x", None),
            ("{'a': __import__('os')}", None),
            ("{'a' 1}", None),
            ("{'a': 1, , }", None),
            ("{'a': 'b", None),
            ("", None),
            (&deep, None),
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
    }
}
