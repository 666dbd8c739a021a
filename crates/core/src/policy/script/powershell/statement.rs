//! Reads the statements of PowerShell: pipelines of commands, with their words and redirections.

use super::super::{CommandInput, ScriptCommand, ScriptWord, Shell};
use super::reader::{Read, Reader, ends_word, is_blank, is_double_quote, is_line_end, is_single_quote};

/// Words that begin a statement of another kind.
const KEYWORDS: &[&str] = &[
    "begin",
    "break",
    "class",
    "clean",
    "configuration",
    "continue",
    "data",
    "do",
    "dynamicparam",
    "else",
    "elseif",
    "end",
    "enum",
    "exit",
    "filter",
    "finally",
    "for",
    "foreach",
    "function",
    "hidden",
    "if",
    "inlinescript",
    "parallel",
    "param",
    "process",
    "return",
    "sequence",
    "static",
    "switch",
    "throw",
    "trap",
    "try",
    "until",
    "using",
    "var",
    "while",
    "workflow",
];

impl Reader {
    /// All statements of the script.
    pub(super) fn script(&mut self) -> Read<()> {
        self.statements(None)
    }

    /// Statements up to this end, or to that of the script.
    pub(super) fn statements(&mut self, end: Option<char>) -> Read<()> {
        self.nested(|it| {
            loop {
                it.skip_lines();
                match it.peek() {
                    next if next == end => {
                        it.next();
                        return Ok(());
                    }
                    Some(';') => drop(it.next()),
                    Some(_) => it.chain()?,
                    None => return Err("a block without an end".into()),
                }
            }
        })
    }

    /// Pipelines with `&&` or `||` between them.
    fn chain(&mut self) -> Read<()> {
        loop {
            self.pipeline()?;
            self.skip_blanks();
            if self.take("&&") || self.take("||") {
                self.skip_lines();
                continue;
            }
            return match self.peek() {
                None | Some(';' | ')' | '}') => Ok(()),
                Some(letter) if is_line_end(letter) => Ok(()),
                Some(_) => self.unread(),
            };
        }
    }

    /// Commands with `|` between them.
    pub(super) fn pipeline(&mut self) -> Read<()> {
        let mut input = CommandInput::Nothing;
        loop {
            self.skip_blanks();
            self.element(input)?;
            self.skip_blanks();
            if self.peek() != Some('|') || self.peek_after(1) == Some('|') {
                return Ok(());
            }
            self.next();
            self.skip_lines();
            input = CommandInput::Pipe;
        }
    }

    /// A command, or a value at the beginning of a pipeline.
    fn element(&mut self, input: CommandInput) -> Read<()> {
        match self.peek() {
            Some('&') => {
                self.next();
                self.skip_blanks();
                self.called(input)
            }
            // A label of a loop.
            Some(':') => self.unread(),
            // `. a` runs a script as a part of this one, while `.\a` and `..\a` are names.
            Some('.') if !self.peek_after(1).is_some_and(|it| matches!(it, '\\' | '/' | '.')) => {
                self.unread()
            }
            Some(letter) if begins_value(letter) || self.is_number() => match input {
                // PowerShell takes a value at the beginning of a pipeline alone.
                CommandInput::Nothing => self.value(),
                CommandInput::Pipe => self.unread(),
            },
            _ => {
                let start = self.word()?;
                let ScriptWord::Bare(name) = start else { return self.unread() };
                let is_keyword = KEYWORDS.contains(&name.to_lowercase().as_str());
                match input {
                    CommandInput::Nothing if is_keyword => Err(format!("the word {name:?} of a script")),
                    _ => self.command(&name, input),
                }
            }
        }
    }

    /// Whether the next word is a number, or several with two dots between.
    fn is_number(&self) -> bool {
        let letters = (0..).map_while(|at| self.peek_after(at)).take_while(|it| !ends_word(*it));
        self.peek().is_some_and(|it| it.is_ascii_digit())
            && letters.into_iter().all(|it| it.is_ascii_digit() || it == '.')
    }

