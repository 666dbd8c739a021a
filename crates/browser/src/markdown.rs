//! Pages as Markdown, a part at a time.

pub(crate) use deskpilot_documents::{Links, html_to_markdown as of_html};

/// A part of a text, and what part it is if it is not all.
pub(crate) fn part(whole: &str, from: usize, most: usize) -> String {
    let count = whole.chars().count();
    if from == 0 && count <= most {
        return whole.to_owned();
    }
    let (from, end) = (from.min(count), (from + most).min(count));
    let part: String = whole.chars().skip(from).take(end - from).collect();
    let more = if end < count { format!("; go on with from={end}") } else { String::new() };
    format!("(characters {from} to {end} of {count}{more})\n{part}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_says_which_part_it_is() {
        assert_eq!(part("äbc", 0, 10), "äbc");
        assert_eq!(part("äbcdef", 0, 2), "(characters 0 to 2 of 6; go on with from=2)\näb");
        assert_eq!(part("äbcdef", 4, 10), "(characters 4 to 6 of 6)\nef");
        assert_eq!(part("äb", 9, 10), "(characters 2 to 2 of 2)\n");
    }
}
