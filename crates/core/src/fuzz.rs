//! Targets for fuzzing: whatever an agent, a file or an application writes, it is read or refused.

use crate::policy::{domain, named_files, unresolved_files};
use crate::{
    Control, Operation, PathStyle, Paths, Policy, PolicyContext, Preset, ProgramCall, Risk, parse_keys,
};
use std::hint::black_box;

/// Keys as agents write them.
pub fn keys(bytes: &[u8]) {
    drop(black_box(parse_keys(&String::from_utf8_lossy(bytes))));
}

/// Paths and addresses of every platform.
pub fn paths(bytes: &[u8]) {
    let text = &String::from_utf8_lossy(bytes);
    black_box(domain(text));
    for (style, home) in [(PathStyle::Posix, "/u"), (PathStyle::Windows, r"C:\Users\u")] {
        let paths = Paths { style, home, working: "", own: &[] };
        black_box((style.is_path(text), style.is_absolute(text), style.fold(text)));
        black_box((paths.resolve(text), paths.is_guarded(text)));
        drop(black_box(paths.plain(text)));
        if let Some(absolute) = paths.absolute(text) {
            black_box(paths.is_guarded(&absolute));
        }
    }
}

/// An operation with the controls of its window, under every preset: what an agent asks for meets what applications say of
/// themselves.
pub fn operation(bytes: &[u8]) {
    let Ok((operation, controls)) = serde_json::from_slice::<(Operation, Vec<Control>)>(bytes) else {
        return;
    };
    let context = PolicyContext { controls: &controls, home: "/u", ..PolicyContext::default() };
    for preset in [Preset::ReadOnly, Preset::Ask, Preset::Bounded, Preset::Unrestricted] {
        black_box(Policy::preset(preset).judge(&operation, &context));
    }
    black_box(named_files(&operation, None, context.paths()));
    black_box(unresolved_files(&operation, None, context.paths()));
}

/// A script for a shell of Windows, which the first letter chooses, or the words of a program.
///
/// # Panics
/// If a call is not known to run something.
pub fn windows_script(bytes: &[u8]) {
    let (shell, script) = match bytes {
        [b'p', script @ ..] => (&["powershell", "-NoProfile", "-Command"][..], script),
        [b'c', script @ ..] => (&["cmd", "/d", "/c"][..], script),
        script => (&[][..], script),
    };
    let text = &String::from_utf8_lossy(script);
    let words = if shell.is_empty() { text.split_whitespace().collect() } else { vec![text.as_ref()] };
    let argv: Vec<String> = shell.iter().copied().chain(words).map(str::to_owned).collect();
    let is_program = !argv.is_empty();
    let operation = Operation::Run(ProgramCall { argv });
    let context =
        PolicyContext { path_style: PathStyle::Windows, home: r"C:\Users\u", ..PolicyContext::default() };
    let (_, grounds) = Policy::preset(Preset::Ask).judge(&operation, &context);
    assert!(!is_program || grounds.findings.iter().any(|it| it.risk == Risk::Runs));
}

#[cfg(test)]
mod tests {
    use deskpilot_fuzz::fuzz;

    #[test]
    fn any_keys_are_read_or_refused() {
        fuzz(
            "keys",
            &["{Ctrl}", "Ctrl+", "%", "^", "+", "{F10}", "{{secret:X}}", "{Enter 3}", "~"],
            super::keys,
        );
    }

    #[test]
    fn any_path_is_folded_or_refused() {
        fuzz(
            "paths",
            &["file://", "file:///", "%2F", "\\\\?\\", "C:", "~", "/./", "/../", "xn--", "[::1]"],
            super::paths,
        );
    }

    #[test]
    fn any_script_of_windows_is_read_or_unknown() {
        let words = [
            "$(",
            "@(",
            "@{",
            "@\"\n",
            "\n\"@",
            "{",
            "}",
            "(",
            ")",
            "`",
            "$env:",
            "|",
            "&&",
            ">",
            "%",
            "^",
            "\\\\?\\",
            "-NoProfile",
            "powershell ",
            "cmd /c ",
            "Remove-Item ",
            "'",
            "\"",
        ];
        fuzz("windows_script", &words, super::windows_script);
    }

    #[test]
    fn any_operation_is_ruled_on() {
        let words = [
            "\"gesture\":",
            "\"keys\":",
            "\"char\":",
            "\"Delete\"",
            "\"Terminal\"",
            "\"states\":",
            "\"name\":",
        ];
        fuzz("operation", &words, super::operation);
    }
}
