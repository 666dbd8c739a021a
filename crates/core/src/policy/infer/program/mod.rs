//! Programs that run what their arguments, or a file of their working folder, say: the name of such a
//! program does not show what the call does.

mod git;
mod windows;

use super::super::{Finding, risk::Risk};
use crate::{
    PathStyle,
    paths::{Spelling, destination},
};

/// Interpreters: their code is an argument, or a file that one names.
const INTERPRETERS: &[&str] = &[
    "awk",
    "bash",
    "bats",
    "bun",
    "clisp",
    "cmd",
    "csh",
    "dash",
    "dc",
    "deno",
    "ed",
    "elixir",
    "emacs",
    "emacsclient",
    "erl",
    "escript",
    "ex",
    "expect",
    "fish",
    "gawk",
    "gdb",
    "groovy",
    "guile",
    "ipython",
    "java",
    "jshell",
    "julia",
    "ksh",
    "lua",
    "luajit",
    "m4",
    "mawk",
    "mysql",
    "nawk",
    "node",
    "nodejs",
    "nvim",
    "ocaml",
    "octave",
    "osascript",
    "perl",
    "php",
    "powershell",
    "psql",
    "pwsh",
    "pypy",
    "python",
    "r",
    "racket",
    "rscript",
    "ruby",
    "runghc",
    "sbcl",
    "scala",
    "sed",
    "sh",
    "sqlite",
    "swipl",
    "tclsh",
    "tcsh",
    "ts-node",
    "tsx",
    "vi",
    "view",
    "vim",
    "vimdiff",
    "zsh",
];

/// Programs that run another one, on this machine or elsewhere.
const LAUNCHERS: &[&str] = &[
    "at",
    "batch",
    "busybox",
    "bwrap",
    "chroot",
    "chrt",
    "crontab",
    "dbus-launch",
    "dbus-run-session",
    "doas",
    "docker",
    "eatmydata",
    "emacsclient",
    "entr",
    "env",
    "fakeroot",
    "faketime",
    "firejail",
    "flatpak",
    "flock",
    "hyperfine",
    "ionice",
    "ltrace",
    "nice",
    "nohup",
    "nsenter",
    "parallel",
    "perf",
    "pipx",
    "pkexec",
    "podman",
    "rlwrap",
    "run-parts",
    "runuser",
    "screen",
    "script",
    "setpriv",
    "setsid",
    "snap",
    "socat",
    "ssh",
    "ssh-agent",
    "start-stop-daemon",
    "stdbuf",
    "strace",
    "su",
    "sudo",
    "systemctl",
    "systemd-run",
    "taskset",
    "time",
    "timeout",
    "tmux",
    "toybox",
    "unbuffer",
    "unshare",
    "uvx",
    "valgrind",
    "watch",
    "xargs",
    "xterm",
    "xvfb-run",
];

/// Programs that do what a file of the folder says in which they run, also without arguments.
const FOLDER_READERS: &[&str] = &[
    "ansible",
    "ansible-playbook",
    "ant",
    "bazel",
    "bundle",
    "cargo",
    "cmake",
    "composer",
    "conda",
    "ctest",
    "direnv",
    "docker-compose",
    "doit",
    "eslint",
    "gem",
    "gmake",
    "go",
    "gradle",
    "gradlew",
    "hatch",
    "hg",
    "invoke",
    "jest",
    "just",
    "latexmk",
    "lein",
    "make",
    "mamba",
    "meson",
    "mix",
    "mvn",
    "mvnw",
    "ninja",
    "nix",
    "nix-build",
    "nix-shell",
    "nox",
    "npm",
    "npx",
    "pdm",
    "pip",
    "pnpm",
    "poetry",
    "pre-commit",
    "prettier",
    "pytest",
    "rake",
    "sbt",
    "scons",
    "stack",
    "task",
    "terraform",
    "tox",
    "uv",
    "vagrant",
    "vite",
    "vitest",
    "waf",
    "webpack",
    "yarn",
];

/// Options that name a program to run, or settings that may.
const OPTIONS: &[(&str, &[&str])] = &[
    ("cc", COMPILER),
    ("clang", COMPILER),
    ("clang++", COMPILER),
    ("cpio", &["--rsh-command"]),
    ("c++", COMPILER),
    ("diff3", &["--diff-program"]),
    ("find", &["-exec", "-ok"]),
    ("fd", &["-x", "-X", "--exec", "--exec-batch"]),
    ("g++", COMPILER),
    ("gcc", COMPILER),
    // What follows a `+` is a command of less, of which `!` runs a program.
    ("less", &["+", "-k", "--lesskey"]),
    ("lualatex", TEX),
    ("man", &["-P", "-H", "--pager", "--html", "--preprocessor"]),
    ("ncat", &["-c", "-e", "--exec", "--lua-exec", "--sh-exec"]),
    ("nc", &["-c", "-e"]),
    ("nmap", &["--script"]),
    ("pdflatex", TEX),
    ("rg", &["--pre", "--hostname-bin"]),
    ("rsync", &["-e", "--rsh", "--rsync-path"]),
    ("scp", &["-o", "-F", "-S"]),
    ("sftp", &["-o", "-F", "-S", "-b"]),
    ("sdiff", &["--diff-program"]),
    ("sort", &["--compress-program"]),
    ("split", &["--filter"]),
    (
        "tar",
        &[
            "-I",
            "-F",
            "--checkpoint-action",
            "--info-script",
            "--new-volume-script",
            "--rmt-command",
            "--rsh-command",
            "--to-command",
            "--use-compress-program",
        ],
    ),
    ("tcpdump", &["-z"]),
    ("wget", &["-e", "--execute", "--use-askpass"]),
    ("xelatex", TEX),
    ("zip", &["-T", "--unzip-command"]),
];

/// Options of compilers that name a program, a folder of programs or a library to load.
const COMPILER: &[&str] = &["@", "-B", "-fplugin", "-specs", "--specs", "-wrapper", "-Xclang"];

/// Options with which a document runs programs.
const TEX: &[&str] = &["-shell-escape", "--shell-escape", "-enable-write18", "--enable-write18"];

/// Programs that open the addresses among their arguments, whatever the scheme.
const OPENERS: &[&str] = &[
    "chromium",
    "chromium-browser",
    "exo-open",
    "firefox",
    "firefox-esr",
    "gio",
    "kde-open",
    "libreoffice",
    "localc",
    "lodraw",
    "loffice",
    "loimpress",
    "lomath",
    "lowriter",
    "oosplash",
    "soffice",
    "soffice.bin",
    "xdg-open",
];

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
            arguments.iter().find(|it| options.iter().any(|option| is_option(it, option)))?
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
            ("tar -xf a.tar --to-command=x", true),
            ("tar --to-com x -xf a.tar", true),
            ("tar -xIx -f a.tar", true),
            ("tar --checkpoint-action=exec=x -xf a", true),
            ("ssh -o ProxyCommand=x host", true),
            ("ssh -oProxyCommand=x host", true),
            ("scp -oProxyCommand=x a b", true),
            ("rsync -av a b", false),
            ("rsync -ave x a b", true),
            ("sort --compress-program=x a", true),
            ("soffice macro:///Standard.Module1.Main()", true),
            ("/usr/lib/libreoffice/program/soffice.bin .uno:Quit", true),
            ("xdg-open steam://run/1", true),
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
