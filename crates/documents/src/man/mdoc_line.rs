//! One line of mdoc: macros whose arguments may be macros again.

/// The text before and after the arguments of a macro, which reach to the end of the line.
const ENCLOSURES: [(&str, &str, &str); 10] = [
    ("Op", "[", "]"),
    ("Bq", "[", "]"),
    ("Dq", "“", "”"),
    ("Sq", "‘", "’"),
    ("Qq", "\"", "\""),
    ("Ql", "‘", "’"),
    ("Pq", "(", ")"),
    ("Aq", "<", ">"),
    ("Brq", "{", "}"),
    ("In", "<", ">"),
];
/// Macros that begin or end such a part, over several lines.
const BRACKETS: [(&str, &str); 16] = [
    ("Oo", "["),
    ("Oc", "]"),
    ("Bo", "["),
    ("Bc", "]"),
    ("Do", "“"),
    ("Dc", "”"),
    ("So", "‘"),
    ("Sc", "’"),
    ("Qo", "\""),
    ("Qc", "\""),
    ("Po", "("),
    ("Pc", ")"),
    ("Ao", "<"),
    ("Ac", ">"),
    ("Bro", "{"),
    ("Brc", "}"),
];
/// Macros that only say what kind of text their arguments are.
const KINDS: [&str; 38] = [
    "Ad", "An", "Ar", "Cd", "Cm", "Dv", "Em", "Er", "Ev", "Fa", "Fd", "Fn", "Fr", "Ft", "Ic", "Li", "Lk",
    "Ms", "Mt", "Nm", "No", "Ns", "Pa", "Rv", "St", "Sx", "Sy", "Tn", "Va", "Vt", "Xr", "Fl", "Ap", "Pf",
    "Ta", "Ot", "Xo", "Xc",
];
/// Macros that stand for a name.
const NAMES: [(&str, &str); 8] = [
    ("Ux", "UNIX"),
    ("Bx", "BSD"),
    ("Bsx", "BSD/OS"),
    ("Fx", "FreeBSD"),
    ("Nx", "NetBSD"),
    ("Ox", "OpenBSD"),
    ("Dx", "DragonFly"),
    ("At", "AT&T UNIX"),
];

/// Whether words have spaces between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Spacing {
    /// They have.
    #[default]
    On,
    /// They have none: `.Sm off`.
    Off,
}

/// The text of a line that begins with this macro; empty for a macro that has none. `about` is the name of the page.
pub(super) fn text(name: &str, arguments: &[String], about: &str, spacing: Spacing) -> String {
    let mut line = MdocLine {
        spacing,
        text: String::new(),
        is_joined: true,
        closings: Vec::new(),
        end: 0,
        macro_name: "No".into(),
        count: 0,
    };
    if !line.begin(name, about, true) {
        return String::new();
    }
    for argument in arguments {
        line.push(argument, about);
    }
    line.finish(about)
}

struct MdocLine {
    spacing: Spacing,
    text: String,
    /// Whether the next word comes without a space before it.
    is_joined: bool,
    /// What closes the parts that are open.
    closings: Vec<&'static str>,
    /// Where the text ends that is not punctuation behind it.
    end: usize,
    macro_name: String,
    /// How many arguments the macro had so far.
    count: usize,
}

impl MdocLine {
    /// Begins a macro; false if the name is not that of a macro.
    fn begin(&mut self, name: &str, about: &str, is_first: bool) -> bool {
        if let Some((_, open, close)) = ENCLOSURES.iter().find(|(known, ..)| *known == name) {
            self.word(open);
            self.is_joined = true;
            self.closings.push(close);
        } else if let Some((_, sign)) = BRACKETS.iter().find(|(known, _)| *known == name) {
            let is_open = name.ends_with('o');
            self.is_joined |= !is_open;
            self.word(sign);
            self.is_joined = is_open;
        } else if let Some((_, text)) = NAMES.iter().find(|(known, _)| *known == name) {
            self.end_macro(about);
            self.word(text);
        } else if !(KINDS.contains(&name) || is_first && name.starts_with('%')) {
            return false;
        }
        self.end_macro(about);
        self.macro_name = name.to_owned();
        self.count = 0;
        self.is_joined |= matches!(name, "Ns" | "Ap");
        if name == "Ap" {
            self.word("'");
            self.is_joined = true;
        }
        true
    }

