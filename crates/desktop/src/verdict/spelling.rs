//! Whether a field shows a typed text in its own spelling. Pure.

/// Whether a field that shows this text has the typed one, in its own spelling: with other capitals, or the same
/// numbers written its own way.
pub fn is_own_spelling(typed: &str, shown: &str) -> bool {
    let (typed, shown) = (typed.trim(), shown.trim());
    if typed.is_empty() || shown.is_empty() || typed.contains('\n') {
        return typed == shown;
    }
    if typed.to_lowercase() == shown.to_lowercase() {
        return true;
    }
    match (Quantity::of(typed), Quantity::of(shown)) {
        (Some(typed), Some(shown)) => shown.is_spelling_of(&typed),
        _ => false,
    }
}

/// A number with its sign and its unit.
#[derive(Debug, PartialEq)]
struct Quantity {
    number: f64,
    /// A sign before it, such as that of a currency.
    sign: String,
    unit: String,
}

impl Quantity {
    fn of(text: &str) -> Option<Quantity> {
        // Some languages put spaces that do not break between thousands.
        let is_separator = |it: char| matches!(it, '.' | ',' | ' ' | '\u{a0}' | '\u{202f}');
        let start = text.find(|it: char| it.is_ascii_digit() || matches!(it, '-' | '+' | '.'))?;
        let (sign, rest) = text.split_at(start);
        let signed = usize::from(rest.starts_with(['-', '+']));
        let is_in_number = |it: char| it.is_ascii_digit() || is_separator(it);
        let end = rest[signed..].find(|it| !is_in_number(it)).map_or(rest.len(), |end| signed + end);
        let (number, unit) = rest.split_at(end);
        let sign = sign.trim().to_owned();
        // Letters before the digits make a name of it, such as `Q3`.
        if sign.contains(char::is_alphanumeric) {
            return None;
        }
        let number = with_decimal_point(number).parse().ok()?;
        Some(Quantity { number, sign, unit: unit.trim().to_lowercase() })
    }

    /// Whether a field may show this for the typed quantity: with its unit or sign added, or percent as a share.
    fn is_spelling_of(&self, typed: &Quantity) -> bool {
        // Relative, and not exact: a percentage is divided by 100, which rounds.
        let is_same = |one: f64, other: f64| (one - other).abs() <= 1e-9 * one.abs().max(1.0);
        let share = |it: &Quantity| if it.unit == "%" { it.number / 100.0 } else { it.number };
        let has_own = typed.unit.is_empty() || typed.unit == self.unit;
        let has_sign = typed.sign.is_empty() || typed.sign == self.sign;
        (has_own && has_sign && is_same(typed.number, self.number))
            || (has_sign
                && typed.unit != self.unit
                && is_same(share(typed), share(self))
                && is_percent(typed, self))
    }
}

fn is_percent(typed: &Quantity, shown: &Quantity) -> bool {
    let plain = |it: &Quantity| it.unit.is_empty() || it.unit == "%";
    plain(typed) && plain(shown)
}

/// A number with a decimal point and without signs of thousands. The last of two kinds of signs is the decimal one, and a
/// comma alone is too unless three digits follow.
fn with_decimal_point(number: &str) -> String {
    let number = number.trim();
    let (comma, point) = (number.rfind(','), number.rfind('.'));
    let is_comma_decimal = match (comma, point) {
        (Some(comma), Some(point)) => comma > point,
        (Some(comma), None) => number.len() - comma != 4 && number.matches(',').count() == 1,
        _ => false,
    };
    let decimal = if is_comma_decimal { ',' } else { '.' };
    let kept = number.chars().filter(|it| it.is_ascii_digit() || *it == decimal || matches!(it, '-' | '+'));
    kept.map(|it| if it == ',' { '.' } else { it }).collect()
}
