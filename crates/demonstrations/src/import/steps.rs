//! The steps in the page of the Steps Recorder: XML in the element `UserActionData`.

use super::limits::Limits;
use crate::{Action, AppUse, ControlIdentity, Step};
use deskpilot_core::{Button, Role};
use quick_xml::{
    Reader, XmlVersion,
    escape::resolve_xml_entity,
    events::{BytesRef, BytesStart, Event},
};

const OPENING: &str = "<UserActionData>";
const CLOSING: &str = "</UserActionData>";
/// How deep the elements may be nested; the Steps Recorder needs four levels.
const DEEPEST: usize = 20;

/// Words of the Steps Recorder for roles, in its English form.
const ROLES: &[(&str, Role)] = &[
    ("button", Role::Button),
    ("check box", Role::CheckBox),
    ("combo box", Role::ComboBox),
    ("edit", Role::Edit),
    ("document", Role::Document),
    ("link", Role::Hyperlink),
    ("hyperlink", Role::Hyperlink),
    ("list item", Role::ListItem),
    ("menu item", Role::MenuItem),
    ("radio button", Role::RadioButton),
    ("slider", Role::Slider),
    ("spinner", Role::Spinner),
    ("split button", Role::Button),
    ("tab item", Role::TabItem),
    ("toggle button", Role::ToggleButton),
    ("tree item", Role::TreeItem),
];

/// A step as it is in the archive.
#[derive(Debug, Default)]
pub(super) struct RecordedStep {
    /// Its number, from 1.
    pub(super) number: u32,
    /// The file name of its picture.
    pub(super) screenshot: String,
    program: String,
    version: String,
    description: String,
    action: String,
}

/// The element of a step whose text is read.
#[derive(Clone, Copy)]
enum Field {
    Description,
    Action,
    Screenshot,
}

