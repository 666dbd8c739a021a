//! The programs that use MCP servers: what each wants in its settings for this one, and where these are.

mod edit;
mod json_settings;
mod settings_file;
mod toml_settings;
mod yaml_settings;

pub use settings_file::{ConfigError, ConfigFile};

use deskpilot_core::PathStyle;
use edit::Edit;
use serde_json::{Value, json};
use settings_file::Format;
use std::path::PathBuf;

/// The name of this server in the settings of clients.
const NAME: &str = "deskpilot";

/// How a client starts this server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The absolute path of the program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// The user's folders in which clients have their settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserFolders {
    /// The home.
    pub home: PathBuf,
    /// The folder of the settings of all programs.
    pub settings: PathBuf,
    /// How paths are written, by which some clients choose their folder.
    pub style: PathStyle,
}

impl UserFolders {
    /// A file below the folder of settings.
    fn in_settings(&self, names: &[&str]) -> PathBuf {
        names.iter().fold(self.settings.clone(), |folder, name| folder.join(name))
    }
}

/// A program that uses MCP servers.
pub struct ClientProgram {
    /// The word for it on the command line.
    pub word: &'static str,
    /// What it is called.
    pub title: &'static str,
    format: Format,
    /// The keys on the way to this server's entry.
    path: &'static [&'static str],
    entry: fn(&Launch) -> Value,
    file: fn(&UserFolders) -> PathBuf,
}

/// The programs, by their words.
pub const fn client_programs() -> &'static [ClientProgram] {
    PROGRAMS
}

const PROGRAMS: &[ClientProgram] = &[
    ClientProgram {
        word: "claude-code",
        title: "Claude Code",
        format: Format::Json,
        path: &["mcpServers", NAME],
        entry: |launch| json!({"type": "stdio", "command": launch.program, "args": launch.arguments}),
        file: |user| user.home.join(".claude.json"),
    },
    ClientProgram {
        word: "claude-desktop",
        title: "Claude Desktop",
        format: Format::Json,
        path: &["mcpServers", NAME],
        entry: command_and_arguments,
        file: |user| user.in_settings(&["Claude", "claude_desktop_config.json"]),
    },
    ClientProgram {
        word: "codex",
        title: "Codex",
        format: Format::Toml,
        path: &["mcp_servers", NAME],
        entry: command_and_arguments,
        file: |user| user.home.join(".codex").join("config.toml"),
    },
    ClientProgram {
        word: "goose",
        title: "Goose",
        format: Format::Yaml,
        path: &["extensions", NAME],
        entry: |launch| {
            json!({
                "name": NAME,
                "type": "stdio",
                "cmd": launch.program,
                "args": launch.arguments,
                "enabled": true,
                "timeout": 3600,
            })
        },
        file: |user| match user.style {
            PathStyle::Posix => user.in_settings(&["goose", "config.yaml"]),
            PathStyle::Windows => user.in_settings(&["Block", "goose", "config", "config.yaml"]),
        },
    },
    ClientProgram {
        word: "vscode",
        title: "Visual Studio Code",
        format: Format::Json,
        path: &["servers", NAME],
        entry: |launch| json!({"type": "stdio", "command": launch.program, "args": launch.arguments}),
        file: |user| user.in_settings(&["Code", "User", "mcp.json"]),
    },
    ClientProgram {
        word: "cursor",
        title: "Cursor",
        format: Format::Json,
        path: &["mcpServers", NAME],
        entry: command_and_arguments,
        file: |user| user.home.join(".cursor").join("mcp.json"),
    },
    ClientProgram {
        word: "zed",
        title: "Zed",
        format: Format::Json,
        path: &["context_servers", NAME],
        entry: |launch| json!({"source": "custom", "command": launch.program, "args": launch.arguments, "env": {}}),
        file: |user| user.in_settings(&["zed", "settings.json"]),
    },
];

fn command_and_arguments(launch: &Launch) -> Value {
    json!({"command": launch.program, "args": launch.arguments})
}

impl ClientProgram {
    /// The file with its settings.
    pub fn file(&self, user: &UserFolders) -> PathBuf {
        (self.file)(user)
    }

    /// What is to be in that file, on its own, to be pasted.
    ///
    /// # Errors
    /// The path of the program cannot be written in that format.
    pub fn text(&self, launch: &Launch) -> Result<String, ConfigError> {
        self.format.with_entry("", &self.edit(launch))
    }

