//! Reads a line for the command interpreter of Windows (`cmd /c`).

use super::{CommandInput, Script, ScriptCommand, ScriptWord, Shell};

/// Commands whose name may be followed by a word without a blank between, as in `del/q` and `cd..`.
const BUILT_IN: &[&str] = &[
    "assoc", "call", "cd", "chdir", "cls", "copy", "date", "del", "dir", "echo", "erase", "ftype", "md",
    "mkdir", "mklink", "move", "path", "popd", "prompt", "pushd", "rd", "rem", "ren", "rename", "rmdir",
    "set", "start", "time", "title", "type", "ver", "verify", "vol",
];
/// What may follow such a name.
const AFTER_BUILT_IN: &[char] = &['/', '.', '\\', ':', '[', ']', '+'];
/// Variables whose values are names of folders, and hold no command.
const FOLDERS: &[&str] = &[
    "allusersprofile",
    "appdata",
    "commonprogramfiles",
    "commonprogramfiles(x86)",
    "homedrive",
    "homepath",
    "localappdata",
    "programdata",
    "programfiles",
    "programfiles(x86)",
    "programw6432",
    "public",
    "systemdrive",
    "systemroot",
    "temp",
    "tmp",
    "userprofile",
    "windir",
];
/// Options that change nothing of what a line means.
const OPTIONS: &[&str] = &["/a", "/d", "/q", "/s", "/u"];

/// What a call of the command interpreter with these arguments does.
pub(super) fn script(arguments: &[String]) -> Script {
    let start = arguments.iter().position(|it| !OPTIONS.contains(&it.to_lowercase().as_str()));
    let command = start.map_or(&[][..], |at| &arguments[at..]);
    let line = match command.split_first() {
        Some((word, words)) if ["/c", "/r"].contains(&word.to_lowercase().as_str()) => line(words),
        Some((word, _)) => Err(format!("the word {word:?} of \"cmd\"")),
        None => Err("the program \"cmd\"".to_owned()),
    };
    match line {
        Ok(line) => read(&line),
        Err(what) => Script::unread(what),
    }
}

/// The line that the interpreter gets. The program that starts it puts words with blanks in quotes, and a word that stands alone loses them again.
///
/// # Errors
/// The word whose quotes the interpreter reads otherwise than the program that starts it.
fn line(words: &[String]) -> Result<String, String> {
    let is_quoted = |word: &String| word.is_empty() || word.contains([' ', '\t']);
    if let [word] = words {
        let is_clear = !word.contains('"');
        return if is_clear { Ok(word.clone()) } else { Err(format!("the word {word:?} of \"cmd\"")) };
    }
    let is_first_quoted = words.first().is_some_and(is_quoted);
    match words.iter().find(|it| it.contains('"') || is_first_quoted) {
        Some(word) => Err(format!("the word {word:?} of \"cmd\"")),
        None => {
            let written = |it: &String| if is_quoted(it) { format!("\"{it}\"") } else { it.clone() };
            Ok(words.iter().map(written).collect::<Vec<_>>().join(" "))
        }
    }
}

/// The commands of a line.
pub(super) fn read(line: &str) -> Script {
    let mut reader = Line { letters: line.chars().collect(), ..Line::default() };
    let unread = reader.read().err();
    Script { commands: reader.commands, unread }
}

#[derive(Default)]
struct Line {
    letters: Vec<char>,
    at: usize,
    commands: Vec<ScriptCommand>,
    words: Vec<ScriptWord>,
    written: Vec<ScriptWord>,
    /// The word that is being read, if one is.
    word: Option<String>,
    redirects: bool,
    is_in_quotes: bool,
    has_pipe: bool,
}