    /// What follows the call operator: a name, or a block.
    fn called(&mut self, input: CommandInput) -> Read<()> {
        match self.peek() {
            Some('{') => {
                self.next();
                self.statements(Some('}'))?;
                self.words().map(drop)
            }
            Some('$' | '(' | '@' | '&') => self.unread(),
            _ => match self.word()? {
                ScriptWord::Bare(name) | ScriptWord::Quoted(name) => self.command(&name, input),
                ScriptWord::Block | ScriptWord::Unknown(_) => self.unread(),
            },
        }
    }

    /// A value, which may be written into a file.
    fn value(&mut self) -> Read<()> {
        self.expression()?;
        self.redirected()
    }

    fn redirected(&mut self) -> Read<()> {
        let (words, written) = self.words()?;
        if !words.is_empty() {
            return self.unread();
        }
        if !written.is_empty() {
            let output = ScriptCommand::new(Shell::PowerShell, "write-output", CommandInput::Nothing);
            self.commands.push(ScriptCommand { written, ..output });
        }
        Ok(())
    }

    fn command(&mut self, name: &str, input: CommandInput) -> Read<()> {
        let command = ScriptCommand::new(Shell::PowerShell, name, input);
        let at = self.commands.len();
        // In its place before it is read: what its blocks do comes later.
        self.commands.push(command);
        let (words, written) = self.words()?;
        let command = &mut self.commands[at];
        (command.words, command.written) = (words, written);
        Ok(())
    }

    /// The words of a command, and the files that its output goes to.
    fn words(&mut self) -> Read<(Vec<ScriptWord>, Vec<ScriptWord>)> {
        let (mut words, mut written) = (Vec::new(), Vec::new());
        loop {
            self.skip_blanks();
            match self.peek() {
                None | Some(';' | '|' | ')' | '}' | '&') => return Ok((words, written)),
                Some(letter) if is_line_end(letter) => return Ok((words, written)),
                Some(',') => drop(self.next()),
                Some(letter) if letter == '>' || is_stream(letter) && self.peek_after(1) == Some('>') => {
                    written.extend(self.redirection()?);
                }
                Some(_) => words.push(self.argument()?),
            }
        }
    }

    fn argument(&mut self) -> Read<ScriptWord> {
        match self.peek() {
            Some('{') => {
                self.next();
                self.statements(Some('}'))?;
                Ok(ScriptWord::Block)
            }
            Some('(') => {
                self.next();
                self.statements(Some(')'))?;
                match self.peek() {
                    Some('.' | '[' | ':' | '(') => self.unread(),
                    _ => Ok(ScriptWord::Unknown("(…)".into())),
                }
            }
            Some('@') => self.after_at(),
            _ => match self.word()? {
                // What follows is not read by PowerShell.
                ScriptWord::Bare(word) if word == "--%" => Err("the word \"--%\" of a script".into()),
                word => Ok(word),
            },
        }
    }

    /// What an `@` begins: a list, a table or a text of several lines; variables in place of words are not read.
    pub(super) fn after_at(&mut self) -> Read<ScriptWord> {
        match self.peek_after(1) {
            Some('(') => {
                self.take("@(");
                self.statements(Some(')'))?;
                Ok(ScriptWord::Unknown("@(…)".into()))
            }
            Some('{') => {
                self.take("@{");
                self.nested(Reader::table)?;
                Ok(ScriptWord::Unknown("@{…}".into()))
            }
            Some(quote) if is_single_quote(quote) || is_double_quote(quote) => {
                self.next();
                self.here_text()
            }
            _ => self.unread(),
        }
    }

    /// The file into which output goes, if it is one.
    fn redirection(&mut self) -> Read<Option<ScriptWord>> {
        drop(self.take_while(is_stream));
        drop(self.take_while(|it| it == '>'));
        if self.take("&") {
            drop(self.take_while(is_stream));
            return Ok(None);
        }
        drop(self.take_while(is_blank));
        let is_variable = self.peek() == Some('$');
        match self.argument()? {
            // `$null` takes everything.
            ScriptWord::Bare(text) if is_variable && text.is_empty() => Ok(None),
            ScriptWord::Block => self.unread(),
            word => Ok(Some(word)),
        }
    }
}

/// Whether a letter is the number of a stream of output; `*` is all of them.
fn is_stream(letter: char) -> bool {
    letter == '*' || letter.is_ascii_digit()
}

fn begins_value(letter: char) -> bool {
    "$(@{[!-+,".contains(letter) || is_single_quote(letter) || is_double_quote(letter)
}
