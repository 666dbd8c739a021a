//! Tests of the file of tool servers.

use super::*;
use deskpilot_core::{PathStyle, placeholder};

fn problems(text: &str) -> String {
    parse_tool_servers(text, PathStyle::Posix).unwrap_err().to_string()
}

#[test]
fn servers_are_programs_and_addresses() {
    let text = "
[servers.time]
command = [\"mcp-server-time\", \"--local-timezone\", \"UTC\"]
env = [\"TZDIR\"]
[servers.sheets]
url = \"http://127.0.0.1:8017/mcp\"
token_variable = \"SHEETS_TOKEN\"
applications = [\"libreoffice-calc\"]
tools = [\"read_range\"]
timeout_seconds = 5
trust_annotations = true
";
    let program = ServerAddress::Program {
        argv: ["mcp-server-time", "--local-timezone", "UTC"].map(str::to_owned).into(),
        pass: vec!["TZDIR".into()],
    };
    let http = ServerAddress::Http {
        url: Url::parse("http://127.0.0.1:8017/mcp").unwrap(),
        token_variable: Some("SHEETS_TOKEN".into()),
    };
    let sheets = ServerSpec {
        name: "sheets".into(),
        address: http,
        applications: Some(vec!["libreoffice-calc".into()]),
        tools: Some(vec!["read_range".into()]),
        timeout: Duration::from_secs(5),
        hints: Hints::Trusted,
    };
    let time = ServerSpec {
        name: "time".into(),
        address: program,
        applications: None,
        tools: None,
        timeout: Duration::from_secs(60),
        hints: Hints::Claims,
    };
    assert_eq!(parse_tool_servers(text, PathStyle::Posix), Ok(vec![sheets, time]));
    assert_eq!(parse_tool_servers("", PathStyle::Posix), Ok(Vec::new()));
}

#[test]
fn every_error_has_its_line_and_says_what_to_write() {
    for (text, expected) in [
        ("[servers.a]\ncommand = [\"x\"]\nsocket = 1", "line 3: unknown field `socket`"),
        ("[agents.a]\n", "line 1: unknown field `agents`"),
        ("[servers.a]\ncommand = \"x\"", "line 2: invalid type: string \"x\", expected a sequence"),
        ("[servers.a\n", "line 1: "),
        ("[servers.a]\n", "line 1: it is nowhere: write command = "),
        ("[servers.A-1]\ncommand = [\"x\"]", "line 1: no server can be called \"A-1\""),
        ("[servers.a]\ncommand = []", "line 1: it names no program"),
        ("[servers.a]\ncommand = [\"a --b\"]", "line 2: it is a whole command line"),
        ("[servers.a]\ncommand = [\"./a\"]", "line 2: \"./a\" is in no folder"),
        ("[servers.a]\ncommand = [\"a\"]\nenv = [\"A=1\"]", "line 3: \"A=1\" is no name of a variable"),
        ("[servers.a]\ncommand = [\"a\"]\ntoken_variable = \"T\"", "line 3: token_variable is for url"),
        ("[servers.a]\nurl = \"https://a.example\"\nenv = [\"A\"]", "line 3: env is for command"),
        ("[servers.a]\ncommand = [\"a\"]\nurl = \"https://a.example\"", "line 3: it has command already"),
        ("[servers.a]\nurl = \"http://a.example/mcp\"", "line 2: write https://"),
        ("[servers.a]\nurl = \"file:///etc/passwd\"", "line 2: write https://"),
        ("[servers.a]\nurl = \"https://u:p@a.example\"", "line 2: there is a password in the address"),
        ("[servers.a]\nurl = \"a.example\"", "line 2: it is no address"),
        ("[servers.a]\ncommand = [\"a\"]\ntimeout_seconds = 0", "line 3: write a whole number of seconds"),
    ] {
        let found = problems(text);
        assert!(found.starts_with(expected), "{text}\n{found}");
    }
    let secret = format!("[servers.a]\ncommand = [\"a\", \"{}\"]", placeholder("mail"));
    assert!(problems(&secret).starts_with("line 2: it asks for the secret mail"));
    let two = "[servers.B]\ncommand = [\"x\"]\n[servers.a]\nurl = \"x\"";
    assert_eq!(problems(two).matches("line ").count(), 2);
}
