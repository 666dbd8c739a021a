//! Words that keep a shell of Windows from running, before what its call says, what the user's settings say.

use std::path::Path;

/// The programs of PowerShell.
const POWERSHELL: &[&str] = &["powershell", "pwsh"];
/// The command interpreter.
const CMD: &str = "cmd";
/// Extensions of scripts that the command interpreter runs.
const CMD_SCRIPTS: &[&str] = &["bat", "cmd"];

/// What PowerShell gets: no script of the user's own runs first, and no question is asked of nobody.
const POWERSHELL_WORDS: &[&str] = &["-NoProfile", "-NonInteractive"];
/// What the command interpreter gets: no command of the registry's runs first.
const CMD_WORDS: &[&str] = &["/d"];

/// Words of both that may stand between the program and its script, without dash and slash.
const OPTIONS: &[&str] = &["a", "d", "mta", "nologo", "noninteractive", "noprofile", "q", "s", "sta", "u"];

/// The arguments of a program, before them the words that it lacks. The policy has ruled on the call without them: with them it does
/// less, and nothing else.
pub(super) fn with_start_up_words<'a>(program: &Path, arguments: &[&'a str]) -> Vec<&'a str> {
    let name = lower(program.file_stem());
    let words = match name.as_str() {
        CMD => CMD_WORDS,
        it if POWERSHELL.contains(&it) => POWERSHELL_WORDS,
        _ => &[],
    };
    let option = |word: &str| word.strip_prefix(['-', '/']).map(str::to_lowercase);
    // What follows may be of the script. A word that is there twice does no harm.
    let own = arguments.iter().map_while(|it| option(it).filter(|it| OPTIONS.contains(&it.as_str())));
    let own: Vec<String> = own.collect();
    let is_there = |word: &str| option(word).is_some_and(|it| own.contains(&it));
    words.iter().copied().filter(|it| !is_there(it)).chain(arguments.iter().copied()).collect()
}

/// Whether the command interpreter reads what a program's call says.
pub(super) fn is_read_by_cmd(program: &Path) -> bool {
    lower(program.file_stem()) == CMD || CMD_SCRIPTS.contains(&lower(program.extension()).as_str())
}

fn lower(name: Option<&std::ffi::OsStr>) -> String {
    name.map(|it| it.to_string_lossy().to_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_runs_nothing_before_its_script() {
        for (program, call, expected) in [
            ("powershell.exe", "-Command ls", "-NoProfile -NonInteractive -Command ls"),
            ("PowerShell.EXE", "ls", "-NoProfile -NonInteractive ls"),
            ("pwsh", "-noprofile -c ls", "-NonInteractive -noprofile -c ls"),
            ("pwsh", "-NonInteractive /NoProfile -c ls", "-NonInteractive /NoProfile -c ls"),
            // What stands in the script is no word of the call.
            ("pwsh", "-c ls -NoProfile", "-NoProfile -NonInteractive -c ls -NoProfile"),
            ("pwsh", "-c -noprofile", "-NoProfile -NonInteractive -c -noprofile"),
            ("cmd.exe", "/c dir", "/d /c dir"),
            ("cmd.exe", "/D /c dir", "/D /c dir"),
            ("cmd.exe", "/c dir /d", "/d /c dir /d"),
            ("powershell_ise.exe", "x", "x"),
            ("tool.cmd", "x", "x"),
            ("cmd", "", "/d"),
        ] {
            let words: Vec<&str> = call.split_whitespace().collect();
            assert_eq!(with_start_up_words(program.as_ref(), &words).join(" "), expected, "{program} {call}");
        }
    }

    #[test]
    fn scripts_of_the_command_interpreter_are_its() {
        for (program, expected) in [
            ("CMD.exe", true),
            ("a/tool.CMD", true),
            ("a.bat", true),
            ("a.exe", false),
            ("powershell.exe", false),
        ] {
            assert_eq!(is_read_by_cmd(program.as_ref()), expected, "{program}");
        }
    }
}
