//! The command lines of a page of the documentation, how the page says that they are tested, and what it promises of them.
//!
//! The word after the language of a fence says how, which readers do not see: `sh run`, `sh running`, `sh own` or `sh parse`.

/// What stands in a promised line for text that varies, and alone on its line for any number of lines.
const ELISION: &str = "…";

/// The languages of blocks with command lines.
const LANGUAGES: [&str; 2] = ["sh", "console"];

/// A command line of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageCommand {
    /// Its line of the page, from 1.
    pub line: usize,
    /// The words after `deskpilot`.
    pub words: Vec<String>,
    /// How it is tested.
    pub proof: Proof,
    /// The lines that the page shows below it.
    pub promised: Vec<String>,
}

/// How a command line is tested.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// It is run at a terminal, and ends with this code.
    Run {
        /// The exit code, 0 unless the page says `exit=CODE`.
        exit: i32,
        /// What a person types meanwhile.
        typed: Typed,
    },
    /// It is run while a task runs.
    Running,
    /// It is run by a test of its own, with the files of the page.
    Own,
    /// It is only read, because it needs a real application, the network or a key.
    Parse,
}

/// What a person types while a command runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// Nothing.
    Nothing,
    /// This line, at the first prompt: `answer=LINE`, in which `_` stands for a space.
    Answer(String),
    /// Ctrl-C, once the task waits: `interrupt`.
    Interrupt,
}

/// The command lines of the page in their order.
///
/// # Errors
/// A block has command lines and does not say how they are tested.
pub fn commands(page: &str) -> Result<Vec<PageCommand>, String> {
    let (mut commands, mut fence) = (Vec::new(), None);
    for (at, line) in page.lines().enumerate() {
        match (fence, line.trim_start().strip_prefix("```")) {
            (None, Some(about)) => fence = Some(about),
            (Some(_), Some(_)) => fence = None,
            (Some(about), None) => add_line(&mut commands, about, at + 1, line)?,
            (None, None) => {}
        }
    }
    Ok(commands)
}

/// Adds a line of a block: a command, or what the page promises of the last one.
fn add_line(commands: &mut Vec<PageCommand>, about: &str, line: usize, text: &str) -> Result<(), String> {
    let mut about = about.split_whitespace();
    let Some(language) = about.next().filter(|it| LANGUAGES.contains(it)) else { return Ok(()) };
    let typed = match language {
        "console" => text.strip_prefix("$ "),
        _ => Some(text),
    };
    let Some(typed) = typed else {
        if let Some(command) = commands.last_mut() {
            command.promised.push(text.trim_end().to_owned());
        }
        return Ok(());
    };
    let words = shell_words(typed);
    if let Some(words) = after_program(&words) {
        let proof = proof(about).map_err(|why| format!("line {line}: {why}"))?;
        commands.push(PageCommand { line, words: words.to_vec(), proof, promised: Vec::new() });
    }
    Ok(())
}

/// The words after `deskpilot` and the variables before it; `None` for another program.
fn after_program(words: &[String]) -> Option<&[String]> {
    let program = words.iter().position(|it| !it.contains('='))?;
    (words[program] == "deskpilot").then(|| &words[program + 1..])
}

fn proof<'t>(about: impl Iterator<Item = &'t str>) -> Result<Proof, String> {
    let mut proof = None;
    for word in about {
        proof = Some(match (proof, word.split_once('=')) {
            (None, _) if word == "run" => Proof::Run { exit: 0, typed: Typed::Nothing },
            (None, _) if word == "running" => Proof::Running,
            (None, _) if word == "own" => Proof::Own,
            (None, _) if word == "parse" => Proof::Parse,
            (Some(Proof::Run { typed, .. }), Some(("exit", code))) => {
                Proof::Run { exit: code.parse().map_err(|_| format!("{word:?} is no exit code"))?, typed }
            }
            (Some(Proof::Run { exit, .. }), Some(("answer", line))) => {
                Proof::Run { exit, typed: Typed::Answer(line.replace('_', " ")) }
            }
            (Some(Proof::Run { exit, .. }), _) if word == "interrupt" => {
                Proof::Run { exit, typed: Typed::Interrupt }
            }
            _ => return Err(format!("the fence has the word {word:?}, which says no way to test it")),
        });
    }
    proof.ok_or_else(|| {
        "the fence does not say how its command lines are tested: run, running, own or parse".into()
    })
}

