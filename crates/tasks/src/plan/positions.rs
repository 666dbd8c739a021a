//! Finds the lines of a JSON object's keys. Pure; the text is known to be JSON.

use std::str::CharIndices;

/// A key of the outermost object, or an item of its list value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeyPosition {
    pub(super) key: String,
    /// The item's index, from 0; `None` for the key itself.
    pub(super) item: Option<usize>,
    /// The line, from 1.
    pub(super) line: usize,
}

/// The progress of the scan.
struct Scanner<'t> {
    text: &'t str,
    chars: CharIndices<'t>,
    line: usize,
    positions: Vec<KeyPosition>,
}

/// The keys in file order; duplicates appear twice.
pub(super) fn key_positions(text: &str) -> Vec<KeyPosition> {
    let mut scanner = Scanner { text, chars: text.char_indices(), line: 1, positions: Vec::new() };
    scanner.object();
    scanner.positions
}

impl Scanner<'_> {
    fn object(&mut self) {
        let (mut depth, mut key, mut item, mut is_fresh) = (0_usize, None::<String>, 0, false);
        while let Some((at, c)) = self.next() {
            if is_fresh && depth == 2 && !c.is_whitespace() && c != ']' {
                is_fresh = false;
                let position =
                    KeyPosition { key: key.clone().unwrap_or_default(), item: Some(item), line: self.line };
                self.positions.push(position);
            }
            match c {
                '"' => {
                    let line = self.line;
                    let text = self.string(at);
                    if depth == 1 && key.is_none() {
                        self.positions.push(KeyPosition { key: text.clone(), item: None, line });
                        key = Some(text);
                    }
                }
                '[' if depth == 1 => (depth, item, is_fresh) = (2, 0, true),
                '{' | '[' => depth += 1,
                '}' | ']' => (depth, is_fresh) = (depth.saturating_sub(1), false),
                ',' if depth == 1 => key = None,
                ',' if depth == 2 => (item, is_fresh) = (item + 1, true),
                _ => {}
            }
        }
    }

    /// The rest of a string after its opening quote.
    fn string(&mut self, from: usize) -> String {
        let mut is_escaped = false;
        while let Some((at, c)) = self.next() {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => return serde_json::from_str(&self.text[from..=at]).unwrap_or_default(),
                _ => {}
            }
        }
        String::new()
    }

    fn next(&mut self) -> Option<(usize, char)> {
        let next = self.chars.next()?;
        self.line += usize::from(next.1 == '\n');
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_and_every_item_of_a_list_has_its_line() {
        let text = "{\n \"a\\\"\": 1, \"b\":\n [\n\"x, ]\", {\"c\": [1,\n2]}, 3],\n\n\"a\\\"\": {\"d\": 2}, \"e\": []}\n";
        let found: Vec<String> = key_positions(text)
            .into_iter()
            .map(|it| {
                format!("{}{} {}", it.key, it.item.map_or(String::new(), |at| format!("[{at}]")), it.line)
            })
            .collect();
        assert_eq!(found, ["a\" 2", "b 2", "b[0] 4", "b[1] 4", "b[2] 5", "a\" 7", "e 7"]);
    }
}
