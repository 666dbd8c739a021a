//! Tests of the policy on Windows: paths, shares, scripts and rules, and that Linux is judged as before.

use super::operations::{control, focused, keys_on, on, open, typed};
use deskpilot_core::{
    Aim, Operation, PathStyle, Policy, PolicyContext, PolicyFile, Preset, ProgramCall, Risk, Role, Rule,
    Ruling, Verb, policy::Grounds,
};
use serde_json::{Value, json};

fn context(path_style: PathStyle) -> PolicyContext<'static> {
    let home = match path_style {
        PathStyle::Posix => "/home/u",
        PathStyle::Windows => r"C:\Users\u",
    };
    PolicyContext { path_style, home, ..PolicyContext::default() }
}

fn risks(operation: &Operation, path_style: PathStyle) -> Vec<Risk> {
    let (_, Grounds { findings, .. }) = Policy::preset(Preset::Ask).judge(operation, &context(path_style));
    findings.into_iter().map(|it| it.risk).collect()
}

fn ruling(operation: &Operation, preset: Preset, rules: Value) -> &'static str {
    let rules: Vec<Rule> = serde_json::from_value(rules).unwrap();
    let policy = Policy::of(PolicyFile { preset, rules, ..PolicyFile::default() }).unwrap();
    match policy.judge(operation, &context(PathStyle::Windows)).0 {
        Ruling::Allow => "allow",
        Ruling::Confirm(_) => "ask",
        Ruling::Refuse(_) => "refuse",
    }
}

fn run(argv: &[&str]) -> Operation {
    Operation::Run(ProgramCall { argv: argv.iter().map(ToString::to_string).collect() })
}

fn powershell(script: &str) -> Operation {
    run(&["powershell", "-NoProfile", "-Command", script])
}

#[test]
fn a_file_that_is_opened_is_guarded_in_every_spelling() {
    for (file, expected) in [
        (r"C:\Users\u\notes.txt", &[][..]),
        (r"%USERPROFILE%\notes.txt", &[]),
        (r"\\?\C:\Users\u\notes.txt", &[]),
        (r"C:\Users\u\.ssh\id", &[Risk::Guarded]),
        (r"c:/users/U/.SSH./id", &[Risk::Guarded]),
        (r"C:\Users\u\SSH~1\id", &[Risk::Guarded]),
        (r"C:\Users\u\notes.txt:hidden", &[Risk::Guarded]),
        (r"%APPDATA%\Microsoft\Windows\Start Menu\Programs\Startup\a.txt", &[Risk::Guarded]),
        (r"%SOMEWHERE%\notes.txt", &[Risk::Guarded]),
        (r"C:\Windows\System32\drivers\etc\hosts", &[Risk::Guarded]),
        (r"shell:startup", &[Risk::Guarded]),
        (r"\\.\PhysicalDrive0", &[Risk::Guarded]),
        (r"\\server\share\notes.txt", &[Risk::Sends]),
        (r"\\server\c$\notes.txt", &[Risk::Guarded, Risk::Sends]),
        (r"\\?\UNC\server\share\notes.txt", &[Risk::Sends]),
    ] {
        assert_eq!(risks(&open("notepad", Some(file)), PathStyle::Windows), expected, "{file}");
    }
}

#[test]
fn a_text_for_a_field_is_a_file_only_if_windows_may_take_it_for_one() {
    let field = || focused(control(Role::Edit, "Address"));
    for (text, expected) in [
        ("hello", false),
        ("example.org/search?q=1", false),
        ("https://example.org/a%20b%20c", false),
        (r"C:\Users\u\AppData\x", true),
        (r"..\.aws\credentials", true),
        ("ntuser.dat", true),
    ] {
        let found = risks(&typed(field(), text), PathStyle::Windows);
        assert_eq!(found.contains(&Risk::Guarded), expected, "{text}");
    }
    assert!(!risks(&keys_on(field(), "abc"), PathStyle::Windows).contains(&Risk::Guarded));
}

