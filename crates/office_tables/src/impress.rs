//! The commands of presentations.

use crate::parts::{NEW_DOCUMENT, PATH, SAVE, UNDO, removes};
use deskpilot_core::{
    CommandSpec, Param,
    ParamKind::{self, Flag, Number, Path, Rows, Text, Texts, Url},
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
const TABLE: Param = optional("table", Number, "which table of the slide, from 1; the first if left out");
const LAYOUT: ParamKind = one_of(&[
    Borrowed("title"),
    Borrowed("title_content"),
    Borrowed("two_content"),
    Borrowed("title_only"),
    Borrowed("blank"),
    Borrowed("centered"),
]);

pub(crate) const COMMANDS: &[CommandSpec] = &[
    reads!(
        "list_slides",
        "Reads the texts, tables, pictures, charts and notes of all slides. Each tab before a line is a level of a point.",
        &[NOTE]
    ),
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
            required(
                "text",
                Text,
                "the text; each line of a content is a point, and each tab before it makes it one level deeper",
            ),
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
            optional("width", Number, "in centimetres; 20, or what the slide has room for, if left out"),
            SLIDE,
        ],
    ),
    changes!(
        "insert_chart",
        "Puts a chart with numbers of its own on a slide.",
        &[
            required(
                "rows",
                Rows,
                "the names of the series behind an empty cell, then a row for each name with its numbers"
            ),
            optional(
                "kind",
                one_of(&[
                    Borrowed("column"),
                    Borrowed("bar"),
                    Borrowed("line"),
                    Borrowed("pie"),
                    Borrowed("area"),
                    Borrowed("net"),
                    Borrowed("donut"),
                ]),
                "the kind of chart; column if left out",
            ),
            optional("title", Text, "its title"),
            LEFT,
            TOP,
            optional("width", Number, "in centimetres; 20, or what the slide has room for, if left out"),
            optional("height", Number, "in centimetres; 11, or what the slide has room for, if left out"),
            SLIDE,
            optional("x_title", Text, "the title of the axis with the names"),
            optional("y_title", Text, "the title of the axis with the values"),
            optional("legend", Flag, "whether it has a legend; with several series or shares if left out"),
        ],
    ),
    reads!("read_table", "Reads a table of a slide as Markdown, and where it is.", &[TABLE, SLIDE, NOTE]),
    changes!(
        "set_table",
        "Fills the first rows of a table on a slide. It gets the rows and columns that it lacks.",
        &[required("rows", Rows, "the texts of the cells, row by row"), TABLE, SLIDE],
    ),
    changes!(
        "set_font",
        "Changes how the letters of texts on slides look.",
        &[
            optional("font", Text, "the name of the font"),
            optional("size", Number, "the size in points"),
            optional("bold", Flag, "whether they are bold"),
            optional("italic", Flag, "whether they are italic"),
            optional("text_color", Text, "their colour, such as #ff8800"),
            optional(
                "part",
                one_of(&[Borrowed("all"), Borrowed("title"), Borrowed("content"), Borrowed("table")]),
                "which texts; all if left out",
            ),
            optional("shape", Number, "only the shape with this number in list_slides"),
            optional("slides", Texts, "the numbers of the slides, from 1; the one in front if left out"),
        ],
    ),
    changes!(
        "replace_text",
        "Replaces each place where a text stands on slides, in their tables and in their notes.",
        &[
            required("find", Text, "what to look for"),
            required("replace", Text, "what to put there"),
            optional("match_case", Flag, "false if capitals do not matter"),
            SLIDES,
        ],
    ),
    changes!(
        "insert_hyperlink",
        "Makes the first place of a text on a slide a link. It does not open the address.",
        &[
            required("url", Url, "the whole address, https, http or mailto"),
            required("text", Text, "the text that becomes the link, with its capitals"),
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
    NEW_DOCUMENT,
    UNDO,
];