/// The words of a command line as a shell reads them, up to a comment.
pub fn shell_words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(letters.next()),
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word = Some(word.unwrap_or_default());
            }
            (None, '#') if word.is_none() => break,
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// Whether the lines are those that the page promises, in which `…` stands for what varies. Empty lines at the end do not count.
pub fn keeps(promised: &[String], shown: &[String]) -> bool {
    match promised.split_first() {
        None => shown.iter().all(String::is_empty),
        Some((line, rest)) if line.trim() == ELISION => (0..=shown.len()).any(|at| keeps(rest, &shown[at..])),
        Some((line, rest)) => {
            shown.split_first().is_some_and(|(first, others)| fits(line, first) && keeps(rest, others))
        }
    }
}

fn fits(promised: &str, shown: &str) -> bool {
    let Some((start, rest)) = promised.split_once(ELISION) else { return promised == shown };
    let Some(shown) = shown.strip_prefix(start) else { return false };
    let mut places = shown.char_indices().map(|(at, _)| at).chain([shown.len()]);
    places.any(|at| fits(rest, &shown[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_page_has_command_lines_with_what_it_promises_of_them() {
        let page = "# A\n\n```sh parse\nsudo apt install x\nKEY=... deskpilot doctor --fix   # why\n```\n\n\
            ```console run exit=1 answer=n_not_now\n$ deskpilot run 'a \"b\"'\nFailed: …\n…\n```\n\n```text\n$ deskpilot no\n```\n";
        let commands = commands(page).unwrap();
        assert_eq!(commands.len(), 2, "{commands:?}");
        assert_eq!((commands[0].line, commands[0].proof.clone()), (5, Proof::Parse));
        assert_eq!(commands[0].words, ["doctor", "--fix"]);
        assert_eq!(commands[1].words, ["run", "a \"b\""]);
        assert_eq!(commands[1].promised, ["Failed: …", "…"]);
        assert_eq!(commands[1].proof, Proof::Run { exit: 1, typed: Typed::Answer("n not now".into()) });
    }

    #[test]
    fn a_block_that_does_not_say_how_it_is_tested_is_an_error() {
        for (fence, expected) in [
            ("sh", "line 2: the fence does not say how"),
            ("sh perhaps", "line 2: the fence has the word \"perhaps\""),
            ("sh parse exit=1", "\"exit=1\""),
            ("sh own exit=1", "\"exit=1\""),
            ("sh run exit=x", "\"exit=x\" is no exit code"),
        ] {
            let error = commands(&format!("```{fence}\ndeskpilot log\n```\n"));
            assert!(error.as_ref().is_err_and(|it| it.contains(expected)), "{fence}: {error:?}");
        }
        assert_eq!(commands("```sh\ncargo xtask test\n```\n"), Ok(Vec::new()));
    }

    #[test]
    fn words_are_those_of_a_shell() {
        assert_eq!(
            shell_words(r#"run "say \"hi\"" 'a b'c -- x#y # z"#),
            ["run", "say \"hi\"", "a bc", "--", "x#y"]
        );
        assert_eq!(shell_words("a '' \"\""), ["a", "", ""]);
    }

    #[test]
    fn promised_lines_are_compared_except_for_what_varies() {
        let shown = lines("What is saved goes to /tmp/x.\na  0.1 s\nb\nFinished.\n\n");
        for (promised, is_kept) in [
            ("What is saved goes to ….\n…\nFinished.", true),
            ("…", true),
            ("…\na  … s\nb\nFinished.", true),
            ("…\na  … s\nFinished.", false),
            ("…\nFailed.", false),
            ("What is saved goes to ….", false),
            ("…\nFinished. …", false),
        ] {
            assert_eq!(keeps(&lines(promised), &shown), is_kept, "{promised}");
        }
    }
}
