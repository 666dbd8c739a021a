//! The commands of presentations.

use super::parts::{PATH, SAVE, UNDO, removes};
use deskpilot_core::{
    CommandSpec, Param,
    ParamKind::{self, Flag, Number, Path, Rows, Text, Texts},
    PathUse, changes,
    command_table::{NOTE, one_of, optional, required},
    reads,
};
use std::borrow::Cow::Borrowed;

const SLIDE: Param =
    optional("slide", Number, "the number of the slide, from 1; the one in front if left out");
const SLIDES: Param = optional("slides", Texts, "the numbers of the slides, from 1; all if left out");
const LEFT: Param =
    optional("left", Number, "how far it is from the left edge, in centimetres; 2 if left out");
const TOP: Param =
    optional("top", Number, "how far it is from the upper edge, in centimetres; 5 if left out");
const LAYOUT: ParamKind = one_of(&[
    Borrowed("title"),
    Borrowed("title_content"),
    Borrowed("two_content"),
    Borrowed("title_only"),
    Borrowed("blank"),
    Borrowed("centered"),
]);

pub(super) const COMMANDS: &[CommandSpec] = &[
    reads!("list_slides", "Reads the texts and the notes of all slides.", &[NOTE]),
    changes!(
        "add_slide",
        "Adds an empty slide.",
        &[
            optional("layout", LAYOUT, "what it has place for; title_content if left out"),
            optional("position", Number, "its place among the slides, from 1; the last if left out"),
        ],
    ),
    changes!("copy_slide", "Copies a slide; the copy comes after it.", &[SLIDE]),
    removes!("remove_slide", "Removes a slide.", &[required("slide", Number, "its number, from 1")]),
    changes!(
        "move_slide",
        "Moves a slide to another place.",
        &[
            required("slide", Number, "its number, from 1"),
            required("to", Number, "the number that it has afterwards"),
        ],
    ),
    changes!(
        "show_slide",
        "Brings a slide to the front.",
        &[required("slide", Number, "its number, from 1")]
    ),
    changes!(
        "set_layout",
        "Gives a slide another layout.",
        &[required("layout", LAYOUT, "the layout"), SLIDE],
    ),
    changes!(
        "set_placeholder_text",
        "Sets the text of a placeholder: the first is the title, the next the content.",
        &[
            required("text", Text, "the text; each line of a content is a point"),
            optional("placeholder", Number, "which one of the slide, from 1; the title if left out"),
            SLIDE,
        ],
    ),
    changes!(
        "set_titles",
        "Sets the titles of many slides that follow each other.",
        &[
            required("titles", Texts, "the titles in the order of the slides"),
            optional("first", Number, "the number of the first slide; 1 if left out"),
        ],
    ),
    changes!("set_notes", "Sets the notes of a slide.", &[required("text", Text, "the notes"), SLIDE]),
    changes!(
        "set_background_color",
        "Gives slides a background of one colour.",
        &[required("color_code", Text, "the colour, such as #ff8800"), SLIDES],
    ),
    changes!(
        "set_transition",
        "Sets how slides come in.",
        &[
            required(
                "kind",
                one_of(&[
                    Borrowed("none"),
                    Borrowed("fade"),
                    Borrowed("wipe"),
                    Borrowed("push"),
                    Borrowed("cover"),
                ]),
                "how",
            ),
            SLIDES,
            optional("seconds", Number, "how long it takes"),
        ],
    ),
    changes!(
        "insert_picture",
        "Puts a picture on a slide.",
        &[
            required("path", Path(PathUse::Reads), "the file of the picture"),
            LEFT,
            TOP,
            optional("width", Number, "in centimetres; 10 if left out"),
            SLIDE,
        ],
    ),
    changes!(
        "insert_text_box",
        "Puts a text on a slide.",
        &[
            required("text", Text, "the text"),
            LEFT,
            TOP,
            optional("width", Number, "in centimetres; 12 if left out"),
            optional("height", Number, "in centimetres; 2 if left out"),
            SLIDE,
        ],
    ),
    changes!(
        "insert_table",
        "Puts a table on a slide.",
        &[
            required("rows", Rows, "the rows, each a list of the texts of its cells"),
            LEFT,
            TOP,
            optional("width", Number, "in centimetres; 20 if left out"),
            SLIDE,
        ],
    ),
    changes!(
        "set_master",
        "Gives slides another master of the presentation.",
        &[required("name", Text, "its name; a wrong one is answered with all names"), SLIDES],
    ),
    SAVE,
    changes!(
        "save_as",
        "Saves the presentation under another name; a pdf, html or picture is a copy.",
        &[
            PATH,
            optional(
                "format",
                one_of(&[
                    Borrowed("odp"),
                    Borrowed("pptx"),
                    Borrowed("pdf"),
                    Borrowed("html"),
                    Borrowed("png"),
                    Borrowed("jpg"),
                    Borrowed("svg"),
                    Borrowed("fodp"),
                ]),
                "the format; that of the name's ending if left out. A png, jpg or svg has the slide in front",
            ),
            optional("current_slide_only", Flag, "true for a pdf of the slide in front alone"),
        ],
    ),
    UNDO,
];
