//! The elements of a help document that are open, by what they do to its text.

use crate::{
    DocumentError, Section,
    markdown::{Element, Headings, Marker, Outline},
};

/// What an element is in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A section with a title.
    Section,
    /// Metadata about a section, which is not part of its text.
    Info,
    /// A title: of the section around it, or of a block.
    Title,
    /// An element that has other blocks in it.
    Container(Element),
    /// An element that has text in it.
    Text(Element),
    /// The description of a section, which comes under its title wherever it stands.
    Description,
    /// Menu items or keys with this between them.
    Sequence(&'static str),
    /// A list of terms.
    Terms,
    /// Parts of which the first that fits is read, and whether one was.
    Choice {
        /// Whether one was read.
        is_made: bool,
    },
    /// A reference, and what is shown if it has no text.
    Reference(String),
}

#[derive(Debug)]
struct OpenElement {
    role: Role,
    /// What was started for it.
    element: Element,
    /// Whether it has text, or an element, in it.
    is_empty: bool,
}

/// A help document under way.
#[derive(Debug)]
pub(super) struct Structure {
    outline: Outline,
    open: Vec<OpenElement>,
    /// How many sections are open.
    depth: u8,
    /// The description of the section, until its title was read.
    description: String,
    /// Whether the title of the section was read.
    is_titled: bool,
    /// How many descriptions are open.
    descriptions: usize,
}

impl Structure {
    pub(super) fn new() -> Structure {
        let outline = Outline::new(Headings::Sections);
        Structure {
            outline,
            open: Vec::new(),
            depth: 0,
            description: String::new(),
            is_titled: false,
            descriptions: 0,
        }
    }

    /// The role of the innermost open element.
    pub(super) fn parent(&self) -> Option<&Role> {
        self.open.last().map(|it| &it.role)
    }

    /// The role of the element around it.
    pub(super) fn grandparent(&self) -> Option<&Role> {
        self.open.iter().nth_back(1).map(|it| &it.role)
    }

    /// Notes that one of the parts of the innermost choice is read.
    pub(super) fn choose(&mut self) {
        if let Some(OpenElement { role: Role::Choice { is_made }, .. }) = self.open.last_mut() {
            *is_made = true;
        }
    }

    pub(super) fn open(&mut self, role: Role) {
        let separator = self.separator();
        if let Some(around) = self.open.last_mut() {
            around.is_empty = false;
        }
        if let Some(separator) = separator {
            self.outline.text(separator);
        }
        let element = self.element(&role);
        self.descriptions += usize::from(role == Role::Description);
        if role == Role::Section {
            self.depth = self.depth.saturating_add(1);
            self.is_titled = false;
        }
        match &role {
            Role::Section => self.outline.leave_section(self.depth),
            Role::Title if element == Element::Line => {
                self.outline.start(Element::Line);
                self.outline.start(Element::Strong);
            }
            Role::Description | Role::Info => {}
            _ => self.outline.start(element),
        }
        self.open.push(OpenElement { role, element, is_empty: true });
    }

    pub(super) fn close(&mut self) {
        let Some(OpenElement { role, element, is_empty }) = self.open.pop() else { return };
        match role {
            Role::Section => {
                self.describe();
                self.outline.leave_section(self.depth);
                self.depth = self.depth.saturating_sub(1);
            }
            Role::Title if element == Element::Line => {
                self.outline.end(Element::Strong);
                self.outline.end(Element::Line);
            }
            Role::Title => {
                self.outline.end(element);
                self.is_titled = true;
                if self.parent() != Some(&Role::Info) {
                    self.describe();
                }
            }
            Role::Reference(shown) => {
                if is_empty {
                    self.outline.text(&shown);
                }
                self.outline.end(element);
            }
            Role::Description => self.descriptions = self.descriptions.saturating_sub(1),
            Role::Info if self.is_titled => self.describe(),
            Role::Info => {}
            _ => self.outline.end(element),
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        let Some(around) = self.open.last_mut() else { return };
        let is_blank = text.trim().is_empty();
        let was_empty = around.is_empty;
        around.is_empty &= is_blank;
        match around.role {
            Role::Sequence(_) if is_blank => {}
            Role::Sequence(between) => {
                if !was_empty {
                    self.outline.text(between);
                }
                self.outline.text(text.trim());
            }
            Role::Info | Role::Choice { .. } | Role::Terms => {}
            _ if self.descriptions > 0 => self.description.push_str(text),
            _ => self.outline.text(text),
        }
    }

    /// What the next block begins with, such as `Note: `.
    pub(super) fn label(&mut self, label: &str) {
        self.outline.label(label);
    }

    pub(super) fn finish(self, name: &str) -> Result<(String, Vec<Section>), DocumentError> {
        self.outline.finish(name)
    }

    /// The separator between the element that opens now and the one before it.
    fn separator(&self) -> Option<&'static str> {
        match self.open.last()? {
            OpenElement { role: Role::Sequence(between), is_empty: false, .. } => Some(between),
            _ => None,
        }
    }

    fn element(&self, role: &Role) -> Element {
        match role {
            Role::Title => match self.parent() {
                Some(Role::Section | Role::Info) => Element::Heading(self.depth),
                _ => Element::Line,
            },
            Role::Container(element) | Role::Text(element) => *element,
            Role::Terms => Element::List(Marker::Dash),
            Role::Section | Role::Info | Role::Description => Element::Line,
            Role::Sequence(_) | Role::Choice { .. } | Role::Reference(_) => Element::Inline,
        }
    }

    fn describe(&mut self) {
        let description = std::mem::take(&mut self.description);
        if !description.trim().is_empty() {
            self.outline.start(Element::Paragraph);
            self.outline.text(&description);
            self.outline.end(Element::Paragraph);
        }
    }
}
