//! Programs that run what their arguments, or a file of their working folder, say: the name of such a
//! program does not show what the call does.

mod git;
mod names;
mod windows;

use super::super::{Finding, risk::Risk};
use crate::{
    PathStyle,
    paths::{Spelling, destination},
};
use names::{FOLDER_READERS, INTERPRETERS, LAUNCHERS, OPENERS, OPTIONS};

/// The risks of running a program with these arguments on a platform with such paths; none without a program.
pub(super) fn risks(argv: &[String], style: PathStyle) -> Vec<Finding> {
    match style {
        PathStyle::Posix => risks_on_posix(argv),
        PathStyle::Windows => windows::risks(argv),
    }
}

fn risks_on_posix(argv: &[String]) -> Vec<Finding> {
    let Some(program) = argv.first() else { return Vec::new() };
    let unknown = hands_over(program, &argv[1..]).map(|sign| Finding { risk: Risk::Unknown, sign });
    std::iter::once(Finding::plain(Risk::Runs)).chain(unknown).collect()
}

/// The sign that a program runs what its arguments say.
fn hands_over(program: &str, arguments: &[String]) -> Option<String> {
    let name = plain_name(program);
    // Without arguments, they run nothing that the call names.
    let is_launcher = LAUNCHERS.contains(&name.as_str()) && !arguments.is_empty();
    let is_reader = FOLDER_READERS.contains(&name.as_str());
    if INTERPRETERS.contains(&name.as_str()) || is_launcher || is_reader {
        return Some(format!("the program {program:?}"));
    }
    let leads_elsewhere = |it: &&String| destination(it, Spelling::Words).is_some();
    if OPENERS.contains(&name.as_str())
        && let Some(address) = arguments.iter().find(leads_elsewhere)
    {
        return Some(format!("the address {address:?}"));
    }
    let found = match name.as_str() {
        "git" => git::unsafe_word(arguments)?,
        _ => {
            let options = OPTIONS.iter().find(|it| it.0 == name)?.1;
            let is_it = |word: &str| options.iter().any(|option| is_option(word, option));
            // The first word of `tar` is one of option letters, with a dash or without.
            let first = arguments.first().filter(|it| name == "tar" && !it.starts_with('-'));
            let bundle = first.filter(|it| is_it(&format!("-{it}")));
            bundle.or_else(|| arguments.iter().find(|it| is_it(it)))?
        }
    };
    Some(format!("the word {found:?} of {program:?}"))
}

/// Whether a word is an option in one of the ways in which programs read options: shortened, with its value, in one word with
/// others.
fn is_option(word: &str, option: &str) -> bool {
    if let Some(long) = option.strip_prefix("--") {
        let written = word.strip_prefix("--").map(|it| it.split('=').next().unwrap_or(it));
        return written.is_some_and(|it| !it.is_empty() && long.starts_with(it));
    }
    match option.strip_prefix('-') {
        Some(letter) if letter.len() == 1 => {
            word.starts_with('-') && !word.starts_with("--") && word.contains(letter)
        }
        // `find` has `-execdir` and `-okdir` besides, and compilers write a value behind the option.
        _ => word.starts_with(option),
    }
}

/// The name of a program without its folder, its version and its extension: `python` of `/usr/bin/python3.11`.
fn plain_name(program: &str) -> String {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program).to_lowercase();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    let plain = name.trim_end_matches(|it: char| it.is_ascii_digit() || matches!(it, '.' | '-'));
    plain.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_its_arguments_is_unknown() {
        for (call, expected) in [
            ("bash -c date", true),
            ("/bin/sh script", true),
            ("python3.11 -c print()", true),
            ("C:\\Windows\\cmd.exe /c dir", true),
            ("perl -e 1", true),
            ("env -S rm", true),
            ("env A=1 rm x", true),
            ("env", false),
            ("xargs rm", true),
            ("sudo ls", true),
            ("timeout 5 rm x", true),
            ("find . -name x", false),
            ("find . -exec rm {} ;", true),
            ("find . -execdir rm {} ;", true),
            ("find . -okdir rm {} ;", true),
            ("git log --oneline", false),
            ("git -c core.pager=x log", true),
            ("git clone --upload-pack=x y", true),
            ("git clone --upload x y", true),
            ("git submodule foreach rm", true),
            ("git status", true),
            ("git log -p", true),
            ("make", true),
            ("make -n", true),
            ("cargo build", true),
            ("npm", true),
            ("just", true),
            ("pip3 install .", true),
            ("pytest", true),
            ("vim a", true),
            ("sqlite3 a", true),
            ("hg status", true),
            ("less a", false),
            ("less +!x a", true),
            ("man -P x ls", true),
            ("gcc a.c", false),
            ("gcc -wrapper x a.c", true),
            ("pdflatex a.tex", false),
            ("pdflatex --shell-escape a.tex", true),
            ("sdiff --diff-program=x a b", true),
            ("tcpdump -zx", true),
            ("tar -xf a.tar", false),
            ("tar -t -f a.tar", false),
            ("tar xf a.tar", false),
            ("tar xfF a.tar script", true),
            ("tar Icf x a.tar b", true),
            ("tar -xf a.tar --to-command=x", true),
            ("tar --to-com x -xf a.tar", true),
            ("tar -xIx -f a.tar", true),
            ("tar --checkpoint-action=exec=x -xf a", true),
            ("ssh -o ProxyCommand=x host", true),
            ("ssh -oProxyCommand=x host", true),
            ("scp -oProxyCommand=x a b", true),
            ("scp -D ./x a b", true),
            ("sftp -D ./x", true),
            ("rsync -av a b", false),
            ("rsync -ave x a b", true),
            ("sort --compress-program=x a", true),
            ("soffice macro:///Standard.Module1.Main()", true),
            ("/usr/lib/libreoffice/program/soffice.bin .uno:Quit", true),
            ("xdg-open steam://run/1", true),
            ("C:\\Edge\\msedge.exe steam://run/1", true),
            ("chrome.exe https://example.org", false),
            ("xdg-open https://example.org", false),
            ("libreoffice --calc a.ods", false),
            ("git clone ssh://git@example.org/a", true),
            ("ls -la", false),
            ("cp a b", false),
        ] {
            let argv: Vec<String> = call.split(' ').map(str::to_owned).collect();
            let found = risks(&argv, PathStyle::Posix);
            assert_eq!(found[0].risk, Risk::Runs, "{call}");
            assert_eq!(found.get(1).is_some_and(|it| it.risk == Risk::Unknown), expected, "{call}");
        }
        assert!(risks(&[], PathStyle::Posix).is_empty());
    }

    #[test]
    fn the_tables_are_in_order() {
        assert!([INTERPRETERS, LAUNCHERS, FOLDER_READERS, OPENERS].iter().all(|it| it.is_sorted()));
    }
}
