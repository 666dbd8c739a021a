//! What each command does.

mod click;
mod completion;
mod dialogs;
mod elements;
mod files;
mod forms;
mod lists;
mod navigation;
mod reading;
mod tabs;

use crate::{arguments::Arguments, page::Page, session::Session, tables, trouble::Trouble, windows::OpenTab};
use deskpilot_core::{CommandSpec, Effect, Evidence, Outcome};
use std::time::Duration;

/// How long the page of another address may take until it can be used.
const LOADING: Duration = Duration::from_secs(25);

/// A command of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Command(usize);

impl Command {
    /// The command of this name.
    pub(crate) fn of(name: &str) -> Option<Command> {
        tables::BROWSER.iter().position(|it| it.name == name).map(Command)
    }

    pub(crate) fn spec(self) -> &'static CommandSpec {
        &tables::BROWSER[self.0]
    }
}

/// A command to carry out in the tab in front of a window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job<'a> {
    pub(crate) session: &'a dyn Session,
    /// The tabs of the window.
    pub(crate) tabs: &'a [OpenTab],
    /// The place of the tab in front among them.
    pub(crate) front: usize,
    pub(crate) arguments: Arguments<'a>,
    pub(crate) deadline: Duration,
}

impl<'a> Job<'a> {
    pub(crate) async fn run(&self, command: Command) -> Result<Outcome, Trouble> {
        let name = command.spec().name.as_ref();
        match name {
            "answer_dialog" => return self.answer_dialog().await,
            "list_tabs" => return Ok(self.list_tabs()),
            _ => self.refuse_dialog()?,
        }
        if looks_at_elements(name) {
            self.page().open_roots().await;
        }
        match name {
            "open_page" => self.open_page().await,
            "go_back" => self.traverse(-1).await,
            "go_forward" => self.traverse(1).await,
            "reload" => self.reload().await,
            "switch_tab" => self.switch_tab().await,
            "close_tab" => self.close_tab().await,
            "find_elements" => self.find_elements().await,
            "click_element" => self.click_element().await,
            "fill_form" => self.fill_form().await,
            "select_option" => self.select_option().await,
            "fill_password" => self.fill_password().await,
            "upload_file" => self.upload_file().await,
            "download" => self.download().await,
            "page_markdown" => self.page_markdown().await,
            "links" => self.links().await,
            "read_list" => self.read_list().await,
            "wait_for" => self.wait_for().await,
            "element_screenshot" => self.element_screenshot().await,
            "run_script" => self.run_script().await,
            other => Err(Trouble::NotPossible(format!("there is no command {other}"))),
        }
    }

    fn tab(&self) -> &'a OpenTab {
        &self.tabs[self.front]
    }

    fn page(&self) -> Page<'a> {
        Page::of(self.session, &self.tab().tab.context)
    }

    /// While a dialog is open, its page waits for the answer, and leaving it would answer the dialog.
    fn refuse_dialog(&self) -> Result<(), Trouble> {
        self.session.prompt(&self.tab().tab.context).map_or(Ok(()), |it| Err(Trouble::Dialog(it)))
    }
}

/// Whether a command of this name looks for elements, which may be in closed shadow roots.
fn looks_at_elements(name: &str) -> bool {
    !matches!(
        name,
        "open_page"
            | "go_back"
            | "go_forward"
            | "reload"
            | "switch_tab"
            | "close_tab"
            | "page_markdown"
            | "run_script"
    )
}

/// What was read, with a sentence about it.
fn read(what: impl Into<String>, output: String) -> Outcome {
    Outcome { output: Some(output), ..confirmed(what) }
}

/// What was seen to be so.
fn confirmed(what: impl Into<String>) -> Outcome {
    Effect::Confirmed(Evidence::Reported(what.into())).into()
}
