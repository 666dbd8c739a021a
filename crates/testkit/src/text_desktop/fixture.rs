//! Reads a fixture. The grammar is in the documentation of [`TextDesktop`](super::TextDesktop).

use super::plan::{ApplicationPlan, Consequence, ControlPlan, FileName, Plan, Shortcut, WindowPlan};
use super::tokens::{FLAGS, KINDS, Line, Token, lines};
use deskpilot_core::{Application, State, States, parse_keys};

/// Parses a fixture; an error names the line.
pub(super) fn parse(fixture: &str) -> Result<Plan, String> {
    let lines = lines(fixture)?;
    let mut plan = Plan::default();
    for (line, inner) in blocks(&lines, 0) {
        let reader = LineReader::of(line);
        match reader.first() {
            "window" => plan.windows.push(window(reader.skip(1), inner)?),
            "app" => plan.applications.push(application(reader.skip(1), inner)?),
            other => return Err(reader.wrong(&format!("{other:?} is neither a window nor an app"))),
        }
    }
    Ok(plan)
}

/// Each line of this depth with the deeper lines below it.
fn blocks(lines: &[Line], depth: usize) -> impl Iterator<Item = (&Line, &[Line])> {
    let mut rest = lines;
    std::iter::from_fn(move || {
        let (line, after) = rest.split_first()?;
        let length = after.iter().take_while(|line| line.depth > depth).count();
        let (inner, following) = after.split_at(length);
        rest = following;
        Some((line, inner))
    })
}

/// The rest of a line.
#[derive(Clone, Copy)]
struct LineReader<'a> {
    line: &'a Line,
    tokens: &'a [Token],
}

impl<'a> LineReader<'a> {
    fn of(line: &'a Line) -> LineReader<'a> {
        LineReader { line, tokens: &line.tokens }
    }

    fn skip(self, n: usize) -> LineReader<'a> {
        LineReader { tokens: self.tokens.get(n..).unwrap_or(&[]), ..self }
    }

