//! The list of native receivers.

use deskpilot_desktop::{
    Bubblewrap, CommandTable, NativeInterfaces, Network, Receiver, RestrictedToken, SHELL_COMMANDS, Sandbox,
    ShellReceiver, WebBrowser, sandbox_of,
};
use deskpilot_files::{FILE_COMMANDS, FilesReceiver};
use deskpilot_office::{MAIL_COMMANDS, OfficeKind, OfficeReceiver};
use deskpilot_system::{HOME_VARIABLE, is_same_variable};
use std::path::{Path, PathBuf};

/// Whether programs that agents run can write everywhere, and have the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxUse {
    /// They write only to the home and the working folder of a task and have no network, where the machine has a sandbox.
    On,
    /// They write only there, and have the network of the machine.
    WithNetwork,
    /// They do what the user can.
    Off,
}

/// How long what the applications of a desktop keep in their data folder lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DataFolder {
    /// Longer than the desktop.
    Lasting,
    /// As long as the desktop.
    Temporary,
}

/// The desktop for whose sessions receivers are.
pub(crate) struct ReceiverDesktop<'a> {
    /// The native interfaces that its platform brings.
    pub(crate) native: &'a dyn NativeInterfaces,
    /// The environment of its applications.
    pub(crate) environment: &'a [(String, String)],
    /// Where files without a folder are.
    pub(crate) working: &'a Path,
    /// The canonical paths of Deskpilot's own folders and files.
    pub(crate) own: Vec<String>,
    /// How long its applications keep their data.
    pub(crate) data: DataFolder,
    /// Whether its programs run in a sandbox.
    pub(crate) sandbox: SandboxUse,
    /// The home on a private desktop. Elsewhere it is a person's, and so are the browsers in it.
    pub(crate) private_home: Option<&'a Path>,
}

/// The receivers of a session on this desktop. Those of an application come before those of all. To add a native interface, add
/// a line, and its table to [`command_tables`].
pub(crate) async fn receivers(desktop: &ReceiverDesktop<'_>) -> Vec<Box<dyn Receiver>> {
    let env = desktop.environment;
    let mut receivers: Vec<Box<dyn Receiver>> = Vec::new();
    if let Some(python) = desktop.native.office_python() {
        let office = OfficeReceiver::all(&python, env).into_iter();
        receivers.extend(office.map(|it| Box::new(it) as Box<dyn Receiver>));
    }
    receivers.extend(desktop.native.receivers(env));
    receivers.extend(web(&desktop.browser_profiles()));
    let files = FilesReceiver::new(&desktop.files_environment(), desktop.working, desktop.own.clone());
    receivers.push(Box::new(files));
    let sandbox = desktop.sandbox().await;
    receivers.push(Box::new(ShellReceiver {
        env: desktop.program_environment(&sandbox),
        sandbox,
        folder: desktop.working.to_owned(),
    }));
    receivers
}

/// The receivers of browsers' pages, and of what is read of the web without one.
#[cfg(feature = "browser")]
fn web(profiles: &[(WebBrowser, PathBuf)]) -> Vec<Box<dyn Receiver>> {
    use deskpilot_browser::{BrowserReceiver, WebReceiver};
    let browsers = profiles.iter().map(|(browser, profile)| {
        Box::new(BrowserReceiver::of(*browser, profile.clone())) as Box<dyn Receiver>
    });
    browsers.chain([Box::new(WebReceiver::new()) as Box<dyn Receiver>]).collect()
}

#[cfg(not(feature = "browser"))]
fn web(_profiles: &[(WebBrowser, PathBuf)]) -> Vec<Box<dyn Receiver>> {
    Vec::new()
}