impl Line {
    fn read(&mut self) -> Result<(), String> {
        while let Some(letter) = self.letters.get(self.at).copied() {
            self.at += 1;
            match letter {
                // Before the quotes: the interpreter replaces variables within them, too.
                '%' => self.variable()?,
                '"' => {
                    let is_in_name = self.words.is_empty() && !self.redirects && !self.is_in_quotes;
                    if is_in_name && self.word.is_some() {
                        return Err("a quote in the name of a command".into());
                    }
                    self.is_in_quotes = !self.is_in_quotes;
                    self.push("");
                }
                _ if letter.is_control() && letter != '\t' => {
                    return Err("a line after another one".into());
                }
                _ if self.is_in_quotes => self.push(letter.encode_utf8(&mut [0; 4])),
                '^' => match self.letters.get(self.at).copied() {
                    Some(escaped) if !matches!(escaped, '\n' | '\r') => {
                        self.at += 1;
                        self.push(escaped.encode_utf8(&mut [0; 4]));
                    }
                    _ => return Err("a line that goes on".into()),
                },
                '(' | ')' => return Err("a block of \"cmd\"".into()),
                '&' | '|' => self.separator(letter)?,
                '<' | '>' => self.redirection(letter)?,
                // The interpreter takes the signs among these for blanks, too.
                ' ' | '\t' | ',' | ';' | '=' | '\u{a0}' => self.end_word(),
                _ => self.push(letter.encode_utf8(&mut [0; 4])),
            }
        }
        if self.is_in_quotes {
            return Err("a quote without an end".into());
        }
        self.end_command()
    }

    fn push(&mut self, text: &str) {
        *self.word.get_or_insert_default() += text;
    }

    /// A variable, which the interpreter replaces before it reads the line: its value may be any command.
    fn variable(&mut self) -> Result<(), String> {
        let rest = &self.letters[self.at..];
        let Some(end) = rest.iter().position(|it| *it == '%') else {
            self.push("%");
            return Ok(());
        };
        let name: String = rest[..end].iter().collect();
        if !FOLDERS.contains(&name.to_lowercase().as_str()) {
            return Err(format!("the variable {name:?}"));
        }
        self.at += end + 1;
        self.push(&format!("%{name}%"));
        Ok(())
    }

    fn separator(&mut self, letter: char) -> Result<(), String> {
        let is_double = self.letters.get(self.at) == Some(&letter);
        self.at += usize::from(is_double);
        self.end_command()?;
        self.has_pipe = letter == '|' && !is_double;
        Ok(())
    }

    fn redirection(&mut self, letter: char) -> Result<(), String> {
        // The number of a stream stands directly before it.
        if self.word.as_ref().is_some_and(|it| matches!(it.as_bytes(), [b'0'..=b'9'])) {
            self.word = None;
        }
        self.end_word();
        if self.redirects {
            return Err("a redirection to nothing".into());
        }
        self.at += usize::from(letter == '>' && self.letters.get(self.at) == Some(&'>'));
        match (self.letters.get(self.at), self.letters.get(self.at + 1)) {
            // `2>&1` joins two streams and writes no file.
            (Some('&'), Some('0'..='9')) => self.at += 2,
            (Some('&'), _) => return Err("a redirection to nothing".into()),
            // What is read is a word like others.
            _ => self.redirects = letter == '>',
        }
        Ok(())
    }

    fn end_word(&mut self) {
        let Some(text) = self.word.take() else { return };
        match std::mem::take(&mut self.redirects) {
            // The device takes everything.
            true if text.eq_ignore_ascii_case("nul") => {}
            true => self.written.push(ScriptWord::Bare(text)),
            false => self.words.push(ScriptWord::Bare(text)),
        }
    }

    fn end_command(&mut self) -> Result<(), String> {
        self.end_word();
        let input = if self.has_pipe { CommandInput::Pipe } else { CommandInput::Nothing };
        let (words, written) = (std::mem::take(&mut self.words), std::mem::take(&mut self.written));
        let mut words = words.into_iter();
        let name = words.next().and_then(|it| it.text().map(str::to_owned)).unwrap_or_default();
        // An `@` only keeps the interpreter from showing the line.
        let (name, glued) = split_name(name.trim_start_matches('@'));
        if name.contains('%') || std::mem::take(&mut self.redirects) {
            return Err(format!("the command {name:?} of \"cmd\""));
        }
        let command = ScriptCommand::new(Shell::Cmd, name, input);
        let words = glued.into_iter().chain(words).collect();
        if !name.is_empty() || !written.is_empty() {
            self.commands.push(ScriptCommand { words, written, ..command });
        }
        Ok(())
    }
}

