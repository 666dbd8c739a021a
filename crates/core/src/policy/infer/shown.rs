//! The files and addresses that an action acts on as the window shows them: the whole text of a field, also where several
//! actions typed it, and the items of a list, each in the folders that the window shows.

use super::super::{
    PolicyContext,
    lexicon::{Lexicon, WordList},
    places,
};
use super::field_writing::FieldWriting;
use super::location::folders;
use super::opening::{is_item, item_name, opened};
use super::target::{affected, dialog, holder, is_in_document, is_pressable};
use crate::{
    Action, Button, Chord, Control, Gesture, Key, Modifier, Operation, Role, State, TextMode, Verb,
    paths::{Destination, Spelling, destination},
};

/// The longest text of a field that may name a place.
const LONGEST: usize = 4096;

/// What an action acts on besides its arguments.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct ShownPlaces {
    /// The texts that may name files, absolute or from the home.
    pub(in super::super) files: Vec<String>,
    /// The hosts of the sites.
    pub(in super::super) sites: Vec<String>,
    /// The addresses that lead neither to a file nor to a site, with what they lead to.
    pub(super) addresses: Vec<(Destination, String)>,
    /// The whole texts of the field that Enter submits.
    pub(super) submitted: Vec<String>,
    /// Whether keys change the name in a file dialog in a way that cannot be followed, and then confirm it.
    pub(super) is_uncertain: bool,
}

impl ShownPlaces {
    /// The places that an operation acts on.
    pub(in super::super) fn of(
        operation: &Operation,
        context: &PolicyContext<'_>,
        lexicon: &Lexicon,
    ) -> ShownPlaces {
        let Operation::Act(action) = operation else { return ShownPlaces::default() };
        let mut shown = ShownPlaces::default();
        let clicked = || holder(action, context).or_else(|| affected(action, context));
        match &action.verb {
            Verb::Gesture(Gesture::Keys(chords)) => shown.keys(chords, action, context),
            Verb::Gesture(Gesture::Text { text, mode }) => {
                let chords: Vec<Chord> = text.chars().map(typed).collect();
                // A text that replaces what is there counts as typed after everything was selected.
                let all = Chord { held: vec![Modifier::Control], key: Key::Char('a') };
                let before = (*mode == TextMode::Replace).then_some(all);
                let chords: Vec<Chord> = before.into_iter().chain(chords).collect();
                shown.keys(&chords, action, context);
            }
            Verb::Gesture(Gesture::Click { button, count, .. }) if *button != Button::Right => {
                shown.click(*count, clicked(), context, lexicon);
            }
            Verb::Gesture(Gesture::Check(_)) => shown.click(1, clicked(), context, lexicon),
            _ => {}
        }
        shown
    }

    fn click(&mut self, count: u8, target: Option<&Control>, context: &PolicyContext<'_>, lexicon: &Lexicon) {
        if count > 1 {
            self.items(target, context);
        }
        // Whatever is pressed in a dialog may do what its fields say.
        let leaves = |it: &Control| lexicon.is(WordList::Cancels, &lexicon.read(it.text()));
        if target.is_none_or(|it| is_pressable(it.role) && !leaves(it)) {
            self.fields(None, context);
        }
    }

    /// Keys write into the field with the focus; Enter, a letter with Alt and Space on a button confirm its text.
    fn keys(&mut self, chords: &[Chord], action: &Action, context: &PolicyContext<'_>) {
        let target = affected(action, context);
        let confirms = |it: &Chord| match it.key {
            Key::Enter | Key::Char('\n' | '\r') => true,
            Key::Char(' ') => target.is_some_and(|it| !it.role.holds_text()),
            Key::Char(_) => it.held.contains(&Modifier::Alt),
            _ => false,
        };
        let end = chords.iter().position(confirms);
        let field = target.filter(|it| is_field(context.controls, it));
        if let Some(field) = field {
            let writing = FieldWriting::of(&chords[..end.unwrap_or(chords.len())]);
            let is_listing = end.is_some() && file_dialog(context.controls).is_some();
            let value = field.value.as_deref().unwrap_or_default();
            self.is_uncertain =
                is_listing && (writing.is_uncertain || writing.may_be_guarded(value, context));
            let texts = writing.texts(value);
            for text in &texts {
                self.place(text, context);
                // Letters before a whole address make no scheme that a program knows; a scheme is read by itself.
                let is_before_address =
                    text != value && text.ends_with(value) && crate::paths::is_of_the_web(value);
                if !is_before_address {
                    self.address(text);
                }
            }
            if end.is_some() {
                self.submitted = texts;
            }
        }
        if end.is_some() {
            self.fields(field, context);
            self.items(target, context);
        }
    }

    /// The fields of the dialog that is open. In a dialog that lists files, a name stands for a file in every folder shown.
    fn fields(&mut self, written: Option<&Control>, context: &PolicyContext<'_>) {
        let Some(controls) = dialog(context.controls) else { return };
        let fields = controls.iter().filter(|it| is_field(context.controls, it));
        // The field that the keys write into holds the new text by then, which is among the submitted ones.
        let values = fields.filter(|it| written.is_none_or(|written| it.rect != written.rect));
        let mut texts: Vec<String> = values.filter_map(|it| it.value.clone()).collect();
        for text in &texts {
            self.place(text, context);
            self.address(text);
        }
        texts.extend(self.submitted.iter().cloned());
        if file_dialog(context.controls).is_none() || texts.is_empty() {
            return;
        }
        let folders = folders(controls, context);
        let is_name = |it: &&String| !it.is_empty() && !context.path_style.is_path(it);
        for name in texts.iter().filter(is_name) {
            self.files.extend(folders.iter().map(|folder| format!("{folder}/{name}")));
        }
    }

    /// The items that a double click or Enter opens.
    fn items(&mut self, target: Option<&Control>, context: &PolicyContext<'_>) {
        let items = opened(context.controls, target);
        let items = items.into_iter().filter(|it| !is_in_document(context.controls, it) && is_item(it.role));
        let names: Vec<&str> =
            items.map(|it| item_name(context.controls, it)).filter(|it| !it.is_empty()).collect();
        if names.is_empty() {
            return;
        }
        let folders = folders(context.controls, context);
        for name in names {
            self.files.extend(folders.iter().map(|folder| format!("{folder}/{name}")));
        }
    }

    /// A whole text that may be an address of neither a file nor a site.
    fn address(&mut self, text: &str) {
        if let Some(destination) = destination(text, Spelling::Words) {
            self.addresses.push((destination, text.to_owned()));
        }
    }

    /// A whole text that names a place by itself.
    fn place(&mut self, text: &str, context: &PolicyContext<'_>) {
        if text.len() <= LONGEST && (context.path_style.is_path(text) || places::is_address(text)) {
            self.sites.extend(places::domain(text));
            self.files.push(text.to_owned());
        }
    }
}

fn typed(letter: char) -> Chord {
    Chord::plain(Key::Char(letter))
}

/// Whether a control is a field of one line whose text can be read.
fn is_field(controls: &[Control], control: &Control) -> bool {
    let is_line =
        matches!(control.role, Role::Edit | Role::ComboBox) && !control.states.has(State::MultiLine);
    is_line && !control.states.has(State::Protected) && !is_in_document(controls, control)
}

/// The dialog that is open, if it lists files.
fn file_dialog(controls: &[Control]) -> Option<&[Control]> {
    let lists = |it: &Control| matches!(it.role, Role::Table | Role::Tree | Role::List);
    dialog(controls).filter(|it| it.iter().any(lists))
}