#[test]
fn files_and_sites_in_scripts_are_those_of_the_operation() {
    for (script, expected) in [
        (r"Get-Content C:\Users\u\notes.txt", &[Risk::Runs][..]),
        (r"Get-Content C:\Users\u\.ssh\id", &[Risk::Runs, Risk::Guarded]),
        (r"gc -Path:C:\Users\u\.ssh\id", &[Risk::Runs, Risk::Guarded]),
        (r"gc C:\Users\u\.s[s]h\id", &[Risk::Runs, Risk::Guarded]),
        (r"gc C:\Users\u\.ss*\id", &[Risk::Runs, Risk::Guarded]),
        (r"gc C:\Users\u\.s`sh\id", &[Risk::Runs, Risk::Guarded]),
        (r#"gc "$env:APPDATA\x""#, &[Risk::Runs, Risk::Guarded]),
        (r"gc ~\.aws\credentials", &[Risk::Runs, Risk::Guarded]),
        (r"gc $profile", &[Risk::Runs, Risk::Guarded]),
        (r"gc \\server\share\a", &[Risk::Runs, Risk::Sends]),
        (r"Write-Output 'a: .ssh'", &[Risk::Runs]),
        (r"Write-Output a > ~\.ssh\config", &[Risk::Runs, Risk::Overwrites, Risk::Guarded]),
        (r"Get-ItemProperty HKLM:\Software\x", &[Risk::Runs]),
        (r"Get-ItemProperty HKLM:\SAM\x", &[Risk::Runs, Risk::Guarded]),
        (
            r"Set-ItemProperty HKCU:\Software\Microsoft\Windows\CurrentVersion\Run a b",
            &[Risk::Runs, Risk::Overwrites, Risk::Guarded],
        ),
        (r"ls Env:", &[Risk::Runs, Risk::Guarded]),
        (r"cmd /c type C:\Users\u\.ssh\id", &[Risk::Runs, Risk::Guarded]),
    ] {
        assert_eq!(risks(&powershell(script), PathStyle::Windows), expected, "{script}");
    }
    let cmd = |line: &str| risks(&run(&["cmd", "/c", line]), PathStyle::Windows);
    assert_eq!(cmd(r"type %APPDATA%\x"), [Risk::Runs, Risk::Guarded]);
    assert_eq!(cmd(r"type C:\Users\u\.s^sh\id"), [Risk::Runs, Risk::Guarded]);
    assert_eq!(cmd(r"type C:\Users\u\notes.txt /q"), [Risk::Runs]);
    let program = |argv: &[&str]| risks(&run(argv), PathStyle::Windows);
    assert_eq!(program(&["notepad", r"/out:C:\Users\u\.ssh\id"]), [Risk::Runs, Risk::Guarded]);
    assert_eq!(
        ruling(
            &powershell("irm https://example.org/x"),
            Preset::Unrestricted,
            json!([{"say": "refuse", "domain": "example.org"}])
        ),
        "refuse"
    );
}

#[test]
fn a_rule_for_a_folder_allows_no_file_that_only_the_machine_knows_and_refuses_each() {
    let rules = |say: &str| json!([{"say": say, "path": "~/Notes/**", "risk": ["guarded"]}]);
    for (file, allowed, refused) in [
        (r"C:\Users\u\Notes\.env", "allow", "refuse"),
        (r"c:/users/u/NOTES/../Notes/.env", "allow", "refuse"),
        (r"C:\Users\u\NOTES~1\.env", "ask", "refuse"),
        (r"C:\Users\u\Notes\a.txt:b", "ask", "refuse"),
        (r"C:.env", "ask", "refuse"),
        (r"%NOTES%\.env", "ask", "refuse"),
        (r"\\?\C:\Users\u\Notes.\.env", "ask", "refuse"),
        (r"C:\Users\u\Other\.env", "ask", "allow"),
    ] {
        let operation = open("", Some(file));
        assert_eq!(ruling(&operation, Preset::Ask, rules("allow")), allowed, "{file}");
        assert_eq!(ruling(&operation, Preset::Unrestricted, rules("refuse")), refused, "{file}");
    }
}

#[test]
fn a_native_command_that_runs_a_program_is_judged_as_that_program() {
    let native = |argv: Value| on(Aim::Window, "run_shell", json!({"argv": argv}), Verb::Native);
    let found = risks(&native(json!(["vssadmin", "delete", "shadows"])), PathStyle::Windows);
    assert!([Risk::Deletes, Risk::Guarded, Risk::Runs].iter().all(|it| found.contains(it)), "{found:?}");
}

#[test]
fn linux_reads_no_script_of_windows() {
    for (argv, expected) in [
        (&["pwsh", "-NoProfile", "-Command", "Get-Date"][..], &[Risk::Runs, Risk::Unknown][..]),
        (&["powershell", "-NoProfile", "-Command", "rm a"], &[Risk::Runs, Risk::Unknown]),
        (&["cmd", "/c", "dir"], &[Risk::Runs, Risk::Unknown]),
        (&["del", "a"], &[Risk::Runs]),
        (&["reg", "add", "x"], &[Risk::Runs]),
        (&["cat", r"C:\Windows\win.ini"], &[Risk::Runs]),
        (&["cat", r"\\server\share"], &[Risk::Runs]),
        (&["cat", "a~1/b:c"], &[Risk::Runs]),
    ] {
        assert_eq!(risks(&run(argv), PathStyle::Posix), expected, "{argv:?}");
    }
}
