//! The value of a cell, by its spelling.

/// The names of the formats that values have; texts have none.
pub(super) const FORMATS: [&str; 7] = ["integer", "tenths", "hundredths", "money", "percent", "date", "time"];

/// A value as a cell stores it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Value<'a> {
    /// One of [`FORMATS`], or empty.
    pub(super) format: &'static str,
    /// The attributes of the cell with the type and the stored value.
    pub(super) attributes: String,
    /// What the cell shows.
    pub(super) shown: &'a str,
}

impl<'a> Value<'a> {
    /// The value that is written like this: `12`, `1.5`, `0.25`, `$1,200.00`, `15%`, `2024-03-31`, `07:30`, or a text; `'` before
    /// anything makes it a text.
    pub(super) fn parse(text: &'a str) -> Value<'a> {
        if let Some(text) = text.strip_prefix('\'') {
            return Value::text(text);
        }
        let known = number(text).or_else(|| money(text)).or_else(|| percent(text)).or_else(|| date(text));
        match known.or_else(|| time(text)) {
            Some((format, attributes)) => Value { format, attributes, shown: text },
            None => Value::text(text),
        }
    }

    pub(super) fn text(text: &'a str) -> Value<'a> {
        Value { format: "", attributes: " office:value-type=\"string\"".into(), shown: text }
    }
}

/// A format, and the attributes of the cell.
type Known = (&'static str, String);

fn number(text: &str) -> Option<Known> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let whole = whole.strip_prefix('-').unwrap_or(whole);
    let is_code = whole.len() > 1 && whole.starts_with('0');
    if !are_digits(whole) || is_code || text.contains('.') && !are_digits(decimals) {
        return None;
    }
    let format = match decimals.len() {
        0 => "integer",
        1 => "tenths",
        2 => "hundredths",
        _ => return None,
    };
    Some((format, format!(" office:value-type=\"float\" office:value=\"{text}\"")))
}

fn money(text: &str) -> Option<Known> {
    let (sign, amount) = match text.strip_prefix('-') {
        Some(amount) => ("-", amount),
        None => ("", text),
    };
    let amount = amount.strip_prefix('$')?.replace(',', "");
    number(&amount)?;
    let attributes =
        format!(" office:value-type=\"currency\" office:currency=\"USD\" office:value=\"{sign}{amount}\"");
    Some(("money", attributes))
}

fn percent(text: &str) -> Option<Known> {
    let value = text.strip_suffix('%')?.parse::<u32>().ok()?;
    let attributes =
        format!(" office:value-type=\"percentage\" office:value=\"{}.{:02}\"", value / 100, value % 100);
    Some(("percent", attributes))
}

fn date(text: &str) -> Option<Known> {
    let parts: Vec<&str> = text.split('-').collect();
    let is_date =
        matches!(parts[..], [year, month, day] if year.len() == 4 && month.len() == 2 && day.len() == 2);
    let is_date = is_date && parts.iter().all(|it| are_digits(it));
    is_date.then(|| ("date", format!(" office:value-type=\"date\" office:date-value=\"{text}\"")))
}

fn time(text: &str) -> Option<Known> {
    let (hours, minutes) = text.split_once(':')?;
    let is_time = hours.len() == 2 && minutes.len() == 2 && are_digits(hours) && are_digits(minutes);
    let attributes = format!(" office:value-type=\"time\" office:time-value=\"PT{hours}H{minutes}M00S\"");
    is_time.then_some(("time", attributes))
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spelling_says_the_type() {
        for (text, format, stored) in [
            ("12", "integer", "office:value=\"12\""),
            ("-1.5", "tenths", "office:value=\"-1.5\""),
            ("0.25", "hundredths", "office:value=\"0.25\""),
            ("-$1,200.00", "money", "office:value=\"-1200.00\""),
            ("$5", "money", "office:currency=\"USD\""),
            ("15%", "percent", "office:value=\"0.15\""),
            ("105%", "percent", "office:value=\"1.05\""),
            ("2024-03-31", "date", "office:date-value=\"2024-03-31\""),
            ("07:30", "time", "office:time-value=\"PT07H30M00S\""),
            ("007", "", "\"string\""),
            ("12 a", "", "\"string\""),
            ("1.", "", "\"string\""),
            ("24-03-31", "", "\"string\""),
            ("", "", "\"string\""),
        ] {
            let value = Value::parse(text);
            assert_eq!((value.format, value.shown), (format, text));
            assert!(value.attributes.contains(stored), "{text}: {value:?}");
        }
        assert_eq!(Value::parse("'12"), Value::text("12"));
    }
}
