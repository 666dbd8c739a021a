//! The tabs of a window.

use super::{Job, LOADING, confirmed, read};
use crate::{page::Page, text, trouble::Trouble, windows::OpenTab};
use deskpilot_core::{Effect, ExistingState, NoChangeReason, Outcome};
use tokio::time::timeout;

impl Job<'_> {
    pub(super) fn list_tabs(&self) -> Outcome {
        let line = |(at, it): (usize, &OpenTab)| {
            let front = if at == self.front { " (in front)" } else { "" };
            let dialog = self.session.prompt(&it.tab.context).map(|it| format!("; {it}")).unwrap_or_default();
            format!("{} {:?} {}{front}{dialog}", it.id, title(it), text::line(&it.tab.url, 500))
        };
        let lines: Vec<String> = self.tabs.iter().enumerate().map(line).collect();
        read(format!("tabs: {}", lines.len()), lines.join("\n"))
    }

    pub(super) async fn switch_tab(&self) -> Result<Outcome, Trouble> {
        let tab = self.find_tab(self.arguments.required("tab")?)?;
        if tab.id == self.tab().id {
            let same = format!("{} {:?} is in front", tab.id, title(tab));
            return Ok(Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::Reported(same))).into());
        }
        self.session.activate(&tab.tab.context).await?;
        let status = Page::of(self.session, &tab.tab.context).status_despite_dialogs().await;
        Ok(match status {
            Ok(page) if page.visible => confirmed(format!("{} {:?} is in front", tab.id, page.title)),
            Ok(_) => {
                Effect::unverified(format!("{} was to come to the front, and is not seen there", tab.id))
                    .into()
            }
            Err(trouble) => trouble.unverified(&format!("{} was to come to the front", tab.id)),
        })
    }

    pub(super) async fn close_tab(&self) -> Result<Outcome, Trouble> {
        let tab = self.arguments.text("tab").map_or(Ok(self.tab()), |it| self.find_tab(it))?;
        if self.tabs.len() == 1 {
            return Err(Trouble::NotPossible("it is the only tab; close the window instead".into()));
        }
        let page = Page::of(self.session, &tab.tab.context);
        match page.unless_dialog(timeout(LOADING, self.session.close(page.context))).await {
            Ok(Ok(Ok(_))) => {}
            Ok(Ok(Err(error))) => return Ok(Trouble::from(error).unverified("the tab was to close")),
            Ok(Err(_)) => return Ok(Effect::unverified(format!("{} was to close", tab.id)).into()),
            Err(prompt) => return Ok(Trouble::Dialog(prompt).unverified("the tab was to close")),
        }
        let left = self.session.tabs().await?;
        Ok(if left.iter().any(|it| it.context == tab.tab.context) {
            Effect::unverified(format!("{} was to close, and is still there", tab.id)).into()
        } else {
            confirmed(format!("{} {:?} is closed", tab.id, title(tab)))
        })
    }

    fn find_tab(&self, wanted: &str) -> Result<&OpenTab, Trouble> {
        if let Some(tab) = self.tabs.iter().find(|it| it.id == wanted) {
            return Ok(tab);
        }
        let has = |text: &str| text.to_lowercase().contains(&wanted.to_lowercase());
        let found: Vec<&OpenTab> =
            self.tabs.iter().filter(|it| has(&title(it)) || has(&it.tab.url)).collect();
        match found[..] {
            [one] => Ok(one),
            [] => Err(Trouble::NotPossible(format!(
                "no tab of this window is {wanted:?}; list_tabs lists them"
            ))),
            _ => {
                let ids: Vec<&str> = found.iter().map(|it| it.id.as_str()).collect();
                Err(Trouble::NotPossible(format!("{wanted:?} may be {}; say which", ids.join(" or "))))
            }
        }
    }
}

fn title(tab: &OpenTab) -> String {
    text::line(tab.status.as_ref().map_or("", |it| &it.title), 120)
}