/// The name of a command, and the word that stands directly behind it.
fn split_name(text: &str) -> (&str, Option<ScriptWord>) {
    let end = text.find(AFTER_BUILT_IN).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if rest.is_empty() || !BUILT_IN.iter().any(|it| it.eq_ignore_ascii_case(name)) {
        return (text, None);
    }
    (name, Some(ScriptWord::Bare(rest.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::super::testing::shown;
    use super::*;

    #[test]
    fn a_line_is_read_as_the_interpreter_reads_it() {
        for (line, expected) in [
            (r"del C:\a.txt", r"del C:\a.txt"),
            (r"d^e^l a.txt", "del a.txt"),
            (r"@DEL/q/s a.txt", "del /q/s a.txt"),
            (r"del,a.txt;b.txt=c.txt", "del a.txt b.txt c.txt"),
            ("cd..", "cd .."),
            (r"type\a.txt", r"type \a.txt"),
            (r#"type "C:\a b\c.txt""#, r"type C:\a b\c.txt"),
            (r#"type C:\"a b"\c.txt"#, r"type C:\a b\c.txt"),
            (r#"echo "a & del b""#, "echo a & del b"),
            ("echo a^&b", "echo a&b"),
            ("echo a & del b", "echo a / del b"),
            ("echo a&&del b||rd c", "echo a / del b / rd c"),
            ("type a|sort", "type a / |sort"),
            ("echo a>b", "echo a > b"),
            ("echo a>>b 2>nul", "echo a > b"),
            ("echo a 2>&1", "echo a"),
            ("sort<a.txt", "sort a.txt"),
            (">a echo b", "echo b > a"),
            (r"type %APPDATA%\x", r"type %APPDATA%\x"),
            ("echo 100%", "echo 100%"),
            (r"C:\Windows\System32\reg.exe query HKCU", "reg query HKCU"),
            ("", ""),
        ] {
            assert_eq!(shown(&read(line)), expected, "{line}");
        }
    }

    #[test]
    fn what_the_interpreter_may_read_otherwise_is_not_read() {
        for line in [
            "%x% a",
            "echo %x%",
            "%comspec% /c del a",
            "%temp% a",
            "echo %APPDATA:~0,1%",
            "(del a)",
            "if exist a (del a)",
            "echo a ^",
            "echo a\ndel b",
            r#"echo "a"#,
            r#"del"a""#,
            r#"d"el" a"#,
            "echo a >&del b",
            "echo a\u{1a}del b",
            "echo a >",
            "echo a > > b",
        ] {
            assert!(read(line).unread.is_some(), "{line}: {}", shown(&read(line)));
        }
    }

    #[test]
    fn only_words_whose_quotes_are_clear_are_a_line() {
        for (words, expected) in [
            (&["/c", "del a"][..], Some("del a")),
            (&["/d", "/S", "/C", "del", "a b"], Some("del a b")),
            (&["/c", "del a & rd b"], Some("del a / rd b")),
            (&["/c", "del", "a&rd", "b"], Some("del a / rd b")),
            (&["/c", "echo", "a & rd b"], Some("echo a & rd b")),
            (&["/c", "a b", "c"], None),
            (&["/c", r#"del "a""#], None),
            (&["/c", "echo", r#"" & del b""#], None),
            (&["/k", "del a"], None),
            (&["/v:on", "/c", "del a"], None),
            (&["/cdel a"], None),
            (&["del a"], None),
            (&[], None),
        ] {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            let script = script(&words);
            let read = script.unread.is_none().then(|| shown(&script));
            assert_eq!(read.as_deref(), expected, "{words:?}");
        }
    }
}
