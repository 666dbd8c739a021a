//! What each command of browsers promises, looked for in what the pages report. Pure.

use super::{
    case::WebCase,
    fields::{changed_besides, filled},
    reading,
    site::FILE,
    state::PageState,
    words,
};
use crate::effects::{
    fulfilment::Fulfilment,
    native::checks::{all_met, met_if},
};

impl WebCase<'_> {
    /// Whether that is so which a command that is confirmed promises; `None` where there is no check of its own. A click has one
    /// of another kind.
    pub(super) fn promise(&self, before: &PageState, after: &PageState) -> Option<Fulfilment> {
        let text = |name: &str| self.call.args.get(name).and_then(|it| it.as_str());
        match self.call.command.as_str() {
            "fill_form" | "select_option" | "fill_password" => self.fields(before, after),
            "open_page" => Some(self.opened(text("url")?, before, after)),
            "go_back" | "go_forward" => {
                Some(met_if((&before.id, &before.url) != (&after.id, &after.url), || self.still(after)))
            }
            "reload" => Some(met_if(before.id != after.id && before.url == after.url, || self.still(after))),
            "switch_tab" => Some(met_if(before.id != after.id, || self.still(after))),
            "close_tab" => Some(self.closed(before, after)),
            "upload_file" => self.uploaded(text("name")?, text("path")?, after),
            "download" => Some(self.has_file(text("file")?)),
            "element_screenshot" => {
                let path = text("path")?;
                let is_new = self.after.pictures.contains(path) && !self.before.pictures.contains(path);
                Some(met_if(is_new, || format!("{path} is no new picture")))
            }
            "run_script" => self.ran(text("expression")?, after),
            "answer_dialog" => Some(self.answered(text("answer")?, text("text"), before, after)),
            _ => reading::is_true(self, after),
        }
    }

    /// Whether every field of a call holds what was asked for; unknown where one of them is.
    pub(super) fn is_all_filled(&self, before: &PageState, after: &PageState) -> bool {
        let fields = filled(self.call, before, after).unwrap_or_default();
        !fields.is_empty() && fields.iter().all(|it| it.1 == Fulfilment::Met)
    }

    fn fields(&self, before: &PageState, after: &PageState) -> Option<Fulfilment> {
        let fields = filled(self.call, before, after)?;
        let names: Vec<&str> = fields.iter().map(|it| it.0.as_str()).collect();
        // A field that nobody knows may be any of those that changed.
        let besides = Some(&names).filter(|it| !it.contains(&"") && before.id == after.id);
        let besides = besides.and_then(|it| changed_besides(it, before, after)).map(Fulfilment::Missed);
        Some(all_met(fields.into_iter().map(|it| it.1).chain(besides)))
    }

    /// Whether the page that was asked for is in front.
    pub(super) fn opened(&self, url: &str, before: &PageState, after: &PageState) -> Fulfilment {
        let is_new_tab = self.call.args.get("new_tab").and_then(|it| it.as_bool()) == Some(true);
        let is_other = before.id != after.id || before.url != after.url;
        all_met([
            met_if(after.url == url.trim() && is_other, || self.still(after)),
            met_if(!is_new_tab || self.after.pages.contains(&before.id), || "the tab before is gone".into()),
        ])
    }

    fn still(&self, page: &PageState) -> String {
        format!("in front is page {} at {}, {:?}", page.id, page.url, page.title)
    }

    fn closed(&self, before: &PageState, after: &PageState) -> Fulfilment {
        let gone = self.before.pages.difference(&self.after.pages).count();
        let is_front = !self.call.args.contains_key("tab");
        match gone {
            1 => Fulfilment::Met,
            0 if is_front && before.id == after.id => Fulfilment::Missed(self.still(after)),
            // A tab without a page of ours, which nothing reports of.
            0 => Fulfilment::Unknown,
            more => Fulfilment::Missed(format!("{more} pages are gone")),
        }
    }

    fn uploaded(&self, name: &str, path: &str, after: &PageState) -> Option<Fulfilment> {
        let control = after.controls.get(name).filter(|it| it.kind == "file")?;
        let (size, file) = (self.after.file_size(path)?, path.rsplit('/').next()?);
        let holds = control.files.iter().any(|it| it.name == file && it.size == size);
        Some(met_if(holds, || format!("{name} holds {:?}", control.files)))
    }

    /// Whether a file is there as the server has it.
    pub(super) fn has_file(&self, path: &str) -> Fulfilment {
        let begin = format!("{path} of {} bytes", FILE.len());
        let end = format!("{FILE:?}");
        let is_there = self.after.files.iter().any(|it| it.starts_with(&begin) && it.ends_with(&end));
        met_if(is_there, || format!("{path} is not there, or not what the server has"))
    }

    fn ran(&self, expression: &str, after: &PageState) -> Option<Fulfilment> {
        let output = self.output.unwrap_or_default();
        let gives = |expected: &str| met_if(output == expected, || format!("it gives {expected:?}"));
        Some(match expression {
            words::SUM => gives("2"),
            words::TITLE => gives(&after.title),
            words::PLACE => gives(&after.url),
            words::SETTING => {
                let value = after.controls.get("Full name").map_or("", |it| it.value.as_str());
                met_if(value == words::BY_SCRIPT, || format!("the field holds {value:?}"))
            }
            words::ALERT => Fulfilment::Missed("it opens a dialog".into()),
            it if it == words::PROMISE.0 => gives(words::PROMISE.1),
            it if words::FAILING.contains(&it) => Fulfilment::Missed("it fails".into()),
            _ => return None,
        })
    }

    fn answered(
        &self,
        answer: &str,
        text: Option<&str>,
        before: &PageState,
        after: &PageState,
    ) -> Fulfilment {
        if self.after.dialog {
            return Fulfilment::Missed("a dialog is open".into());
        }
        if after.answers.len() != before.answers.len() + 1 {
            return Fulfilment::Missed("no dialog came to its end".into());
        }
        let given = after.answers.last().map_or("", String::as_str);
        // What an alert, a question and a prompt give back to the page. A prompt takes no lines.
        let text = text.filter(|it| it.chars().all(char::is_alphanumeric)).filter(|it| !it.is_empty());
        let is_answer = match (answer, text) {
            ("accept", Some(text)) => ["true", "undefined", text].contains(&given),
            ("accept", None) => !["false", "null"].contains(&given),
            _ => ["false", "undefined", "null"].contains(&given),
        };
        met_if(is_answer, || format!("the page got {given:?}"))
    }
}
