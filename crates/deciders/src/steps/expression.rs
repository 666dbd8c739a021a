//! Parses arithmetic expressions as people write them, and writes them as calculator keys.

/// Operator words; a longer one comes before its prefix.
const OPERATORS: &[(&str, char)] = &[
    ("multiplied by", '*'),
    ("divided by", '/'),
    ("times", '*'),
    ("plus", '+'),
    ("minus", '-'),
    ("mal", '*'),
    ("geteilt durch", '/'),
    ("fois", '*'),
    ("divisé par", '/'),
    ("moins", '-'),
    ("over", '/'),
    ("x", '*'),
    ("*", '*'),
    ("×", '*'),
    ("·", '*'),
    ("/", '/'),
    ("÷", '/'),
    (":", '/'),
    ("+", '+'),
    ("-", '-'),
    ("−", '-'),
    ("–", '-'),
];

/// The keys of an expression, such as `6*7`; the error says what is wrong with it.
pub(super) fn parse(text: &str) -> Result<String, String> {
    let lower = text.trim().trim_end_matches('=').trim().to_lowercase();
    if lower.is_empty() {
        return Err("there is nothing to compute".into());
    }
    let mut sum = ExpressionParser::default();
    let mut rest = lower.as_str();
    while let Some(c) = rest.chars().next() {
        rest = match c {
            ' ' | '\t' => &rest[1..],
            '0'..='9' | '.' => sum.number(rest)?,
            '(' | ')' => sum.bracket(c, rest)?,
            _ => sum.operator(rest)?,
        };
    }
    sum.end()
}

/// The keys of a sum that is a whole step, without a verb: `6*7`, `5 plus 6`. A number alone is not a sum, and a time such as 10:30 is
/// none.
pub(super) fn written_alone(text: &str) -> Option<String> {
    let keys = parse(text).ok().filter(|_| !text.contains(':'))?;
    keys.contains(['+', '-', '*', '/']).then_some(keys)
}

/// A partially parsed expression.
#[derive(Default)]
struct ExpressionParser {
    keys: String,
    depth: usize,
    /// Whether the last token is a number or a closing bracket.
    has_value: bool,
    /// Whether a sign has opened a bracket that closes after the number.
    signed: bool,
}

impl ExpressionParser {
    fn number<'t>(&mut self, rest: &'t str) -> Result<&'t str, String> {
        let length = rest.find(|c: char| !matches!(c, '0'..='9' | '.' | ',')).unwrap_or(rest.len());
        let written = rest[..length].trim_end_matches([',', '.']);
        let number = without_thousands(written).filter(|number| number.parse::<f64>().is_ok());
        let number = number.ok_or_else(|| format!("\"{written}\" is no number: write 1234.5"))?;
        if self.has_value {
            return Err(format!("there is no operator before \"{number}\""));
        }
        self.keys.push_str(&number);
        if std::mem::take(&mut self.signed) {
            self.keys.push(')');
        }
        self.has_value = true;
        Ok(&rest[length..])
    }

    fn bracket<'t>(&mut self, c: char, rest: &'t str) -> Result<&'t str, String> {
        match c {
            '(' if self.has_value => return Err("there is no operator before a bracket".into()),
            '(' if self.signed => return Err("a bracket has a sign before it: write 0 - (...)".into()),
            '(' => self.depth += 1,
            _ if !self.has_value => return Err("there is no number before a closing bracket".into()),
            _ => self.depth = self.depth.checked_sub(1).ok_or("a bracket is closed that is not open")?,
        }
        self.keys.push(c);
        Ok(&rest[1..])
    }

    fn operator<'t>(&mut self, rest: &'t str) -> Result<&'t str, String> {
        let fits = |word: &str| {
            let after = rest.strip_prefix(word)?;
            // A word must not continue with letters; a single sign may, as in `6x7`.
            let is_word = word.len() > 1 && word.is_ascii() && after.starts_with(char::is_alphabetic);
            (!is_word).then_some(after)
        };
        let Some((after, key)) = OPERATORS.iter().find_map(|(word, key)| Some((fits(word)?, *key))) else {
            let word = rest.split_whitespace().next().unwrap_or(rest);
            return Err(format!("\"{word}\" is no number and no operator (+ - * /)"));
        };
        match (self.has_value, key) {
            (true, _) => self.keys.push(key),
            (false, '+') if !self.signed => {}
            // Calculators would take a second operator as a correction of the first.
            (false, '-') if !self.signed => {
                self.signed = !self.keys.is_empty();
                self.keys.push_str(if self.signed { "(0-" } else { "0-" });
            }
            _ => return Err(format!("there is no number before \"{key}\"")),
        }
        self.has_value = false;
        Ok(after)
    }

    fn end(self) -> Result<String, String> {
        match (self.has_value, self.depth) {
            (false, _) => Err("there is no number at the end".into()),
            (true, 0) => Ok(self.keys),
            (true, _) => Err("a bracket is not closed".into()),
        }
    }
}

/// The number without thousands separators; `None` if a comma is elsewhere.
fn without_thousands(written: &str) -> Option<String> {
    let whole = written.split('.').next().unwrap_or(written);
    let mut groups = whole.split(',');
    let first = groups.next().map_or(0, str::len);
    let grouped = whole.contains(',');
    let fits = !grouped || ((1..=3).contains(&first) && groups.all(|group| group.len() == 3));
    let after = &written[whole.len()..];
    (fits && !after.contains(',')).then(|| written.replace(',', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read_in_words_and_signs() {
        for (text, expected) in [
            ("6 x 7", "6*7"),
            ("6x7 =", "6*7"),
            ("12.5 * (3 + 4)", "12.5*(3+4)"),
            ("6 times 7 plus 1,000", "6*7+1000"),
            ("9 divided by 3", "9/3"),
            ("10 ÷ 4 − 1", "10/4-1"),
            ("-5 + 3", "0-5+3"),
            ("6 * -7", "6*(0-7)"),
            ("(-2)", "((0-2))"),
            ("+4", "4"),
            ("", "there is nothing to compute"),
            ("6 7", "there is no operator before \"7\""),
            ("6 *", "there is no number at the end"),
            ("* 6", "there is no number before \"*\""),
            ("6 * / 7", "there is no number before \"/\""),
            ("6 - - - 7", "there is no number before \"-\""),
            ("(6", "a bracket is not closed"),
            ("6)", "a bracket is closed that is not open"),
            ("()", "there is no number before a closing bracket"),
            ("1,5", "\"1,5\" is no number: write 1234.5"),
            ("1.2.3", "\"1.2.3\" is no number: write 1234.5"),
            ("six", "\"six\" is no number and no operator (+ - * /)"),
            ("6 timesheets", "\"timesheets\" is no number and no operator (+ - * /)"),
        ] {
            assert_eq!(parse(text).unwrap_or_else(|error| error), expected, "{text}");
        }
    }
}
