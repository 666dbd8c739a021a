//! The arithmetic of a pocket calculator.

/// How many digits a display has.
const DIGITS: usize = 12;

/// The value of a line such as `6*7` or `1 + 2 × 3`, without a decimal point if it is an integer; `None` if the line is not
/// arithmetic.
pub(super) fn value(line: &str) -> Option<String> {
    let chars: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    let mut rest = chars.as_slice();
    let value = sum(&mut rest)?;
    (rest.is_empty() && value.is_finite()).then(|| rounded(value).to_string())
}

/// The value with as many digits as a display has: 0.1 + 0.2 is 0.3 there.
fn rounded(value: f64) -> f64 {
    let precision = DIGITS - 1;
    format!("{value:.precision$e}").parse().unwrap_or(value)
}

fn sum(rest: &mut &[char]) -> Option<f64> {
    let mut total = product(rest)?;
    while let Some(sign) = rest.first().copied().filter(|c| "+-−".contains(*c)) {
        *rest = &rest[1..];
        let term = product(rest)?;
        total += if sign == '+' { term } else { -term };
    }
    Some(total)
}

fn product(rest: &mut &[char]) -> Option<f64> {
    let mut total = factor(rest)?;
    while let Some(sign) = rest.first().copied().filter(|c| "*×/÷".contains(*c)) {
        *rest = &rest[1..];
        let factor = factor(rest)?;
        total = if "*×".contains(sign) { total * factor } else { total / factor };
    }
    Some(total)
}

/// A number, or a sum in brackets.
fn factor(rest: &mut &[char]) -> Option<f64> {
    if rest.first() != Some(&'(') {
        return number(rest);
    }
    *rest = &rest[1..];
    let value = sum(rest)?;
    (rest.first() == Some(&')')).then_some(())?;
    *rest = &rest[1..];
    Some(value)
}

fn number(rest: &mut &[char]) -> Option<f64> {
    let negative = matches!(rest.first(), Some('-' | '−'));
    let digits = &rest[usize::from(negative)..];
    let length = digits.iter().take_while(|c| c.is_ascii_digit() || **c == '.').count();
    let number: f64 = digits[..length].iter().collect::<String>().parse().ok()?;
    *rest = &digits[length..];
    Some(if negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn a_line_of_arithmetic_has_a_value() {
        for (line, expected) in [
            ("6*7", Some("42")),
            ("1 + 2 × 3 - 4", Some("3")),
            ("-1÷4", Some("-0.25")),
            ("(45+30)/4", Some("18.75")),
            ("2*((1+2)*3)", Some("18")),
            ("0.1+0.2", Some("0.3")),
            ("(1+2", None),
            ("1+2)", None),
            ("1/0", None),
            ("6*", None),
            ("", None),
            ("6 apples", None),
        ] {
            assert_eq!(value(line).as_deref(), expected, "{line:?}");
        }
    }
}