    fn push(&mut self, argument: &str, about: &str) {
        if argument == "|" {
            self.end_macro(about);
            return self.word(argument);
        }
        if is_punctuation(argument) {
            // `.Nm ,` is the name, and a comma.
            self.end_macro(about);
            self.is_joined |= !matches!(argument, "(" | "[");
            let end = self.end;
            self.word(argument);
            self.end = end;
            self.is_joined = matches!(argument, "(" | "[");
            return;
        }
        if self.begin(argument, about, false) {
            return;
        }
        match (self.macro_name.as_str(), self.count) {
            ("Fl", _) => self.word(&format!("-{argument}")),
            ("Xr", 1) => {
                self.is_joined = true;
                self.word(&format!("({argument})"));
            }
            ("Fn", 0) => self.word(&format!("{argument}()")),
            _ => self.word(argument),
        }
        self.count += 1;
        self.is_joined = self.macro_name == "Pf" && self.count == 1;
    }

    /// What a macro prints that had no arguments.
    fn end_macro(&mut self, about: &str) {
        if self.count == 0 {
            match self.macro_name.as_str() {
                "Nm" => self.word(about),
                "Fl" => {
                    self.word("-");
                    self.is_joined = true;
                }
                "Ar" => self.word("file ..."),
                _ => {}
            }
        }
        self.macro_name = "No".into();
        self.count = 1;
    }

    fn word(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        let is_joined = self.is_joined || self.spacing == Spacing::Off;
        if !is_joined && !self.text.is_empty() {
            self.text.push(' ');
        }
        self.is_joined = false;
        self.text.push_str(word);
        self.end = self.text.len();
    }

    /// The line, in which the punctuation at its end is outside of what was open.
    fn finish(mut self, about: &str) -> String {
        self.end_macro(about);
        let closing: String = self.closings.iter().rev().copied().collect();
        let end = if self.end == 0 { self.text.len() } else { self.end };
        self.text.insert_str(end, &closing);
        self.text
    }
}

fn is_punctuation(argument: &str) -> bool {
    matches!(argument, "." | "," | ":" | ";" | ")" | "]" | "?" | "!" | "(" | "[")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::man::arguments::split;

    #[test]
    fn macros_of_a_line_are_read_one_inside_the_other() {
        for (source, expected) in [
            ("Nm", "tool"),
            ("Nm ,", "tool,"),
            ("Op Fl a Ar file", "[-a file]"),
            ("Op Fl a | Fl b Ns Ar x", "[-a | -bx]"),
            ("Fl", "-"),
            ("Fl Fl long Ns = Ns Ar value", "--long=value"),
            ("Ar", "file ..."),
            ("Xr ls 1 ,", "ls(1),"),
            ("Dq quoted text .", "“quoted text”."),
            ("Pq see Xr cat 1 .", "(see cat(1))."),
            ("Oo Fl x Oc", "[-x]"),
            ("Oo Ar user Ns @ Oc Ns Ar host", "[user@]host"),
            ("Ql ~ ) .", "‘~’)."),
            ("Ql \u{200b}.", "‘\u{200b}.’"),
            ("Pf ( Ar a )", "(a)"),
            ("Bx 4.4", "BSD 4.4"),
            ("Fn open path flags", "open() path flags"),
            ("Xx unknown", ""),
        ] {
            let (name, rest) = source.split_once(' ').unwrap_or((source, ""));
            assert_eq!(text(name, &split(rest), "tool", Spacing::On), expected, "{source}");
        }
        let line = split("Ar user No @ Oc Ar host");
        assert_eq!(text("Oo", &line, "tool", Spacing::Off), "[user@]host");
    }
}
