//! What a pocket calculator computes as its keys are pressed. Pure.

use std::fmt;

/// The most digits that are typed.
const DIGITS: usize = 12;

/// A key of the calculator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A digit, from 0 to 9.
    Digit(u8),
    /// The decimal point.
    Point,
    /// One of `+ - * /`.
    Operator(char),
    /// `=`.
    Equals,
    /// `C`.
    Clear,
}

impl Key {
    /// The key with this sign; `None` for any other text.
    pub fn of_sign(sign: char) -> Option<Key> {
        Some(match sign {
            '0'..='9' => Key::Digit(u8::try_from(sign.to_digit(10)?).ok()?),
            '.' | ',' => Key::Point,
            '+' | '-' | '*' | '/' => Key::Operator(sign),
            '=' | '\r' => Key::Equals,
            'C' | 'c' | '\u{1b}' => Key::Clear,
            _ => return None,
        })
    }
}

/// The state of a calculator, which computes from left to right.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calculation {
    /// What was computed before the operator.
    held: Option<(f64, char)>,
    /// What is typed.
    typed: String,
    /// What is shown while nothing is typed.
    shown: f64,
}

impl Calculation {
    /// Presses a key.
    pub fn press(&mut self, key: Key) {
        match key {
            Key::Digit(digit) if self.typed.len() < DIGITS => self.typed.push(char::from(b'0' + digit)),
            Key::Digit(_) => {}
            Key::Point if !self.typed.contains('.') => {
                let start = if self.typed.is_empty() { "0." } else { "." };
                self.typed.push_str(start);
            }
            Key::Point => {}
            Key::Operator(operator) => {
                self.compute();
                self.held = Some((self.shown, operator));
            }
            Key::Equals => self.compute(),
            Key::Clear => *self = Calculation::default(),
        }
    }

    /// Applies the held operator to what is typed, which is then shown.
    fn compute(&mut self) {
        let operand = std::mem::take(&mut self.typed).parse().unwrap_or(self.shown);
        self.shown = match self.held.take() {
            Some((held, '+')) => held + operand,
            Some((held, '-')) => held - operand,
            Some((held, '*')) => held * operand,
            Some((held, _)) => held / operand,
            None => operand,
        };
    }
}

impl fmt::Display for Calculation {
    /// What its display shows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.typed.is_empty() { write!(f, "{}", self.shown) } else { f.write_str(&self.typed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_computed_from_left_to_right() {
        for (keys, display) in [
            ("", "0"),
            ("42", "42"),
            ("6*7=", "42"),
            ("2+3*4=", "20"),
            ("1.5+.25=", "1.75"),
            ("1..5", "1.5"),
            ("7-9=", "-2"),
            ("1/0=", "inf"),
            ("6*7=+8=", "50"),
            ("6*", "6"),
            ("12C", "0"),
            ("1234567890123", "123456789012"),
        ] {
            let mut calculation = Calculation::default();
            keys.chars().filter_map(Key::of_sign).for_each(|key| calculation.press(key));
            assert_eq!(calculation.to_string(), display, "{keys}");
        }
        assert_eq!(Key::of_sign('x'), None);
    }
}
