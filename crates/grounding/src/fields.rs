//! The fields of a grounding service's answer: the tables that the parser follows and the manual prints.

/// A field of an answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, followed by accepted aliases.
    pub names: &'static [&'static str],
    /// Its values.
    pub values: &'static str,
    /// Its default.
    pub absent: &'static str,
    /// Its meaning.
    pub doc: &'static str,
}

/// The field with the elements.
pub const ANSWER_FIELD: Field = Field {
    names: &["parsed_content_list", "elements", "data"],
    values: "a list of elements, or of texts; or one text",
    absent: "the answer itself is the list, or a text of lines",
    doc: "in a text each line holds an element from its first `{` to its last `}`, as JSON or as Python writes it",
};

pub(crate) const BOX: Field = Field {
    names: &["bbox", "box"],
    values: "four numbers: left, top, right, bottom",
    absent: "the element is dropped",
    doc: "fractions of the picture's sides where none is more than 1, else pixels",
};

pub(crate) const CONTENT: Field = Field {
    names: &["content", "text"],
    values: "text",
    absent: "an icon without a name; a text is dropped",
    doc: "what is written there, or what it shows",
};

pub(crate) const KIND: Field = Field {
    names: &["type", "kind"],
    values: "`text` or `icon`",
    absent: "`icon`",
    doc: "what it looks like",
};

pub(crate) const INTERACTIVITY: Field = Field {
    names: &["interactivity", "interactive"],
    values: "true or false",
    absent: "true of an icon, false of a text",
    doc: "whether it can be pressed: then it is a button, else a text or an image",
};

pub(crate) const SCORE: Field = Field {
    names: &["score", "confidence"],
    values: "a number from 0 to 1",
    absent: "0.5",
    doc: "how sure it is: of boxes that overlap one another the surest is kept",
};

/// The fields of an element; others are ignored.
pub const ELEMENT_FIELDS: &[Field] = &[BOX, CONTENT, KIND, INTERACTIVITY, SCORE];
