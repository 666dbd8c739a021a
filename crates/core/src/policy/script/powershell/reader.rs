//! The text of a script of PowerShell, and where it is being read.

use super::super::ScriptCommand;

/// How deep blocks, groups and assignments may be in each other.
const MAX_DEPTH: usize = 24;

/// The result of reading a part; the error says what cannot be read.
pub(super) type Read<T> = Result<T, String>;

/// Reads a script letter by letter, and keeps its commands.
pub(super) struct Reader {
    letters: Vec<char>,
    at: usize,
    depth: usize,
    pub(super) commands: Vec<ScriptCommand>,
}

impl Reader {
    pub(super) fn new(text: &str) -> Reader {
        Reader { letters: text.chars().collect(), at: 0, depth: 0, commands: Vec::new() }
    }

    pub(super) fn into_commands(self) -> Vec<ScriptCommand> {
        self.commands
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.peek_after(0)
    }

    pub(super) fn peek_after(&self, letters: usize) -> Option<char> {
        self.letters.get(self.at + letters).copied()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    /// Goes past this text if it comes next.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let is_next = text.chars().enumerate().all(|(at, it)| self.peek_after(at) == Some(it));
        if is_next {
            self.at += text.chars().count();
        }
        is_next
    }

    /// The letters that come next and are of one kind.
    pub(super) fn take_while(&mut self, is_kind: impl Fn(char) -> bool) -> String {
        let taken: String = self.letters[self.at..].iter().copied().take_while(|it| is_kind(*it)).collect();
        self.at += taken.chars().count();
        taken
    }

    /// Reads a part within the one that is being read.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Reader) -> Read<T>) -> Read<T> {
        if self.depth == MAX_DEPTH {
            return Err("a script with many blocks in each other".into());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// The error that what comes next cannot be read.
    pub(super) fn unread<T>(&self) -> Read<T> {
        const SHOWN: usize = 24;
        let rest: String = self.letters[self.at..].iter().take(SHOWN).collect();
        Err(format!("the part {rest:?} of a script"))
    }

    /// Goes past blanks, comments and lines that go on.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            match (self.peek(), self.peek_after(1)) {
                (Some('`'), Some('\r')) if self.peek_after(2) == Some('\n') => self.at += 3,
                (Some('`'), Some('\n' | '\r')) => self.at += 2,
                (Some('<'), Some('#')) => self.skip_comment(),
                (Some('#'), _) => drop(self.take_while(|it| !is_line_end(it))),
                (Some(blank), _) if is_blank(blank) => self.at += 1,
                _ => return,
            }
        }
    }

    /// The same, and past ends of lines.
    pub(super) fn skip_lines(&mut self) {
        self.skip_blanks();
        while self.peek().is_some_and(is_line_end) {
            self.at += 1;
            self.skip_blanks();
        }
    }

    fn skip_comment(&mut self) {
        while self.peek().is_some() && !self.take("#>") {
            self.at += 1;
        }
    }
}

pub(super) fn is_line_end(letter: char) -> bool {
    matches!(letter, '\n' | '\r')
}

pub(super) fn is_blank(letter: char) -> bool {
    letter.is_whitespace() && !is_line_end(letter)
}

pub(super) fn is_single_quote(letter: char) -> bool {
    matches!(letter, '\'' | '‘' | '’' | '‚' | '‛')
}

pub(super) fn is_double_quote(letter: char) -> bool {
    matches!(letter, '"' | '“' | '”' | '„')
}

pub(super) fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '–' | '—' | '―')
}

/// Whether a letter is part of the name of a variable or a member.
pub(super) fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Whether a letter ends a bare word.
pub(super) fn ends_word(letter: char) -> bool {
    letter.is_whitespace() || ";|&(){},<>".contains(letter)
}