    /// That file with this server in it, not yet written.
    ///
    /// # Errors
    /// It cannot be read or understood; the error says what to do.
    pub fn configure(&self, user: &UserFolders, launch: &Launch) -> Result<ConfigFile, ConfigError> {
        ConfigFile::read(self.file(user), self.format, &self.edit(launch))
    }

    fn edit(&self, launch: &Launch) -> Edit {
        Edit { path: self.path, entry: (self.entry)(launch) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn launch() -> Launch {
        Launch {
            program: "/opt/desk pilot/deskpilot".into(),
            arguments: vec!["mcp".into(), "--policy=ask".into()],
        }
    }

    #[test]
    fn each_program_has_its_file_and_its_way_to_write_the_entry() {
        let (home, settings) = (PathBuf::from("/home/ann"), PathBuf::from("/home/ann/.config"));
        let user = UserFolders { home, settings, style: PathStyle::Posix };
        let (command, args) = ("/opt/desk pilot/deskpilot", json!(["mcp", "--policy=ask"]));
        let plain = json!({"command": command, "args": args});
        let typed = json!({"type": "stdio", "command": command, "args": args});
        let zed = json!({"source": "custom", "command": command, "args": args, "env": {}});
        let in_json = |key: &str, entry: &Value| {
            let settings = json!({key: {"deskpilot": entry}});
            format!("{}\n", serde_json::to_string_pretty(&settings).unwrap())
        };
        let codex = "[mcp_servers.deskpilot]\ncommand = \"/opt/desk pilot/deskpilot\"\nargs = [\"mcp\", \"--policy=ask\"]\n";
        let goose = "extensions:\n  deskpilot:\n    name: \"deskpilot\"\n    type: \"stdio\"\n    cmd: \"/opt/desk pilot/deskpilot\"\n    \
                     args: [\"mcp\",\"--policy=ask\"]\n    enabled: true\n    timeout: 3600\n";
        let expected = [
            ("claude-code", ".claude.json", in_json("mcpServers", &typed)),
            ("claude-desktop", ".config/Claude/claude_desktop_config.json", in_json("mcpServers", &plain)),
            ("codex", ".codex/config.toml", codex.to_owned()),
            ("goose", ".config/goose/config.yaml", goose.to_owned()),
            ("vscode", ".config/Code/User/mcp.json", in_json("servers", &typed)),
            ("cursor", ".cursor/mcp.json", in_json("mcpServers", &plain)),
            ("zed", ".config/zed/settings.json", in_json("context_servers", &zed)),
        ];
        let words: Vec<&str> = client_programs().iter().map(|it| it.word).collect();
        assert_eq!(words, expected.each_ref().map(|(word, ..)| *word));
        for (program, (word, file, text)) in client_programs().iter().zip(expected) {
            assert_eq!(program.file(&user), user.home.join(file), "{word}");
            assert_eq!(program.text(&launch()).unwrap(), text, "{word}");
        }
    }

    #[test]
    fn a_program_that_has_another_folder_on_windows_is_found_there() {
        let user = UserFolders { home: "/h".into(), settings: "/s".into(), style: PathStyle::Windows };
        let file = |word: &str| client_programs().iter().find(|it| it.word == word).map(|it| it.file(&user));
        assert_eq!(file("goose"), Some("/s/Block/goose/config/config.yaml".into()));
        assert_eq!(file("vscode"), Some("/s/Code/User/mcp.json".into()));
    }

    #[test]
    fn every_program_gets_what_it_reads_into_a_new_file() {
        let folder = tempfile::tempdir().unwrap();
        let (home, settings) = (folder.path().join("h"), folder.path().join("s"));
        let user = UserFolders { home, settings, style: PathStyle::Posix };
        for program in client_programs() {
            let text = program.text(&launch()).unwrap();
            let changed = program.configure(&user, &launch()).unwrap();
            changed.write().unwrap();
            let file = program.file(&user);
            assert_eq!(fs::read_to_string(&file).unwrap(), text, "{}", program.word);
            assert!(text.contains("/opt/desk pilot/deskpilot") && text.contains("--policy=ask"), "{text}");
            let again = program.configure(&user, &launch()).unwrap();
            assert_eq!(again.difference(), "", "{}: it is there already", program.word);
        }
    }

    #[test]
    fn words_are_used_once() {
        let mut words: Vec<&str> = client_programs().iter().map(|it| it.word).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), client_programs().len());
    }
}