impl ReceiverDesktop<'_> {
    /// The browsers that Deskpilot opens with profiles of its own, and these.
    fn browser_profiles(&self) -> Vec<(WebBrowser, PathBuf)> {
        let Some(home) = self.private_home else { return Vec::new() };
        self.native.browsers().iter().map(|it| (it.browser, home.join(it.folder))).collect()
    }

    /// The sandbox of programs: none where the machine cannot make one, which `deskpilot doctor` reports.
    async fn sandbox(&self) -> Sandbox {
        if self.sandbox == SandboxUse::Off {
            return Sandbox::None;
        }
        let home = self.value(HOME_VARIABLE).map(PathBuf::from);
        let home = home.into_iter().chain(self.private_home.map(Path::to_owned));
        let mut writable: Vec<PathBuf> = [self.working.to_owned()].into_iter().chain(home).collect();
        writable.dedup();
        if let Ok(token) = RestrictedToken::for_folders(writable.iter().cloned()) {
            return Sandbox::Restricted(token);
        }
        let Some((program, network)) = self.sandbox_program().await else { return Sandbox::None };
        Sandbox::Bubblewrap(Bubblewrap { program, writable, hidden: Vec::new(), network })
    }

    /// What makes the sandbox, and the network in it. A machine that can only make one with its own network makes that.
    async fn sandbox_program(&self) -> Option<(PathBuf, Network)> {
        let path = self.value("PATH").unwrap_or_default();
        if self.sandbox == SandboxUse::On
            && let Ok(program) = sandbox_of(path, Network::Removed).await
        {
            return Some((program, Network::Removed));
        }
        let program = sandbox_of(path, Network::Kept).await.ok()?;
        Some((program, Network::Kept))
    }

    /// The environment by which the home and the bin are found. A bin in a data folder that goes with the desktop would take with it what a
    /// person may want back: then the one in the home is used.
    fn files_environment(&self) -> Vec<(String, String)> {
        let stays = |name: &str| name != "XDG_DATA_HOME" || self.data == DataFolder::Lasting;
        let kept = self.environment.iter().filter(|(name, _)| stays(name)).cloned();
        // The home by which the policy reads paths: not every platform gives it to the applications of a private desktop.
        let home = self.private_home.map(|it| (HOME_VARIABLE.to_owned(), it.to_string_lossy().into_owned()));
        kept.chain(home).collect()
    }

    /// The environment of programs that agents run. In a sandbox their temporary files are in its own folder for them, because they
    /// cannot write to that of the desktop.
    fn program_environment(&self, sandbox: &Sandbox) -> Vec<(String, String)> {
        let is_writable = |name: &str| *sandbox == Sandbox::None || name != "TMPDIR";
        self.environment.iter().filter(|(name, _)| is_writable(name)).cloned().collect()
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.environment
            .iter()
            .rev()
            .find(|it| is_same_variable(&it.0, name))
            .map(|(_, value)| value.as_str())
    }
}

/// The browsers of the tables that are the same everywhere: the commands of the others are the same.
const DESCRIBED: [WebBrowser; 2] = [WebBrowser::Firefox, WebBrowser::Chromium];

/// The tables of all receivers whose commands are known before they run.
pub fn command_tables() -> Vec<CommandTable> {
    tables(&DESCRIBED)
}

/// The same with the browsers of this platform, and those that only it has.
pub fn all_command_tables(platform: &dyn NativeInterfaces) -> Vec<CommandTable> {
    let browsers: Vec<WebBrowser> = platform.browsers().iter().map(|it| it.browser).collect();
    tables(&browsers).into_iter().chain(platform.command_tables()).collect()
}

fn tables(browsers: &[WebBrowser]) -> Vec<CommandTable> {
    let office = |kind: OfficeKind| CommandTable {
        name: kind.word(),
        about: kind.about(),
        application: Some(kind.application_name()),
        commands: kind.table(),
    };
    let mail = CommandTable {
        name: "mail",
        about: "mail and appointments, in Outlook on Windows",
        application: Some("Outlook"),
        commands: MAIL_COMMANDS,
    };
    let shell = CommandTable {
        name: "shell",
        about: "programs without a window",
        application: None,
        commands: SHELL_COMMANDS,
    };
    let files = CommandTable {
        name: "files",
        about: "files and folders",
        application: None,
        commands: FILE_COMMANDS,
    };
    OfficeKind::ALL
        .into_iter()
        .map(office)
        .chain([mail])
        .chain(web_tables(browsers))
        .chain([files, shell])
        .collect()
}

#[cfg(feature = "browser")]
fn web_tables(browsers: &[WebBrowser]) -> Vec<CommandTable> {
    let table = |browser: WebBrowser| {
        let (name, about) = match browser {
            WebBrowser::Firefox => ("firefox", "web pages in Firefox"),
            WebBrowser::Chromium => ("chromium", "web pages in Chromium"),
            WebBrowser::Chrome => ("chrome", "web pages in Chrome"),
            WebBrowser::Edge => ("edge", "web pages in Edge"),
        };
        let (application, commands) = (Some(browser.name()), deskpilot_browser::BROWSER_COMMANDS);
        CommandTable { name, about, application, commands }
    };
    let web = CommandTable {
        name: "web",
        about: "public web pages, without a browser",
        application: None,
        commands: deskpilot_browser::WEB_COMMANDS,
    };
    browsers.iter().copied().map(table).chain([web]).collect()
}

