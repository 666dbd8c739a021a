//! Tests of agents files.

use super::*;
use deskpilot_core::PathStyle;

fn problems_of(text: &str) -> String {
    match parse_agents(text, PathStyle::Posix) {
        Ok(agents) => panic!("{text}\n{agents:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_file_says_all_there_is_to_an_agent() {
    let text = r#"
[agents.writer]
introduction = " Writes and edits text. "
application = "LibreOffice Writer"
acp = ["my-agent", "--acp"]
folder = "~/work"
pass = ["MY_AGENT_KEY"]
timeout = 30

[agents.Asker_2]
introduction = "Answers questions."
mcp = ["server"]
tool = "ask"
argument = "question"

[agents.plain]
introduction = "Counts."
command = ["/opt/my tools/count"]
"#;
    let agents = parse_agents(text, PathStyle::Posix).unwrap();
    let spec = |name: &str| agents.iter().find(|it| it.name == name).unwrap().clone();
    let writer = AgentSpec {
        name: "writer".into(),
        introduction: "Writes and edits text.".into(),
        application: Some("LibreOffice Writer".into()),
        argv: vec!["my-agent".into(), "--acp".into()],
        protocol: Protocol::Acp,
        folder: Some("~/work".into()),
        pass: vec!["MY_AGENT_KEY".into()],
        timeout: Duration::from_secs(30),
    };
    assert_eq!(spec("writer"), writer);
    let protocol = Protocol::Mcp { tool: Some("ask".into()), argument: Some("question".into()) };
    assert_eq!(spec("Asker_2").protocol, protocol);
    assert_eq!(spec("plain").protocol, Protocol::Command);
    assert_eq!((spec("plain").timeout, spec("plain").folder), (Duration::from_secs(600), None));
    assert_eq!(agents.len(), 3);
    for none in ["", "# nobody yet\n", "[agents]\n"] {
        assert_eq!(parse_agents(none, PathStyle::Posix), Ok(Vec::new()), "{none:?}");
    }
}

#[test]
fn what_is_wrong_is_reported_with_its_line_and_key() {
    for (text, expected) in [
        ("[agents.a\n", "line 1: it is not TOML: "),
        ("agents = 3\n", "line 1, \"agents\": it is a number: write a table [agents.NAME] for each agent"),
        (
            "[agent.a]\n",
            "line 1, \"agent\": there is no such key: each agent has a table [agents.NAME]; move it there, or remove it",
        ),
        (
            "[agents]\na = \"x\"\n",
            "line 2, \"agents.a\": it is a text: write a table [agents.a] with introduction and acp",
        ),
        (
            "[agents.\"a b\"]\nintroduction = \"x\"\nacp = [\"p\"]\n",
            "line 1, \"agents.a b\": no agent can be called \"a b\": use letters, digits, - and _, at most 40 of them",
        ),
        (
            "[agents.a]\nacp = [\"p\"]\n",
            "line 1, \"agents.a.introduction\": it is missing: write what the agent is good for, as introduction = \"...\"",
        ),
        (
            "[agents.a]\nintroduction = \"x\"\n",
            "line 1, \"agents.a\": it has no program: write one of acp, mcp and command, as acp = [\"my-agent\", \"--flag\"]",
        ),
    ] {
        let message = problems_of(text);
        assert!(
            message.starts_with(expected) && !message.contains("; line "),
            "{text}\n{message}\n{expected}"
        );
    }
    for (entry, expected) in [
        (
            "introduction = \" \"\nacp = [\"p\"]",
            "line 2, \"agents.a.introduction\": it is empty: write a text in quotes, or remove the key",
        ),
        (
            "introduction = 7\nacp = [\"p\"]",
            "line 2, \"agents.a.introduction\": it is a number: write a text in quotes",
        ),
    ] {
        assert_eq!(problems_of(&format!("[agents.a]\n{entry}\n")), expected);
    }
}

#[test]
fn every_key_of_an_agent_is_checked() {
    for (entry, expected) in [
        ("mcp = [\"q\"]", "line 4, \"agents.a.mcp\": it has acp already: keep one of acp, mcp and command"),
        (
            "command = \"q -x\"",
            "line 4, \"agents.a.command\": it is a text: write a list of the program and its arguments, as in [\"my-agent\", \"--flag\"]",
        ),
        ("tiemout = 5", "line 4, \"agents.a.tiemout\": there is no such key: write timeout, or remove it"),
        ("pad = 5", "line 4, \"agents.a.pad\": there is no such key: the keys are introduction, "),
        (
            "colour = 5",
            "line 4, \"agents.a.colour\": there is no such key: the keys are introduction, application, acp, mcp, command, folder, pass, timeout, tool, argument; remove it",
        ),
        (
            "tool = \"ask\"",
            "line 4, \"agents.a.tool\": it is for servers of tools: write mcp = [...] next to it, or remove it",
        ),
        ("argument = \"q\"", "line 4, \"agents.a.argument\": it is for servers of tools"),
        ("application = \"\"", "line 4, \"agents.a.application\": it is empty"),
        (
            "folder = \"work\"",
            "line 4, \"agents.a.folder\": \"work\" is in no folder: write an absolute path, or one that begins with ~/, as in \"~/work\"",
        ),
        ("folder = \"~other/x\"", "line 4, \"agents.a.folder\": \"~other/x\" is in no folder"),
        (
            "pass = \"KEY\"",
            "line 4, \"agents.a.pass\": it is a text: write a list of names of variables, as in [\"MY_AGENT_KEY\"]",
        ),
        (
            "pass = [\"KEY=1\"]",
            "line 4, \"agents.a.pass\": \"KEY=1\" is no name of a variable: write its name alone, as in [\"MY_AGENT_KEY\"]",
        ),
        ("pass = [\"KEY\",\n7]", "line 5, \"agents.a.pass\": a number is in the list: write texts in quotes"),
        ("timeout = 0", "line 4, \"agents.a.timeout\": write a whole number of seconds from 1 to 86400"),
        ("timeout = 86401", "line 4, \"agents.a.timeout\": write a whole number"),
        ("timeout = -1", "line 4, \"agents.a.timeout\": write a whole number"),
        ("timeout = 1.5", "line 4, \"agents.a.timeout\": write a whole number"),
        ("timeout = \"9\"", "line 4, \"agents.a.timeout\": write a whole number"),
    ] {
        let message = problems_of(&format!("[agents.a]\nintroduction = \"x\"\nacp = [\"p\"]\n{entry}\n"));
        assert!(message.contains(expected), "{entry}\n{message}\n{expected}");
    }
}

#[test]
fn a_program_is_a_list_of_words_without_secrets() {
    for (argv, expected) in [
        ("[]", "it names no program: write the program and its arguments, as in [\"my-agent\", \"--flag\"]"),
        ("[\" \"]", "it names no program"),
        (
            "[\"my-agent --acp\"]",
            "it is a whole command line, which no shell will read: write each argument as a text of its own, as in [\"my-agent\", \"--flag\"]",
        ),
        (
            "[\"./p\"]",
            "\"./p\" is in no folder: write its name alone, an absolute path, or one that begins with ~/, as in \"~/bin/my-agent\"",
        ),
        ("[\"bin/p\", \"x\"]", "\"bin/p\" is in no folder: write its name alone"),
        ("[\"~other/p\"]", "\"~other/p\" is in no folder: write its name alone"),
        ("[\"p\", 1]", "a number is in the list: write texts in quotes"),
        (
            "[\"p\", \"--key={{secret:KEY}}\"]",
            "it asks for the secret KEY: secrets are not handed to other agents; remove it, or name a variable in pass",
        ),
        ("[\"p\", \"\\u0000\"]", "there is a character 0 in it, which no program can be given: remove it"),
    ] {
        for key in ["acp", "mcp", "command"] {
            let message = problems_of(&format!("[agents.a]\nintroduction = \"x\"\n{key} = {argv}\n"));
            assert_eq!(
                message,
                format!(
                    "line 3, \"agents.a.{key}\": {}",
                    message.split(": ").skip(1).collect::<Vec<_>>().join(": ")
                )
            );
            assert!(message.contains(expected), "{argv}\n{message}\n{expected}");
        }
    }
}

#[test]
fn names_that_differ_in_capitals_alone_are_one_too_many() {
    let entry = |name: &str| format!("[agents.{name}]\nintroduction = \"x\"\nacp = [\"p\"]\n");
    for (names, expected) in [
        (
            &["a", "A"][..],
            "line 4, \"agents.A\": there is agents.a already, which differs in capitals alone: choose another name",
        ),
        (
            &["Ab", "x", "aB"],
            "line 7, \"agents.aB\": there is agents.Ab already, which differs in capitals alone: choose another name",
        ),
    ] {
        let text: String = names.iter().map(|it| entry(it)).collect();
        assert_eq!(problems_of(&text), expected);
    }
}

#[test]
fn all_that_is_wrong_is_reported_at_once_by_line() {
    let message = problems_of("[agents.b]\ntimeout = 0\n[agents.a]\nacp = []\nx = 1\n");
    let lines: Vec<&str> = message.split("; line ").map(|it| it.split(": ").next().unwrap()).collect();
    let expected = [
        "line 1, \"agents.b.introduction\"",
        "1, \"agents.b\"",
        "2, \"agents.b.timeout\"",
        "3, \"agents.a.introduction\"",
        "4, \"agents.a.acp\"",
        "5, \"agents.a.x\"",
    ];
    assert_eq!(lines, expected, "{message}");
}

#[test]
fn a_path_is_absolute_in_the_style_of_its_platform() {
    for (program, style, is_fixed) in [
        ("/opt/a", PathStyle::Posix, true),
        ("/opt/a", PathStyle::Windows, false),
        (r"C:\a.exe", PathStyle::Windows, true),
        (r"tools\a.exe", PathStyle::Windows, false),
        (r"tools\a.exe", PathStyle::Posix, true),
        ("~/a", PathStyle::Windows, true),
    ] {
        let text = format!("[agents.a]\nintroduction = \"x\"\ncommand = ['{program}']\n");
        assert_eq!(parse_agents(&text, style).is_ok(), is_fixed, "{program} in {style:?}");
    }
}
