//! Reads the words of PowerShell: bare ones, quotes, texts of several lines, variables.

use super::super::ScriptWord;
use super::reader::{
    Read, Reader, ends_word, is_blank, is_dash, is_double_quote, is_line_end, is_of_name, is_single_quote,
};

/// What a variable stands for.
pub(super) enum Variable {
    /// A text, in which a variable of the environment is written as `%NAME%`.
    Known(String),
    Unknown,
}

/// The scripts that PowerShell runs when it starts.
const PROFILE: &str = r"~\Documents\PowerShell\profile.ps1";

impl Reader {
    /// The next word.
    pub(super) fn word(&mut self) -> Read<ScriptWord> {
        let word = match self.peek() {
            Some(quote) if is_single_quote(quote) => ScriptWord::Quoted(self.single_quoted()?),
            Some(quote) if is_double_quote(quote) => self.double_quoted()?,
            _ => self.bare_word()?,
        };
        // What follows makes it a call of a method, or another word: neither is clear to a reader.
        match self.peek() {
            Some('(' | '{' | '@') => self.unread(),
            _ => Ok(word),
        }
    }

    fn bare_word(&mut self) -> Read<ScriptWord> {
        let (mut text, mut is_known, mut is_empty) = (String::new(), true, true);
        while let Some(letter) = self.peek().filter(|it| !ends_word(*it)) {
            match letter {
                '`' => text.push(self.escaped()?),
                _ if is_single_quote(letter) => text += &self.single_quoted()?,
                _ if is_double_quote(letter) => match self.double_quoted()? {
                    ScriptWord::Quoted(it) => text += &it,
                    _ => is_known = false,
                },
                '$' => is_known &= self.append_variable(&mut text)?,
                _ => {
                    self.next();
                    // PowerShell takes the dashes of word processors for the one before a parameter.
                    text.push(if is_empty && is_dash(letter) { '-' } else { letter });
                }
            }
            is_empty = false;
        }
        match (is_empty, is_known) {
            (true, _) => self.unread(),
            (false, true) => Ok(ScriptWord::Bare(text)),
            (false, false) => Ok(ScriptWord::Unknown(text)),
        }
    }

    /// Adds a variable's text to that of a word; whether that is known.
    fn append_variable(&mut self, text: &mut String) -> Read<bool> {
        match self.variable()? {
            // A home within a word is no home.
            Variable::Known(it) if text.is_empty() || !it.starts_with('~') => {
                *text += &it;
                Ok(true)
            }
            Variable::Known(_) | Variable::Unknown => Ok(false),
        }
    }

    fn single_quoted(&mut self) -> Read<String> {
        self.next();
        let mut text = String::new();
        loop {
            match (self.next(), self.peek()) {
                (Some(one), Some(two)) if is_single_quote(one) && is_single_quote(two) => {
                    self.next();
                    text.push(two);
                }
                (Some(quote), _) if is_single_quote(quote) => return Ok(text),
                (Some(letter), _) => text.push(letter),
                (None, _) => return Err("a quote without an end".into()),
            }
        }
    }

    fn double_quoted(&mut self) -> Read<ScriptWord> {
        self.next();
        let (mut text, mut is_known) = (String::new(), true);
        loop {
            match (self.peek(), self.peek_after(1)) {
                (Some(one), Some(two)) if is_double_quote(one) && is_double_quote(two) => {
                    self.next();
                    self.next();
                    text.push(two);
                }
                (Some(quote), _) if is_double_quote(quote) => {
                    self.next();
                    return Ok(quoted(text, is_known));
                }
                (Some('`'), _) => text.push(self.escaped()?),
                (Some('$'), _) => is_known &= self.append_variable(&mut text)?,
                (Some(letter), _) => {
                    self.next();
                    text.push(letter);
                }
                (None, _) => return Err("a quote without an end".into()),
            }
        }
    }

    /// A text of several lines after `@'` or `@"`, which ends with a quote and `@` at the beginning of a line.
    pub(super) fn here_text(&mut self) -> Read<ScriptWord> {
        let Some(quote) = self.next() else { return self.unread() };
        drop(self.take_while(is_blank));
        if !self.take("\r\n") && !self.take("\n") {
            return self.unread();
        }
        let (mut text, mut is_at_line_start) = (String::new(), true);
        loop {
            let is_end = |it: char| match is_single_quote(quote) {
                true => is_single_quote(it),
                false => is_double_quote(it),
            };
            match (self.peek(), self.peek_after(1)) {
                (Some(it), Some('@')) if is_at_line_start && is_end(it) => {
                    self.next();
                    self.next();
                    let is_known = is_single_quote(quote) || !text.contains(['$', '`']);
                    return Ok(quoted(text, is_known));
                }
                (Some('$'), Some('(')) if is_double_quote(quote) => return self.unread(),
                (Some(letter), _) => {
                    self.next();
                    is_at_line_start = is_line_end(letter);
                    text.push(letter);
                }
                (None, _) => return Err("a quote without an end".into()),
            }
        }
    }

    /// The letter that a backtick and the next one mean.
    fn escaped(&mut self) -> Read<char> {
        self.next();
        Ok(match self.next() {
            Some('0') => '\0',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            // `u{1f600}` is a letter by its number, an end of a line goes on, the others of these move and ring.
            None | Some('a' | 'b' | 'e' | 'f' | 'u' | 'v' | '\n' | '\r') => {
                return Err("an escaped letter".into());
            }
            Some(letter) => letter,
        })
    }

    /// What a `$` begins.
    pub(super) fn variable(&mut self) -> Read<Variable> {
        self.next();
        match self.peek() {
            Some('(') => {
                self.next();
                self.statements(Some(')'))?;
                Ok(Variable::Unknown)
            }
            Some('{') => {
                self.next();
                let name = self.take_while(|it| it != '}');
                if self.take("}") { Ok(meaning(&name)) } else { self.unread() }
            }
            Some('$' | '?' | '^') => {
                self.next();
                Ok(Variable::Unknown)
            }
            Some(letter) if is_of_name(letter) => Ok(meaning(&self.variable_name())),
            _ => Ok(Variable::Known("$".into())),
        }
    }

    /// The name of a variable, with its scope or drive.
    fn variable_name(&mut self) -> String {
        let mut name = self.take_while(is_of_name);
        if self.peek() == Some(':') && self.peek_after(1).is_some_and(is_of_name) {
            self.next();
            name.push(':');
            name += &self.take_while(is_of_name);
        }
        name
    }
}

fn quoted(text: String, is_known: bool) -> ScriptWord {
    if is_known { ScriptWord::Quoted(text) } else { ScriptWord::Unknown(text) }
}

/// What a variable stands for, unless the script sets it: those that are known here cannot be set, or only in ways that are not read.
fn meaning(name: &str) -> Variable {
    let name = name.to_ascii_lowercase();
    match name.as_str() {
        "home" => Variable::Known("~".into()),
        "profile" => Variable::Known(PROFILE.into()),
        "false" | "null" | "true" => Variable::Known(String::new()),
        name => match name.strip_prefix("env:") {
            Some(name) => Variable::Known(format!("%{name}%")),
            None => Variable::Unknown,
        },
    }
}