    /// The first word; empty at the end and before a text.
    fn first(self) -> &'a str {
        match self.tokens.first() {
            Some(Token::Word(word)) => word,
            _ => "",
        }
    }

    fn text(self) -> Option<&'a str> {
        match self.tokens.first() {
            Some(Token::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn quoted(self, what: &str) -> Result<(String, LineReader<'a>), String> {
        let text = self
            .text()
            .ok_or_else(|| self.wrong(&format!("{what} is missing: write it in quotation marks")))?;
        Ok((text.to_owned(), self.skip(1)))
    }

    fn wrong(self, why: &str) -> String {
        format!("line {}: {why}", self.line.number)
    }
}

fn application(reader: LineReader<'_>, inner: &[Line]) -> Result<ApplicationPlan, String> {
    let (name, rest) = reader.quoted("the application's name")?;
    let id = rest.first().to_owned();
    let generic_name = rest.skip(1).text().unwrap_or("").to_owned();
    let endings = rest.skip(2).text().unwrap_or("");
    let opens = endings.split_whitespace().map(str::to_owned).collect();
    let opened =
        blocks(inner, reader.line.depth + 1).next().ok_or_else(|| reader.wrong("the app has no window"))?;
    let window = window(LineReader::of(opened.0).skip(1), opened.1)?;
    Ok(ApplicationPlan {
        application: Application { id, name, generic_name, opens, ..Application::default() },
        window,
    })
}

fn window(reader: LineReader<'_>, inner: &[Line]) -> Result<WindowPlan, String> {
    let (title, rest) = reader.quoted("the window's title")?;
    if rest.first().is_empty() {
        return Err(reader.wrong("the window's application is missing"));
    }
    let mut plan = WindowPlan {
        title,
        application: rest.first().to_owned(),
        controls: Vec::new(),
        shortcuts: Vec::new(),
    };
    inside(&mut plan, inner, reader.line.depth + 1, 0)?;
    Ok(plan)
}

fn inside(plan: &mut WindowPlan, lines: &[Line], indent: usize, depth: usize) -> Result<(), String> {
    for (line, inner) in blocks(lines, indent) {
        let reader = LineReader::of(line);
        if reader.first() == "key" {
            plan.shortcuts.push(shortcut(reader.skip(1), inner)?);
            continue;
        }
        let control = control(reader, inner, depth)?;
        let opens = control.consequences.iter().any(|it| matches!(it, Consequence::Open(_)));
        plan.controls.push(control);
        // The lines below a control that opens a window describe that window.
        if !opens {
            inside(plan, inner, indent + 1, depth + 1)?;
        }
    }
    Ok(())
}

fn shortcut(reader: LineReader<'_>, inner: &[Line]) -> Result<Shortcut, String> {
    let (keys, rest) = reader.quoted("the keys")?;
    let mut chords = parse_keys(&keys).map_err(|why| reader.wrong(&why))?;
    let chord = chords.pop().ok_or_else(|| reader.wrong("a shortcut is one chord"))?;
    Ok(Shortcut { chord, consequences: consequences(rest, inner)? })
}

fn control(reader: LineReader<'_>, inner: &[Line], depth: usize) -> Result<ControlPlan, String> {
    let kind = reader.first();
    let (_, role, usual) = KINDS
        .iter()
        .find(|(known, ..)| *known == kind)
        .ok_or_else(|| reader.wrong(&format!("there is no kind of control {kind:?}")))?;
    let mut rest = reader.skip(1);
    let name = rest.text().unwrap_or("").to_owned();
    rest = rest.skip(usize::from(rest.text().is_some()));
    let mut value = role.holds_text().then(String::new);
    if rest.first() == "=" {
        let (text, after) = rest.skip(1).quoted("the value")?;
        (value, rest) = (Some(text), after);
    }
    let mut states: Vec<State> = usual.iter().copied().chain([State::Enabled]).collect();
    while !matches!(rest.first(), "" | "->") {
        flag(rest, &mut states)?;
        rest = rest.skip(1);
    }
    let states: States = states.into();
    Ok(ControlPlan { depth, role: *role, name, value, states, consequences: consequences(rest, inner)? })
}

fn flag(reader: LineReader<'_>, states: &mut Vec<State>) -> Result<(), String> {
    match reader.first() {
        "disabled" => states.retain(|state| *state != State::Enabled),
        "readonly" => {
            states.retain(|state| *state != State::Editable);
            states.push(State::ReadOnly);
        }
        word => {
            let known = FLAGS.iter().find(|(known, _)| *known == word);
            let (_, state) = known.ok_or_else(|| reader.wrong(&format!("there is no flag {word:?}")))?;
            states.push(*state);
        }
    }
    Ok(())
}

/// The consequences after the arrow, if there is one.
fn consequences(reader: LineReader<'_>, inner: &[Line]) -> Result<Vec<Consequence>, String> {
    match (reader.first(), reader.tokens.len()) {
        ("->", _) => reader
            .skip(1)
            .tokens
            .split(|token| *token == Token::Word(",".into()))
            .map(|tokens| consequence(LineReader { tokens, ..reader }, inner))
            .collect(),
        (_, 0) => Ok(Vec::new()),
        _ => Err(reader.wrong("this text has no meaning here")),
    }
}

fn consequence(reader: LineReader<'_>, inner: &[Line]) -> Result<Consequence, String> {
    let rest = reader.skip(1);
    match reader.first() {
        "window" => window(rest, inner).map(Consequence::Open),
        "close" => Ok(Consequence::Close),
        "unmask" => Ok(Consequence::Unmask(rest.quoted("the control")?.0)),
        "compute" => Ok(Consequence::Compute(rest.quoted("the control")?.0)),
        "append" => {
            let (text, rest) = rest.quoted("the text")?;
            Ok(Consequence::Append { text, to: after(rest, "to")?.quoted("the control")?.0 })
        }
        "set" => {
            let (control, rest) = rest.quoted("the control")?;
            Ok(Consequence::Set { control, text: after(rest, "to")?.quoted("the text")?.0 })
        }
        "save" => {
            let (control, rest) = rest.quoted("the control")?;
            let rest = after(rest, "as")?;
            let file = match rest.first() {
                "edit" => FileName::In(rest.skip(1).quoted("the edit with the file's name")?.0),
                _ => FileName::Fixed(rest.quoted("the file's name")?.0),
            };
            Ok(Consequence::Save { control, file })
        }
        other => Err(reader.wrong(&format!("nothing is known of the consequence {other:?}"))),
    }
}

fn after<'a>(reader: LineReader<'a>, word: &str) -> Result<LineReader<'a>, String> {
    if reader.first() == word {
        Ok(reader.skip(1))
    } else {
        Err(reader.wrong(&format!("{word:?} is missing")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_says_nothing_known_is_named() {
        for (fixture, expected) in [
            ("door \"Front\"", "line 1: \"door\" is neither a window nor an app"),
            ("window \"A\" a\n  knob \"B\"", "line 2: there is no kind of control \"knob\""),
            ("window \"A\" a\n  button \"B\" shiny", "line 2: there is no flag \"shiny\""),
            (
                "window \"A\" a\n  button \"B\" -> explode",
                "line 2: nothing is known of the consequence \"explode\"",
            ),
            ("window \"A\" a\n  button \"B\" \"C\"", "line 2: this text has no meaning here"),
            ("window \"A", "line 1: a quotation mark is not closed"),
            ("window \"A\"", "line 1: the window's application is missing"),
            ("\napp \"A\" a", "line 2: the app has no window"),
        ] {
            assert_eq!(parse(fixture).unwrap_err(), expected, "{fixture}");
        }
    }

    #[test]
    fn what_is_indented_below_a_control_is_inside_it_or_in_the_window_it_opens() {
        let plan = parse(
            r#"
            window "Main" editor
              list "Fonts"
                item "Serif"
              button "Ask" -> append "x" to "Fonts", window "Question" editor
                button "Yes" -> close
            "#,
        )
        .unwrap();
        let main = &plan.windows[0];
        let shown: Vec<_> = main.controls.iter().map(|it| (it.depth, it.name.as_str())).collect();
        assert_eq!(shown, [(0, "Fonts"), (1, "Serif"), (0, "Ask")]);
        let Consequence::Open(question) = &main.controls[2].consequences[1] else { panic!("{main:?}") };
        assert_eq!(question.controls[0].consequences, [Consequence::Close]);
    }
}
