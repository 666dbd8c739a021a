//! What git runs: nothing but itself only in calls of this table.
//!
//! A repository can name programs of its own in its configuration: filters of files, drivers that compare and merge, aliases.
//! Programs that have one name in every repository are overruled where a program is run; these cannot be. So the calls that
//! are known not to run them are written here, with all options that they may have, and all others are not known.

/// Options before the command, without a value in a word of its own.
/// Not `-c` and `--exec-path`, which name what git runs, nor `-p`, which runs a pager.
const LEADING: &[&str] = &[
    "--bare",
    "--git-dir",
    "--glob-pathspecs",
    "--icase-pathspecs",
    "--literal-pathspecs",
    "--namespace",
    "--no-lazy-fetch",
    "--no-optional-locks",
    "--no-pager",
    "--no-replace-objects",
    "--noglob-pathspecs",
    "--version",
    "--work-tree",
    "-P",
    "-v",
];

/// Those with one.
const LEADING_VALUES: &[&str] = &["-C", "--git-dir", "--work-tree", "--namespace"];

/// A command of git that by itself runs nothing.
struct Plain {
    name: &'static str,
    options: Options,
    words: Words,
    /// An option of which one has to be there, or the call compares files as a driver says.
    needs: &'static [&'static [&'static str]],
}

enum Options {
    /// None but `--help` leads to a program.
    Any,
    /// These do not, and those of one letter together neither.
    These(&'static [&'static [&'static str]]),
}

/// Whether words that are no options are among the arguments.
#[derive(PartialEq, Eq)]
enum Words {
    Any,
    None,
}

/// Options that choose commits. What has a value in a word of its own ends in `=`.
const COMMITS: &[&str] = &[
    "--after=",
    "--all",
    "--all-match",
    "--author-date-order",
    "--author=",
    "--before=",
    "--boundary",
    "--branches",
    "--children",
    "--committer=",
    "--count",
    "--date-order",
    "--first-parent",
    "--full-history",
    "--graph",
    "--grep=",
    "--invert-grep",
    "--left-right",
    "--max-count=",
    "--merges",
    "--no-merges",
    "--parents",
    "--remotes",
    "--reverse",
    "--since=",
    "--skip=",
    "--tags",
    "--topo-order",
    "--until=",
    "-i",
    "-n=",
];

/// Options of how commits, and which files of them, are shown, without what is in the files.
const SHOWN: &[&str] = &[
    "--abbrev",
    "--abbrev-commit",
    "--color",
    "--date",
    "--decorate",
    "--diff-filter",
    "--find-renames",
    "--follow",
    "--format",
    "--name-only",
    "--name-status",
    "--no-abbrev-commit",
    "--no-color",
    "--no-decorate",
    "--no-ext-diff",
    "--no-notes",
    "--no-patch",
    "--no-renames",
    "--no-textconv",
    "--numstat",
    "--oneline",
    "--pretty",
    "--raw",
    "--relative-date",
    "--shortstat",
    "--show-signature",
    "--stat",
    "--summary",
    "-M",
    "-s",
    "-z",
];

/// Options that compare what is in files.
const PATCHES: &[&str] = &[
    "--binary",
    "--cc",
    "--color-words",
    "--diff-algorithm",
    "--full-index",
    "--function-context",
    "--histogram",
    "--ignore-all-space",
    "--ignore-space-change",
    "--minimal",
    "--patch",
    "--patch-with-stat",
    "--patience",
    "--unified",
    "--word-diff",
    "-G=",
    "-S=",
    "-U",
    "-W",
    "-b",
    "-c",
    "-m",
    "-p",
    "-u",
    "-w",
];

const NO_TEXTCONV: &[&str] = &["--no-textconv"];
// `git diff` without `--cached` runs the filters of the repository on the files of the working tree.
const NO_DRIVER: &[&[&str]] = &[NO_TEXTCONV, &["--no-ext-diff"], &["--cached", "--staged"]];

const COMMANDS: &[Plain] = &[
    anything("branch"),
    // Not `--filters` and `--textconv`, which run what the repository names.
    these("cat-file", &[&["-e", "-p", "-s", "-t"]]),
    anything("check-attr"),
    anything("check-ignore"),
    anything("check-ref-format"),
    anything("count-objects"),
    these(
        // Not `--dirty`, which runs the filters of the repository on the files of the working tree.
        "describe",
        &[&[
            "--abbrev",
            "--all",
            "--always",
            "--contains",
            "--exact-match",
            "--exclude",
            "--long",
            "--match",
            "--tags",
        ]],
    ),
    Plain { needs: NO_DRIVER, ..these("diff", &[&["--cached", "--staged"], SHOWN, PATCHES]) },
    anything("for-each-ref"),
    these(
        // Not `-O`, which opens the files in a program.
        "grep",
        &[&[
            "--and",
            "--cached",
            "--count",
            "--extended-regexp",
            "--files-with-matches",
            "--fixed-strings",
            "--ignore-case",
            "--line-number",
            "--name-only",
            "--not",
            "--or",
            "--untracked",
            "--word-regexp",
            "-A=",
            "-B=",
            "-C=",
            "-E",
            "-F",
            "-G",
            "-H",
            "-P",
            "-c",
            "-e=",
            "-h",
            "-i",
            "-l",
            "-n",
            "-q",
            "-r",
            "-v",
            "-w",
        ]],
    ),
    these("log", &[COMMITS, SHOWN, PATCHES]),
    these(
        // Not `-m`, for which git runs those filters.
        "ls-files",
        &[&[
            "--cached",
            "--deleted",
            "--error-unmatch",
            "--exclude-standard",
            "--full-name",
            "--ignored",
            "--others",
            "--stage",
            "-c",
            "-d",
            "-i",
            "-o",
            "-s",
            "-t",
            "-v",
            "-z",
        ]],
    ),
    anything("ls-tree"),
    anything("merge-base"),
    anything("name-rev"),
    these("reflog", &[COMMITS, SHOWN, PATCHES]),
    // A word is a command such as `update`, which goes to the remote, perhaps through a program.
    Plain { words: Words::None, ..these("remote", &[&["--verbose", "-v"]]) },
    these("rev-list", &[COMMITS, SHOWN]),
    anything("rev-parse"),
    these("shortlog", &[&["--all", "--email", "--no-merges", "--numbered", "--summary", "-e", "-n", "-s"]]),
    Plain { needs: &[&["--no-textconv", "--no-patch", "-s"]], ..these("show", &[COMMITS, SHOWN, PATCHES]) },
    anything("show-ref"),
    // Not `status`, which runs the same filters as `diff`.
    anything("symbolic-ref"),
    anything("tag"),
    anything("verify-commit"),
    anything("verify-tag"),
    anything("version"),
];

const fn anything(name: &'static str) -> Plain {
    Plain { name, options: Options::Any, words: Words::Any, needs: &[] }
}

const fn these(name: &'static str, options: &'static [&'static [&'static str]]) -> Plain {
    Plain { options: Options::These(options), ..anything(name) }
}

/// The word by which a call of git may run a program that a repository or its arguments name.
pub(super) fn unsafe_word(arguments: &[String]) -> Option<&String> {
    let mut rest = arguments;
    let (command, arguments) = loop {
        let (word, after) = rest.split_first()?;
        if LEADING_VALUES.contains(&word.as_str()) {
            rest = after.get(1..)?;
        } else if LEADING.contains(&name(word)) {
            rest = after;
        } else {
            break (word, after);
        }
    };
    match COMMANDS.iter().find(|it| it.name == *command) {
        Some(plain) => plain.unsafe_word(command, arguments),
        None => Some(command),
    }
}

impl Plain {
    fn unsafe_word<'a>(&self, command: &'a String, arguments: &'a [String]) -> Option<&'a String> {
        let options: &[&[&str]] = match self.options {
            Options::Any => return arguments.iter().find(|it| *it == "--help"),
            Options::These(options) => options,
        };
        let mut seen: Vec<&str> = Vec::new();
        let mut rest = arguments.iter();
        while let Some(word) = rest.next() {
            match word.as_str() {
                "--" => break,
                it if !it.starts_with('-') || it == "-" => continue,
                it if takes_next(options, it) => {
                    // One that looks like an option is one to some commands, and a value to others.
                    if let Some(value) = rest.next().filter(|it| it.starts_with('-')) {
                        return Some(value);
                    }
                }
                it if is_number(it) => {}
                it if !is_listed(options, it) => return Some(word),
                _ => {}
            }
            seen.push(word);
        }
        let has = |wanted: &[&str]| seen.iter().any(|it| wanted.contains(it));
        // To compare what is in files, git runs the converters that the repository names.
        let is_comparing = options.contains(&PATCHES) && seen.iter().any(|it| is_listed(&[PATCHES], it));
        let is_missing = self.needs.iter().any(|it| !has(it)) || is_comparing && !has(NO_TEXTCONV);
        let has_words = self.words == Words::None && seen.len() < arguments.len();
        (is_missing || has_words).then_some(command)
    }
}

/// The option of a word without its value.
fn name(word: &str) -> &str {
    match word.starts_with("--") {
        true => word.split('=').next().unwrap_or(word),
        false => word,
    }
}

/// Whether a word is an option whose value is the next one.
fn takes_next(options: &[&[&str]], word: &str) -> bool {
    options.iter().any(|them| them.iter().any(|it| it.strip_suffix('=') == Some(word)))
}

/// Whether a word is a number of commits or lines, such as `-3`.
fn is_number(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
}

fn is_listed(options: &[&[&str]], word: &str) -> bool {
    let has = |wanted: &str| {
        options.iter().any(|them| them.iter().any(|it| it.strip_suffix('=').unwrap_or(it) == wanted))
    };
    if word.starts_with("--") {
        return has(name(word));
    }
    let Some(letters) = word.strip_prefix('-') else { return false };
    // `-n5`, `-Swords`, `-U3`: the value is in the same word.
    let valued = letters.get(..1).is_some_and(|it| {
        let option = format!("-{it}");
        has(&option) && (takes_next(options, &option) || matches!(it, "U" | "M"))
    });
    has(word)
        || valued
        || letters.chars().all(|it| has(&format!("-{it}")) && !takes_next(options, &format!("-{it}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_a_repository_can_turn_into_a_program_is_unknown() {
        for (call, expected) in [
            ("", None),
            ("--version", None),
            ("log", None),
            ("log main", None),
            ("log --oneline -n 5 --author=a --author b -3 main -- a.txt", None),
            ("--no-pager -C /a log --stat", None),
            ("log --show-signature", None),
            ("log -p", Some("log")),
            ("log -p --no-textconv", None),
            ("log -p -- --no-textconv", Some("log")),
            ("log -p -S --no-textconv", Some("--no-textconv")),
            ("log -p --author --no-textconv", Some("--no-textconv")),
            ("log -Sx", Some("log")),
            ("log -S x", Some("log")),
            ("log -S x --no-textconv", None),
            ("log -U3", Some("log")),
            ("log --remerge-diff", Some("--remerge-diff")),
            ("log -p --no-textconv --ext-diff", Some("--ext-diff")),
            ("log -p --no-textconv --textc", Some("--textc")),
            ("log -p --no-textconv --submodule=diff", Some("--submodule=diff")),
            ("log -L1,2:a.txt", Some("-L1,2:a.txt")),
            ("log --help", Some("--help")),
            ("show", Some("show")),
            ("show -s --format=%H", None),
            ("show -s -p", Some("show")),
            ("show --no-textconv HEAD", None),
            ("diff", Some("diff")),
            ("diff --no-ext-diff --no-textconv", Some("diff")),
            ("diff --cached --no-textconv", Some("diff")),
            ("diff --cached --no-ext-diff --no-textconv", None),
            ("grep -in x", None),
            ("grep -nOx y", Some("-nOx")),
            ("grep -e x", None),
            ("grep --textconv x", Some("--textconv")),
            ("branch -a", None),
            ("branch --help", Some("--help")),
            ("ls-files -m", Some("-m")),
            ("describe --dirty", Some("--dirty")),
            ("cat-file -p HEAD:a", None),
            ("cat-file --textconv HEAD:a", Some("--textconv")),
            ("remote -v", None),
            ("remote update", Some("remote")),
            ("status", Some("status")),
            ("blame a", Some("blame")),
            ("add .", Some("add")),
            ("commit -m x", Some("commit")),
            ("config alias.x y", Some("config")),
            ("submodule update", Some("submodule")),
            ("lo", Some("lo")),
            ("help log", Some("help")),
            ("fetch", Some("fetch")),
            ("clone https://example.org/a", Some("clone")),
            ("archive HEAD", Some("archive")),
            ("-c core.pager=x log", Some("-c")),
            ("--config-env=a=B log", Some("--config-env=a=B")),
            ("--exec-path=/tmp log", Some("--exec-path=/tmp")),
            ("--help log", Some("--help")),
            ("-p log", Some("-p")),
            ("-C log status", Some("status")),
        ] {
            let words: Vec<String> = call.split_whitespace().map(str::to_owned).collect();
            assert_eq!(unsafe_word(&words).map(String::as_str), expected, "git {call}");
        }
    }

    #[test]
    fn the_table_is_in_order() {
        assert!(COMMANDS.is_sorted_by_key(|it| it.name));
        for options in [COMMITS, SHOWN, PATCHES] {
            assert!(options.is_sorted());
        }
    }
}
