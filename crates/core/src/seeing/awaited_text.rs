//! A text that an agent waits for: which control newly shows it, and which showed it before. Pure.

use super::{Control, Role};
use crate::{Action, Gesture, Key, Rect, Verb};

/// A text that an agent waits for. It counts where it newly appears.
#[derive(Clone, Debug)]
pub struct AwaitedText {
    /// The text in lower case.
    text: String,
    /// Passages with the text that do not count, in lower case.
    known: Vec<String>,
}

/// The most passages that are known.
const MAX_KNOWN: usize = 200;

impl AwaitedText {
    /// The text; what shows only one of the known passages with it does not count.
    pub fn new(text: &str, known: &[String]) -> AwaitedText {
        AwaitedText {
            text: text.trim().to_lowercase(),
            known: known.iter().map(|it| it.to_lowercase()).collect(),
        }
    }

    /// The passages with the text that do not count: those that these controls show, and those that the actions typed since.
    pub fn known_in(text: &str, seen: &[Control], done: &[Action]) -> Vec<String> {
        let wanted = AwaitedText::new(text, &[]);
        let shown = seen.iter().flat_map(|it| wanted.passages(it));
        let typed = done.iter().filter_map(typed_text).map(|it| it.to_lowercase());
        let typed = typed.flat_map(|it| wanted.passages_in(&it).collect::<Vec<_>>());
        shown.chain(typed).take(MAX_KNOWN).collect()
    }

    /// The first control in which the text newly appears. What is around a page, such as its address and its tab, does not count.
    pub fn newly_shown<'c>(&self, controls: &'c [Control], pages: &[Rect]) -> Option<&'c Control> {
        let is_around = |it: &Control| {
            let names_the_page =
                matches!(it.role, Role::Edit | Role::ComboBox | Role::Spinner | Role::TabItem | Role::Window);
            names_the_page && !pages.is_empty() && pages.iter().all(|page| !page.contains(it.rect.center()))
        };
        let shown = self.shown_by(controls.iter().filter(|it| !is_around(it)));
        self.not_known(shown).first().map(|(control, _)| *control)
    }

    /// The passages with the text, each with the control that shows it.
    fn shown_by<'c>(&self, controls: impl Iterator<Item = &'c Control>) -> Vec<(&'c Control, String)> {
        controls.flat_map(|it| self.passages(it).into_iter().map(move |passage| (it, passage))).collect()
    }

    /// Forgets the known passages that these controls do not show: they are new when they come back.
    pub fn forget_all_but(&mut self, controls: &[Control]) {
        let mut shown = self.shown_by(controls.iter());
        self.known.retain(|known| {
            let at = shown.iter().position(|(control, passage)| is_known(control, passage, known));
            at.map(|at| shown.swap_remove(at)).is_some()
        });
    }

    /// What is left when each known passage has explained one that is shown, those that are the same first.
    fn not_known<'c>(&self, mut shown: Vec<(&'c Control, String)>) -> Vec<(&'c Control, String)> {
        let mut known = self.known.clone();
        let explanations: [fn(&Control, &str, &str) -> bool; 2] =
            [|_, shown, known| shown == known, is_known];
        for explains in explanations {
            shown.retain(|(control, passage)| {
                let at = known.iter().position(|it| explains(control, passage, it));
                at.map(|at| known.swap_remove(at)).is_none()
            });
        }
        shown
    }

    fn passages(&self, control: &Control) -> Vec<String> {
        let name = control.name.to_lowercase();
        let value = control.value.as_deref().unwrap_or("").to_lowercase();
        let of_value = self.passages_in(&value).filter(|_| value != name);
        self.passages_in(&name).chain(of_value).collect()
    }

    /// The lines with the text; several lines each for a text of several lines.
    fn passages_in<'t>(&'t self, text: &'t str) -> impl Iterator<Item = String> + 't {
        let lines: Vec<&str> = text.lines().collect();
        let length = self.text.lines().count().clamp(1, lines.len().max(1));
        let passages: Vec<String> = lines.windows(length).map(|it| it.join("\n")).collect();
        passages.into_iter().filter(|it| it.contains(self.text.as_str()))
    }
}

/// Whether a shown passage is a known one. In a text it may have other words around it, or be the end of one that was cut.
fn is_known(control: &Control, shown: &str, known: &str) -> bool {
    let is_part = shown.contains(known) || (known.ends_with(shown) && shown.len() * 2 >= known.len());
    shown == known || (control.role.holds_text() && is_part)
}