/// The steps of a page, in order.
pub(super) fn recorded_steps(html: &str, limits: Limits) -> Result<Vec<RecordedStep>, String> {
    let xml = html.split_once(OPENING).and_then(|(_, rest)| rest.split_once(CLOSING));
    let (xml, _) = xml.ok_or("its page holds no UserActionData: it is none of the Steps Recorder")?;
    let mut reader = Reader::from_str(xml);
    let (mut steps, mut field, mut depth) = (Vec::<RecordedStep>::new(), None, 0_usize);
    loop {
        let event = reader.read_event().map_err(|error| format!("its steps are damaged XML: {error}"))?;
        match event {
            Event::Start(tag) => {
                depth += 1;
                if depth > DEEPEST {
                    return Err("its steps are nested too deep".into());
                }
                open(&tag, &mut steps, &mut field, limits)?;
            }
            Event::Empty(tag) => {
                open(&tag, &mut steps, &mut field, limits)?;
                field = None;
            }
            Event::End(_) => (depth, field) = (depth.saturating_sub(1), None),
            Event::Text(text) => add(&mut steps, field, &text.xml10_content(), limits),
            Event::CData(text) => add(&mut steps, field, &text.xml10_content(), limits),
            Event::GeneralRef(entity) => add(&mut steps, field, &entity_text(&entity)?, limits),
            Event::DocType(_) => {
                return Err(
                    "its steps define a document type, which those of the Steps Recorder do not".into()
                );
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
    }
    if steps.is_empty() { Err("it holds no steps".into()) } else { Ok(steps) }
}

/// The text of an entity. Only the five predefined ones: others would need a definition, and the page defines
/// none.
fn entity_text(entity: &BytesRef<'_>) -> Result<String, String> {
    let character = || entity.resolve_char_ref().ok().flatten().map(String::from);
    let predefined = resolve_xml_entity(&entity.xml10_content()).map(str::to_owned);
    predefined.or_else(character).ok_or_else(|| "its steps use an entity that XML does not have".to_owned())
}

fn open(
    tag: &BytesStart<'_>,
    steps: &mut Vec<RecordedStep>,
    field: &mut Option<Field>,
    limits: Limits,
) -> Result<(), String> {
    match tag.name().into_inner() {
        "EachAction" => {
            if steps.len() >= limits.steps {
                return Err(format!("it has more than {} steps", limits.steps));
            }
            let counted = u32::try_from(steps.len()).unwrap_or(u32::MAX).saturating_add(1);
            steps.push(RecordedStep {
                number: attribute(tag, "ActionNumber").parse().unwrap_or(counted),
                program: clean(&attribute(tag, "FileName"), limits),
                version: clean(&attribute(tag, "FileVersion"), limits),
                ..RecordedStep::default()
            });
        }
        "Description" => *field = Some(Field::Description),
        "Action" => *field = Some(Field::Action),
        "ScreenshotFileName" => *field = Some(Field::Screenshot),
        _ => *field = None,
    }
    Ok(())
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> String {
    // The check for duplicate attributes takes quadratic time.
    let mut attributes = tag.attributes();
    let found = attributes.with_checks(false).flatten().find(|it| it.key.into_inner() == name);
    let value =
        found.and_then(|it| it.normalized_value(XmlVersion::Implicit1_0).ok().map(|it| it.into_owned()));
    value.unwrap_or_default()
}

fn add(steps: &mut [RecordedStep], field: Option<Field>, text: &str, limits: Limits) {
    let (Some(step), Some(field)) = (steps.last_mut(), field) else { return };
    let into = match field {
        Field::Description => &mut step.description,
        Field::Action => &mut step.action,
        Field::Screenshot => &mut step.screenshot,
    };
    // A text of millions of entities must not be copied for each of them.
    if into.len() < limits.text {
        into.push_str(&clean(text, limits));
    }
}

/// A text without control characters, up to the limit.
fn clean(text: &str, limits: Limits) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(limits.text).collect()
}

impl RecordedStep {
    /// Its application and version.
    pub(super) fn application(&self) -> Option<AppUse> {
        let name = self.program.trim();
        let version = Some(self.version.trim()).filter(|it| !it.is_empty()).map(str::to_owned);
        (!name.is_empty()).then(|| AppUse { name: name.to_owned(), version })
    }

    /// The step. Words of the Steps Recorder in another language are kept as a description.
    pub(super) fn step(&self, comment: String) -> Step {
        let (control, window) = target(&self.description);
        let does = self.action.to_lowercase();
        let click = |button, count| Action::Click { button, count };
        let action = match &control {
            _ if does.contains("keyboard") => {
                Action::TypeUnrecorded { reason: "the Steps Recorder keeps no keys".into() }
            }
            None => self.described(),
            Some(_) if does.contains("left double click") => click(Button::Left, 2),
            Some(_) if does.contains("left click") => click(Button::Left, 1),
            Some(_) if does.contains("right click") => click(Button::Right, 1),
            Some(_) if does.contains("middle click") => click(Button::Middle, 1),
            Some(_) => self.described(),
        };
        let description = self.description.trim().to_owned();
        Step { comment, description, ..Step::new(self.program.trim(), &window, action, control) }
    }

    fn described(&self) -> Action {
        let text = if self.description.trim().is_empty() { &self.action } else { &self.description };
        Action::Described { text: text.trim().to_owned() }
    }
}

/// The control and the window in `User left click on "Save (button)" in "Untitled - Notepad"`.
fn target(description: &str) -> (Option<ControlIdentity>, String) {
    let Some((_, rest)) = description.split_once(" on \"") else { return (None, String::new()) };
    let (shown, window) = match rest.split_once("\" in \"") {
        Some((shown, window)) => (shown, window.rsplit_once('"').map_or(window, |(window, _)| window)),
        None => (rest.rsplit_once('"').map_or(rest, |(shown, _)| shown), ""),
    };
    let named = shown.strip_suffix(')').and_then(|it| it.rsplit_once(" ("));
    let control = named.and_then(|(name, word)| {
        let (_, role) = ROLES.iter().find(|(known, _)| word.eq_ignore_ascii_case(known))?;
        Some(ControlIdentity::named(*role, name))
    });
    (control, window.to_owned())
}
