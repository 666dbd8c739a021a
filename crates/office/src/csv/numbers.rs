//! Numbers as files write them.

/// More digits than this lose some where they are read as a number.
/// It is what a float of 64 bits keeps.
const MOST_DIGITS: usize = 15;

/// The mark before the decimals of a file's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecimalMark {
    /// As in `1.234,56`.
    Comma,
    /// As in `1,234.56`.
    Point,
}

/// A number that is read without losing anything of how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrittenNumber {
    /// How many decimals it has.
    pub(super) decimals: usize,
    /// Whether the last decimal is a zero.
    pub(super) has_last_zero: bool,
    /// Whether its thousands are in groups.
    pub(super) is_grouped: bool,
}

/// How the numbers of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberFormat {
    pub(super) mark: DecimalMark,
    /// The decimals that each of them has.
    pub(super) decimals: usize,
    /// Whether thousands are in groups.
    pub(super) is_grouped: bool,
}

impl DecimalMark {
    /// Both.
    pub(super) const ALL: [DecimalMark; 2] = [DecimalMark::Comma, DecimalMark::Point];

    const fn decimal(self) -> char {
        match self {
            DecimalMark::Comma => ',',
            DecimalMark::Point => '.',
        }
    }

    const fn grouping(self) -> char {
        match self {
            DecimalMark::Comma => '.',
            DecimalMark::Point => ',',
        }
    }

    /// LibreOffice's number of a language that writes numbers so: German or English.
    pub(super) const fn language(self) -> u16 {
        match self {
            DecimalMark::Comma => 1031,
            DecimalMark::Point => 1033,
        }
    }
}

impl WrittenNumber {
    /// The number that a text is with this mark; `None` where it is not a number, or where the number does not say how the text is written, as
    /// for 007 and +5.
    pub(super) fn read(text: &str, mark: DecimalMark) -> Option<WrittenNumber> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, decimals) = match digits.split_once(mark.decimal()) {
            Some((whole, decimals)) if are_digits(decimals) => (whole, decimals),
            Some(_) => return None,
            None => (digits, ""),
        };
        let mut groups = whole.split(mark.grouping());
        let (first, others) = (groups.next()?, groups.collect::<Vec<_>>());
        let is_grouped = !others.is_empty();
        let fits = are_digits(first)
            && (first == "0" && !is_grouped || !first.starts_with('0'))
            && (!is_grouped || first.len() <= 3)
            && others.iter().all(|it| it.len() == 3 && are_digits(it));
        let count = digits.bytes().filter(u8::is_ascii_digit).count();
        let is_zero = digits.bytes().all(|it| !matches!(it, b'1'..=b'9'));
        // -0 is no number that keeps its sign.
        let is_exact = count <= MOST_DIGITS && !(is_zero && digits.len() < text.len());
        let has_last_zero = decimals.ends_with('0');
        (fits && is_exact).then_some(WrittenNumber { decimals: decimals.len(), has_last_zero, is_grouped })
    }

    /// Whether a text is a number with this mark and none with the other one.
    pub(super) fn is_only_with(text: &str, mark: DecimalMark) -> bool {
        let is_number = |mark| WrittenNumber::read(text, mark).is_some();
        DecimalMark::ALL.into_iter().all(|it| is_number(it) == (it == mark))
    }
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

impl NumberFormat {
    /// The format of numbers of which nothing else is known.
    pub(super) const fn plain(mark: DecimalMark) -> NumberFormat {
        NumberFormat { mark, decimals: 0, is_grouped: false }
    }

    /// The number with all its decimals, and at least those of the format.
    pub(super) fn write(self, value: f64) -> String {
        let plain = shortest(value);
        let digits = plain.strip_prefix('-').unwrap_or(&plain);
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let whole = if self.is_grouped { grouped(whole, self.mark.grouping()) } else { whole.to_owned() };
        let sign = if digits.len() < plain.len() { "-" } else { "" };
        match format!("{decimals:0<width$}", width = self.decimals) {
            decimals if decimals.is_empty() => format!("{sign}{whole}"),
            decimals => format!("{sign}{whole}{}{decimals}", self.mark.decimal()),
        }
    }
}