/// What the action typed.
fn typed_text(action: &Action) -> Option<String> {
    match &action.verb {
        Verb::Gesture(Gesture::Text { text, .. }) => Some(text.clone()),
        Verb::Gesture(Gesture::Keys(chords)) => Some(
            chords
                .iter()
                .filter_map(|it| match it.key {
                    Key::Char(c) if it.held.is_empty() => Some(c),
                    Key::Enter => Some('\n'),
                    _ => None,
                })
                .collect(),
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aim, Call, TextMode, Window, WindowId, WindowState};

    fn shown(role: Role, name: &str, value: &str, y: i32) -> Control {
        let value = Some(value.to_owned()).filter(|it| !it.is_empty());
        Control { value, rect: Rect::new(0, y, 100, 20), ..Control::deferred(role, name) }
    }

    fn window() -> Window {
        Window {
            label: None,
            id: WindowId(1),
            title: "t".into(),
            application: "a".into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: true,
        }
    }

    fn is_newly_shown(text: &str, seen: &[Control], typed: &str, now: &[Control]) -> bool {
        let text_typed = Gesture::Text { text: typed.to_owned(), mode: TextMode::Append };
        let verb = Verb::Gesture(text_typed);
        let typing = Action { call: Call::default(), window: window(), aim: Aim::Window, verb };
        let known = AwaitedText::known_in(text, seen, &[typing]);
        AwaitedText::new(text, &known).newly_shown(now, &[Rect::new(0, 100, 800, 500)]).is_some()
    }

    #[test]
    fn only_what_is_newly_shown_ends_a_wait() {
        let terminal = |text: &str| vec![shown(Role::Terminal, "Terminal", text, 200)];
        let instruction = || shown(Role::Text, "Press Stop when it is done", "", 200);
        let address = |text: &str| shown(Role::Edit, "Address", text, 20);
        let tab = |text: &str| shown(Role::TabItem, text, "", 50);
        for (text, seen, typed, now, expected) in [
            ("done", vec![], "", vec![shown(Role::Text, "Done", "", 300)], true),
            ("done", vec![instruction()], "", vec![instruction()], false),
            ("done", vec![instruction()], "", vec![instruction(), shown(Role::Text, "Done", "", 300)], true),
            ("done", vec![instruction()], "", vec![instruction(), instruction()], true),
            ("done", vec![instruction()], "", vec![shown(Role::Text, "Done", "", 300)], true),
            (
                "name",
                vec![shown(Role::Header, "Name", "", 200)],
                "",
                vec![shown(Role::Text, "Name:", "", 300)],
                true,
            ),
            ("report", vec![], "", vec![address("http://a/report"), tab("Report")], false),
            ("report", vec![], "", vec![shown(Role::Edit, "Title", "Report", 200)], true),
            // A command shows what was typed, then its output and the prompt.
            ("done", terminal("u@h:~$ "), "echo done\n", terminal("u@h:~$ echo done"), false),
            ("done", terminal("u@h:~$ "), "echo done\n", terminal("u@h:~$ echo done\ndone\nu@h:~$ "), true),
            ("$", terminal("u@h:~$ "), "make\n", terminal("u@h:~$ make\ncc a.c"), false),
            ("$", terminal("u@h:~$ "), "make\n", terminal("u@h:~$ make\ncc a.c\nu@h:~$ "), true),
            ("4\ndone", terminal("u@h:~$ "), "cat a b\n", terminal("u@h:~$ cat a b\n4\nDone"), true),
            ("4\ndone", terminal("4\ndone"), "", terminal("4\ndone\n"), false),
            // The platform shows the end of a long text.
            ("done", terminal("first done\nall"), "", terminal("st done\nall of it"), false),
        ] {
            assert_eq!(
                is_newly_shown(text, &seen, typed, &now),
                expected,
                "{text:?} after {typed:?} in {now:?}"
            );
        }
    }

    #[test]
    fn what_went_and_came_back_is_new() {
        let saved = [shown(Role::Text, "saved", "", 200)];
        let known = AwaitedText::known_in("Saved", &saved, &[]);
        let mut text = AwaitedText::new("Saved", &known);
        text.forget_all_but(&saved);
        assert!(text.newly_shown(&saved, &[]).is_none());
        text.forget_all_but(&[]);
        assert!(text.newly_shown(&saved, &[]).is_some());
    }
}
