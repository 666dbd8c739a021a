//! Parses the lines of a plan into subtasks: `id: in APPLICATION, text [opens FILE] [needs a, b] [produces c]`.

use super::wire::complain;
use deskpilot_core::{
    Complaint, Product, Subtask,
    fold::{DependencyError, Round},
};

/// The longest id, in bytes.
const LONGEST_ID: usize = 32;

/// Parses a line. All but the text may be missing; a missing id stays empty.
pub(crate) fn subtask(line: &str) -> Subtask {
    let (mut rest, mut needs, mut produces) = (line.trim(), Vec::new(), Vec::new());
    let mut opens = None;
    while let Some((before, what, names)) = bracket(rest) {
        match what {
            // The name of a file may have a comma.
            BracketKind::Opens => opens = Some(names.join(", ")),
            // The last bracket of the line is read first, so what an earlier one says goes before.
            BracketKind::Needs => drop(needs.splice(0..0, names)),
            BracketKind::Produces => drop(produces.splice(0..0, names)),
        }
        rest = before;
    }
    let (id, rest) = rest.split_once(':').filter(|(id, _)| is_id(id)).unwrap_or(("", rest));
    let rest = rest.trim();
    let (application, text) = match rest.strip_prefix("in ").and_then(|it| it.split_once(", ")) {
        Some((application, text)) if !id.is_empty() => (application, text),
        _ => ("", rest),
    };
    Subtask {
        id: id.to_owned(),
        text: text.trim().to_owned(),
        application: application.trim().to_owned(),
        opens,
        needs,
        produces: produces.into_iter().map(Product::from).collect(),
        ..Subtask::default()
    }
}

/// The subtasks of a plan. Those without an id get one from their index, counted from `next`.
pub(crate) fn plan(lines: &[String], next: u32) -> Vec<Subtask> {
    let named = |(index, line): (u32, &String)| with_id(subtask(line), index);
    (next..).zip(lines.iter().filter(|line| !line.trim().is_empty())).map(named).collect()
}

/// The subtask to assign now. A line that names a planned or earlier subtask takes what it omits from there.
pub(crate) fn current_subtask(line: &str, round: &Round) -> Subtask {
    let named = subtask(line);
    let known = round.planned.iter().chain(round.subtasks.iter().rev().map(|it| &it.subtask)).find(|it| {
        let by_name = it.id == named.id || (named.id.is_empty() && it.id == named.text);
        by_name || (named.id.is_empty() && same_words(&it.text, &named.text))
    });
    let index = round.next_subtask();
    let Some(known) = known else { return Subtask { index, ..with_id(named, index) } };
    Subtask {
        id: known.id.clone(),
        index,
        text: if named.text.is_empty() || named.text == known.id { known.text.clone() } else { named.text },
        application: if named.application.is_empty() { known.application.clone() } else { named.application },
        opens: named.opens.or_else(|| known.opens.clone()),
        needs: stated_or(named.needs, &known.needs),
        produces: stated_or(named.produces, &known.produces),
        message: Vec::new(),
    }
}

/// The complaint about a wrong order of subtasks.
pub(crate) fn out_of_order(subtask: &str, disorder: &DependencyError) -> Complaint {
    complain(match disorder {
        DependencyError::NotProduced { need, by } => {
            format!("{subtask} needs {need}, which {by} has not produced yet: assign {by} first")
        }
        DependencyError::NoProducer(need) => {
            format!(
                "{subtask} needs {need}, which no subtask produces: plan one that does, or leave it out of needs"
            )
        }
        DependencyError::Cycle(ids) => {
            format!("the subtasks {ids} of Plan need each other: one of them must come first")
        }
        DependencyError::DuplicateId(id) => {
            format!("Plan has {id} twice: give every subtask an id of its own")
        }
    })
}

/// What a bracket of a line says.
#[derive(Clone, Copy)]
enum BracketKind {
    /// The document that is opened for it.
    Opens,
    /// Its prerequisites.
    Needs,
    /// Its results.
    Produces,
}

/// The last bracket of a line: the text before it, its kind, and its names.
fn bracket(line: &str) -> Option<(&str, BracketKind, Vec<String>)> {
    let inside = line.trim_end().strip_suffix(']')?;
    let (before, inside) = inside.rsplit_once('[')?;
    let inside = inside.trim();
    let (what, names) = inside.split_once(' ').unwrap_or((inside, ""));
    let kind = match what.trim_end_matches(':') {
        "opens" => BracketKind::Opens,
        "needs" if !names.is_empty() => BracketKind::Needs,
        "produces" if !names.is_empty() => BracketKind::Produces,
        _ => return None,
    };
    let names = names.split([',', ';']).map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned);
    Some((before.trim_end(), kind, names.collect()))
}

/// The stated names, or the known ones where none is stated.
fn stated_or<T: Clone>(stated: Vec<T>, known: &[T]) -> Vec<T> {
    if stated.is_empty() { known.to_vec() } else { stated }
}

fn is_id(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    !text.is_empty() && text.len() <= LONGEST_ID && text.chars().all(fits)
}

fn with_id(subtask: Subtask, index: u32) -> Subtask {
    if subtask.id.is_empty() { Subtask { id: format!("subtask{}", index + 1), ..subtask } } else { subtask }
}

fn same_words(one: &str, other: &str) -> bool {
    let simple = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    simple(one) == simple(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_is_meant() {
        for (line, expected) in [
            ("add the prices", "add the prices"),
            ("sum: add the prices [produces total]", "sum: add the prices [produces total]"),
            (
                "letter: in Writer, write the total [needs total, date] [produces letter.odt]",
                "letter: in Writer, write the total [needs total, date] [produces letter.odt]",
            ),
            ("a: b [produces: x][needs: y]", "a: b [needs y] [produces x]"),
            ("a: b [produces note x, file y]", "a: b [produces x, file y]"),
            (
                "a: in Writer, b [needs x] [opens /tmp/a, b.odt]",
                "a: in Writer, b [opens /tmp/a, b.odt] [needs x]",
            ),
            ("a: in Writer, b [opens]", "a: in Writer, b [opens]"),
            ("a: b [needs]", "a: b [needs]"),
            ("In the editor, click File -> Save", "In the editor, click File -> Save"),
            ("click the button [Save]", "click the button [Save]"),
            ("see http://a.b: it is here", "see http://a.b: it is here"),
            ("note this down: 42", "note this down: 42"),
        ] {
            let read = subtask(line);
            assert_eq!(read.to_string(), expected);
            assert_eq!(subtask(&read.to_string()), read, "{line}");
        }
    }

    #[test]
    fn what_was_planned_is_known_by_its_id_or_its_words() {
        let lines = ["sum: in Calc, add the prices [produces total]".to_owned(), "write a letter".into()];
        let round = Round { planned: plan(&lines, 0), ..Round::default() };
        for (line, expected) in [
            ("sum", "sum: in Calc, add the prices [produces total]"),
            ("sum: add them", "sum: in Calc, add them [produces total]"),
            ("sum:", "sum: in Calc, add the prices [produces total]"),
            ("Write a  letter", "subtask2: Write a  letter"),
            ("something else", "subtask1: something else"),
        ] {
            assert_eq!(current_subtask(line, &round).to_string(), expected);
        }
    }
}
