//! Tests of what is read of scripts of PowerShell, and of what is not.

use super::super::testing::shown;
use super::*;

#[test]
fn commands_are_read_with_their_words_pipes_blocks_and_redirections() {
    for (script, expected) in [
        ("Get-ChildItem", "get-childitem"),
        (r"Get-ChildItem C:\a -Recurse; Get-Date", r"get-childitem C:\a -Recurse / get-date"),
        ("ls a\nrm b # not c", "ls a / rm b"),
        ("ls <# rm a #> b", "ls b"),
        ("ls && rm a || rd b", "ls / rm a / rd b"),
        ("ls `\n a", "ls a"),
        ("ls `\r\n a", "ls a"),
        ("ls | where Length -gt 5 |\n rm", "ls / |where Length -gt 5 / |rm"),
        ("ls | ? { $_.Length -gt 5 -and !($_.Name -like 'a*') }", "ls / |? {}"),
        ("ls | % { rm $_.FullName }", "ls / |% {} / rm ?"),
        ("& Remove-Item a", "remove-item a"),
        ("& 'C:\\a b\\c.exe' d", "c d"),
        ("& { rm a } b", "rm a"),
        (r".\a.exe b", "a b"),
        ("Re`m`ove-Item a", "remove-item a"),
        ("Re'mo've-Item a", "remove-item a"),
        (r"Microsoft.PowerShell.Management\Remove-Item a", "remove-item a"),
        ("rm 'it''s'", "rm 'it's'"),
        ("rm ‘a b’ “c” –Recurse", "rm 'a b' 'c' -Recurse"),
        (r#"rm "a `"b`" ""c""""#, r#"rm 'a "b" "c"'"#),
        (r#"rm a"b c"d"#, "rm ab cd"),
        ("rm a,b, 'c'", "rm a b 'c'"),
        (r"rm $env:APPDATA\x", r"rm %appdata%\x"),
        (r#"rm "$env:USERPROFILE\x""#, r"rm '%userprofile%\x'"),
        (r"rm $HOME\x ${home}", r"rm ~\x ~"),
        ("rm $profile", r"rm ~\Documents\PowerShell\profile.ps1"),
        ("rm $x", "rm ?"),
        (r#"rm "a$x""#, "rm ?"),
        ("rm a$HOME", "rm ?"),
        ("rm (ls a)", "rm ? / ls a"),
        (r#"rm "$(ls a)""#, "rm ? / ls a"),
        ("rm $(ls a)", "rm ? / ls a"),
        ("rm @(ls a)", "rm ? / ls a"),
        ("rm -Force:$false a", "rm -Force: a"),
        ("$x = ls a", "ls a"),
        ("$x = 1 + 2 * 3; $x += 4", ""),
        ("$x[0].Name | Out-String", "|out-string"),
        ("'a', \"b\" -join ','", ""),
        ("\"{0}\" -f (Get-Date)", "get-date"),
        ("5", ""),
        ("1..5 | % { ls $_ }", "|% {} / ls ?"),
        ("1.5 + 2kb", ""),
        ("7z a", "7z a"),
        ("inf", "inf"),
        ("select @{n='x'; e={ ls $_ }}", "select ? / ls ?"),
        ("echo a > b", "echo a > b"),
        ("echo a 2>$null >> b", "echo a > b"),
        ("echo a *>&1", "echo a"),
        ("'a' > b", "write-output > 'b'"),
        ("Write-Output @'\nit's rm a\n'@", "write-output 'it's rm a\n'"),
        ("Write-Output @\"\n$x\n\"@", "write-output ?"),
        ("Write-Output @'\r\na '@\r\n'@", "write-output 'a '@\r\n'"),
        ("rm -- -a", "rm -- -a"),
        ("", ""),
    ] {
        let expected = expected.replace("> 'b'", "> b");
        assert_eq!(shown(&read(script)), expected, "{script}");
    }
}

#[test]
fn what_may_run_anything_or_is_unclear_is_not_read() {
    for script in [
        "[IO.File]::Delete('a')",
        "[scriptblock]::Create('rm a').Invoke()",
        "$x.Delete()",
        "(ls a).Delete()",
        "(ls a)[0].Delete()",
        "rm $x.Delete()",
        "'a'.Replace('a', 'b')",
        "$x::Delete('a')",
        "& $x",
        "& (gcm rm) a",
        "& $x { rm a }",
        ". ./a.ps1",
        ". { rm a }",
        "if (1) { rm a }",
        "foreach ($x in ls) { rm $x }",
        "function ls { rm a }; ls",
        "filter f { rm a }",
        "class A { }",
        "using module a",
        "try { rm a } catch { }",
        "do { rm a } while (1)",
        "param($x)",
        "return",
        "rm @x",
        "rm --% a & b",
        "rm a &",
        "rm a(b)",
        "rm {a",
        "rm (a",
        "rm 'a",
        "rm \"a",
        "rm @'\na",
        "rm a }",
        "rm a )",
        "rm < a",
        "rm `u{61}",
        "$env:PATH = 'a'; git",
        "$env:APPDATA = 'a'",
        "${env:APPDATA} = 'a'",
        "$PSDefaultParameterValues = @{}",
        "$x.y = 1",
        "$a, $b = 1, 2",
        "$ErrorActionPreference = 'Stop'",
        "$x -as [type]",
        "1..2 | 5",
        "'a' 'b'",
        "$x++",
        "$x ? 1 : 2",
        ":label while (1) { }",
        "{ rm a }.Invoke()",
        "r`e`m a",
        "r`\nm a",
    ] {
        let read = read(script);
        assert!(read.unread.is_some(), "{script}: {}", shown(&read));
    }
    assert_eq!(shown(&read("rm a; [x]::y()")), "rm a / (unread)", "what comes before is read");
}

#[test]
fn blocks_in_each_other_are_read_up_to_a_limit() {
    let nested = |depth: usize| format!("{}ls{}", "& { ".repeat(depth), " }".repeat(depth));
    assert_eq!(shown(&read(&nested(20))), "ls");
    for deep in [nested(1 << 16), "$a = ".repeat(1 << 16), "$a[".repeat(1 << 16), "(".repeat(1 << 16)] {
        assert!(read(&deep).unread.is_some());
    }
}

#[test]
fn only_a_call_with_a_plain_script_and_without_the_profile_is_read() {
    for (call, expected) in [
        ("powershell -NoProfile -Command ls a", Some("ls a")),
        ("powershell.exe -nop -c ls a", Some("ls a")),
        ("powershell /NoProfile /Command ls", Some("ls")),
        ("powershell –NoProfile –Command ls", Some("ls")),
        ("powershell -noprofile -nonInteractive -NoLogo -com ls", Some("ls")),
        ("powershell -nop -w hidden ls a", Some("ls a")),
        ("pwsh -nop -c ls", Some("ls")),
        ("pwsh -nop ls", None),
        ("powershell -Command ls", None),
        ("powershell -nop -ep bypass -c ls", None),
        ("powershell -nop -File a.ps1", None),
        ("powershell -nop -EncodedCommand bABzAA==", None),
        ("powershell -nop -e bABzAA==", None),
        ("powershell -nop -enc bABzAA==", None),
        ("powershell -nop -c -", None),
        ("powershell -nop -Version 2 -c ls", None),
        ("powershell -n -c ls", None),
        ("powershell -nop -c", None),
        ("powershell -nop", None),
        ("powershell", None),
    ] {
        let words: Vec<String> = call.split(' ').map(str::to_owned).collect();
        let script = Script::of_call(&words).unwrap();
        let read = script.unread.is_none().then(|| shown(&script));
        assert_eq!(read.as_deref(), expected, "{call}");
    }
}

#[test]
fn shells_that_are_called_in_a_script_are_read_too() {
    for (script, expected) in [
        ("cmd /c del a", "cmd /c del a / del a"),
        ("powershell -nop -c 'rm a'", "powershell -nop -c 'rm a' / rm a"),
        ("powershell -nop -c { rm a }", "powershell -nop -c {} / rm a / (unread)"),
        ("pwsh -enc a", "pwsh -enc a / (unread)"),
        ("cmd /c $x", "cmd /c ? / (unread)"),
        ("cmd /c cmd /c cmd /c cmd /c cmd /c cmd /c del a", "(unread)"),
    ] {
        let call = ["powershell", "-nop", "-c", script].map(str::to_owned);
        let read = Script::of_call(&call).unwrap();
        match expected {
            "(unread)" => assert!(read.unread.is_some(), "{script}"),
            expected => assert_eq!(shown(&read), expected, "{script}"),
        }
    }
}
