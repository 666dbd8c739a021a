//! The arithmetic of a pocket calculator.

/// The value of a line such as `6*7` or `1 + 2 × 3`, without a decimal point if it is an integer; `None` if the line is not
/// arithmetic.
pub(super) fn value(line: &str) -> Option<String> {
    let chars: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    let mut rest = chars.as_slice();
    let value = sum(&mut rest)?;
    (rest.is_empty() && value.is_finite()).then(|| value.to_string())
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
    let mut total = number(rest)?;
    while let Some(sign) = rest.first().copied().filter(|c| "*×/÷".contains(*c)) {
        *rest = &rest[1..];
        let factor = number(rest)?;
        total = if "*×".contains(sign) { total * factor } else { total / factor };
    }
    Some(total)
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
            ("1/0", None),
            ("6*", None),
            ("", None),
            ("6 apples", None),
        ] {
            assert_eq!(value(line).as_deref(), expected, "{line:?}");
        }
    }
}