/// The percentage with all its decimals of a value that is shown with fewer, as 12.345 % is as `12.35%`; `None` where the text that
/// is shown says all of the value, or is no percentage.
pub(super) fn percentage(shown: &str, value: f64, mark: DecimalMark) -> Option<String> {
    let (number, sign) = shown.split_at(shown.rfind(|it: char| it.is_ascii_digit())? + 1);
    let is_number = number.chars().all(|it| it.is_ascii_digit() || matches!(it, '-' | '.' | ','));
    if !is_number || sign.trim() != "%" {
        return None;
    }
    let exact = shortest(value * 100.0);
    let is_exact = |mark: DecimalMark| {
        let plain = number.replace(mark.grouping(), "").replace(mark.decimal(), ".");
        plain.parse::<f64>().is_ok_and(|it| shortest(it) == exact)
    };
    let is_short = !DecimalMark::ALL.into_iter().any(is_exact);
    is_short.then(|| NumberFormat::plain(mark).write(value * 100.0) + sign)
}

/// A number without the digits that only its binary form has: 1.1 + 2.2 is 3.3.
fn shortest(value: f64) -> String {
    // The format `e` has one digit before the point, which its precision does not count.
    let digits = MOST_DIGITS - 1;
    let rounded: f64 = format!("{value:.digits$e}").parse().unwrap_or(value);
    // Zero has no sign.
    (rounded + 0.0).to_string()
}

fn grouped(whole: &str, mark: char) -> String {
    let mut grouped = String::new();
    for (at, digit) in whole.char_indices() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(mark);
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_number_brings_back_is_read_as_one() {
        let is = |text: &str| DecimalMark::ALL.map(|it| WrittenNumber::read(text, it).is_some());
        for (text, comma, point) in [
            ("1.234,56", true, false),
            ("1,234.56", false, true),
            ("1,50", true, false),
            ("9.10", false, true),
            ("1.234", true, true),
            ("-6", true, true),
            ("0", true, true),
            ("0,5", true, false),
            ("007", false, false),
            ("-0", false, false),
            ("+5", false, false),
            ("1E5", false, false),
            ("3-4", false, false),
            (" 7", false, false),
            ("5.", false, false),
            ("2027-02-30", false, false),
            ("1234567890123456", false, false),
            ("=1+1", false, false),
            ("", false, false),
        ] {
            assert_eq!(is(text), [comma, point], "{text}");
        }
        assert!(WrittenNumber::is_only_with("1,50", DecimalMark::Comma));
        assert!(!WrittenNumber::is_only_with("1.234", DecimalMark::Comma), "it may be either");
    }

    #[test]
    fn a_percentage_has_the_decimals_that_are_not_shown() {
        for (shown, value, expected) in [
            ("12.35%", 0.12345, Some("12,345%")),
            ("12,35\u{a0}%", 0.12345, Some("12,345\u{a0}%")),
            ("-12%", -0.125, Some("-12,5%")),
            ("12.50%", 0.125, None),
            ("1,234%", 12.34, None),
            ("2027-04-03", 46_115.5, None),
            ("about 12%", 0.125, None),
            ("%", 0.125, None),
        ] {
            assert_eq!(percentage(shown, value, DecimalMark::Comma).as_deref(), expected, "{shown}");
        }
    }

    #[test]
    fn numbers_are_written_as_those_of_their_column() {
        let german = NumberFormat { mark: DecimalMark::Comma, decimals: 2, is_grouped: true };
        for (format, value, expected) in [
            (german, 2.5, "2,50"),
            (german, -1_234_567.0, "-1.234.567,00"),
            (german, 0.125, "0,125"),
            (NumberFormat::plain(DecimalMark::Point), 1.1 + 2.2, "3.3"),
            (NumberFormat::plain(DecimalMark::Point), 6.0, "6"),
            (NumberFormat::plain(DecimalMark::Comma), -0.0, "0"),
        ] {
            assert_eq!(format.write(value), expected);
        }
    }
}