#[cfg(not(feature = "browser"))]
fn web_tables(_browsers: &[WebBrowser]) -> Vec<CommandTable> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_agent::{COMPOUND_COMMANDS, FixedPrompt, PromptScene, Speculation, UI_COMMANDS};
    use deskpilot_core::{AgentKind, CommandSpec, Param, ParamKind, SideEffects};
    use deskpilot_desktop::view::tokens;
    use serde_json::Value;
    use std::sync::Arc;

    /// The most tokens of the fixed text of a prompt, estimated from above.
    const TOKENS: usize = 3_100;
    /// The most bytes of the schema of a reply.
    const SCHEMA: usize = 15_000;

    /// The commands at hand in a window of this table's application.
    fn at_hand(table: &str) -> Vec<Arc<CommandSpec>> {
        let serves = |it: &CommandTable| it.name == table || ["files", "shell"].contains(&it.name);
        command_tables()
            .iter()
            .filter(|it| serves(it))
            .flat_map(|it| it.commands)
            .cloned()
            .map(Arc::new)
            .collect()
    }

    /// An AppAgent's prompt for a subtask there.
    fn prompt(table: &str, application: &str, subtask: &str) -> FixedPrompt {
        let native = at_hand(table);
        let scene = PromptScene {
            native: &native,
            application: Some(application),
            subtask,
            ..PromptScene::default()
        };
        FixedPrompt::of(AgentKind::AppAgent, scene, Speculation::On)
    }

    /// The functions that the schema lets a model write.
    fn functions(prompt: &FixedPrompt) -> Vec<&str> {
        let action = &prompt.contract.schema["properties"]["ActionList"]["items"]["properties"];
        let names = action["Function"]["enum"].as_array();
        names.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    #[test]
    fn a_prompt_has_the_arguments_that_its_subtask_needs() {
        for (table, application, subtask, always, for_subtask) in [
            (
                "calc",
                "libreoffice-calc",
                "Add a column chart of A1:B5 and format column B as currency",
                &[
                    "set_cells(range, ",
                    "get_range_values([range], ",
                    "save()",
                    "save_as(path, ",
                    "read_file([path], ",
                ][..],
                &["insert_chart(range, [kind: ", "format_cells([range], [bold: "][..],
            ),
            (
                "calc",
                "libreoffice-calc",
                "Sort the table by column C and freeze the first row",
                &["set_cells(range, rows: rows, ", "save()"],
                &["sort_range(by: list of texts, ", "freeze_panes([rows: number], "],
            ),
            (
                "writer",
                "libreoffice-writer",
                "Make the heading bold, insert a table with 3 columns and replace every Mr with Ms",
                &["save()", "save_as(path, ", "read_file([path], "],
                &["set_font([font], ", "insert_table(rows: number, ", "replace_text(find, "],
            ),
            (
                "impress",
                "libreoffice-impress",
                "Add a slide with a picture from /home/u/p.png, and set a blue background",
                &["save()", "save_as(path, ", "read_file([path], "],
                &["add_slide([layout: ", "insert_picture(path, ", "set_background_color(color_code, "],
            ),
        ] {
            let FixedPrompt { system, .. } = prompt(table, application, subtask);
            for line in always.iter().chain(for_subtask) {
                assert!(system.contains(&format!("\n- {line}")), "{line} for {subtask}: {system}");
            }
        }
    }

    #[test]
    #[cfg(feature = "browser")]
    fn a_prompt_for_a_page_has_what_pages_need_and_nothing_of_sheets() {
        let prompt = prompt("firefox", "firefox-esr", "Download the report from the page of the bank");
        for line in [
            "page_markdown(",
            "click_element([element], ",
            "fill_form(fields: ",
            "read_file(",
            "download(file, ",
        ] {
            assert!(prompt.system.contains(&format!("\n- {line}")), "{line}: {}", prompt.system);
        }
        for name in ["set_cells", "save_as"] {
            assert!(!functions(&prompt).contains(&name), "{name}");
        }
    }

    #[test]
    fn a_fixed_prompt_and_its_schema_stay_within_their_sizes() {
        for CommandTable { name, application, .. } in command_tables() {
            let Some(application) = application else { continue };
            for subtask in
                ["", "Read it, format the table, add a picture, chart and link, then save it as b.pdf"]
            {
                let prompt = prompt(name, application, subtask);
                let (text, schema) = (tokens(&prompt.system), prompt.contract.schema.to_string().len());
                assert!(text <= TOKENS, "{name}: {text} tokens of text");
                assert!(schema <= SCHEMA, "{name}: {schema} bytes of schema");
                // Every command of Deskpilot's tables can be called.
                let functions = functions(&prompt);
                assert!(
                    at_hand(name).iter().all(|it| functions.contains(&it.name.as_ref())),
                    "{functions:?}"
                );
            }
        }
    }

    #[test]
    fn what_takes_the_place_of_a_general_command_takes_its_arguments() {
        let general = || {
            let compound = COMPOUND_COMMANDS.iter().map(|it| &it.spec);
            UI_COMMANDS.iter().map(|it| &it.spec).chain(compound)
        };
        let mut replaced = Vec::new();
        for native in command_tables().iter().flat_map(|it| it.commands) {
            let Some(general) = general().find(|it| it.name == native.name) else { continue };
            for param in general.params.iter() {
                assert!(native.param(&param.name).is_some(), "{} takes no {}", native.name, param.name);
            }
            replaced.push(native.name.as_ref());
        }
        replaced.sort_unstable();
        replaced.dedup();
        assert_eq!(replaced, ["save_as", "select_text", "set_cells"]);
    }

    #[test]
    fn what_a_command_reads_can_be_kept_under_a_name() {
        let is_note = |it: &Param| it.kind == ParamKind::Note;
        for spec in command_tables().iter().flat_map(|it| it.commands) {
            // A wait gives nothing back.
            if spec.side_effects == SideEffects::Reads && spec.name != "wait_for" {
                assert!(spec.params.iter().any(is_note), "{}", spec.name);
            }
        }
    }
}
