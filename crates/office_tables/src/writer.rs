//! The commands of text documents.

use crate::parts::{NEW_DOCUMENT, PATH, SAVE, UNDO, removes};
use deskpilot_core::{
    CommandSpec, Param,
    ParamKind::{Flag, Number, Path, Range, Rows, Text, Url},
    PathUse, changes,
    command_table::{NOTE, one_of, optional, required},
    reads,
};
use std::borrow::Cow::Borrowed;

const PARAGRAPH: Param =
    optional("paragraph", Number, "the number of the paragraph, from 1; what is selected if left out");
const END: Param = optional("end", Number, "the number of the last paragraph; only the first if left out");
const TABLE: Param =
    optional("table", Text, "the name or the number of the table, from 1; the first if left out");

pub(crate) const COMMANDS: &[CommandSpec] = &[
    reads!(
        "get_text",
        "Reads the document as Markdown, its links as [text](address), or its outline with the numbers of the paragraphs.",
        &[optional("outline", Flag, "true for the headings alone"), NOTE],
    ),
    changes!(
        "insert_text",
        "Inserts a new paragraph with a text; line breaks begin further paragraphs.",
        &[
            required("text", Text, "the text"),
            optional("after", Number, "the number of the paragraph before it, from 1; the last if left out"),
        ],
    ),
    changes!(
        "set_paragraph_text",
        "Gives a paragraph another text; its style stays.",
        &[required("number", Number, "its number, from 1"), required("text", Text, "the text, on one line")],
    ),
    removes!(
        "remove_paragraphs",
        "Removes paragraphs.",
        &[required("start", Number, "the number of the first, from 1"), END],
    ),
    changes!(
        "insert_page_break",
        "Begins a page with a paragraph.",
        &[required("before", Number, "the number of the paragraph, from 1")],
    ),
    changes!(
        "replace_text",
        "Replaces each place where a text stands.",
        &[
            required("find", Text, "what to look for"),
            required("replace", Text, "what to put there"),
            optional("match_case", Flag, "false if capitals do not matter"),
            optional("regex", Flag, "true if find is a regular expression"),
        ],
    ),
    changes!(
        "insert_table",
        "Inserts a table with lines around its cells, at the caret or after a paragraph.",
        &[
            required("rows", Number, "how many rows, 1 to 1000"),
            required("columns", Number, "how many columns, 1 to 50"),
            optional("values", Rows, "the texts of its cells, row by row"),
            optional(
                "header_row",
                Flag,
                "true if the first row is the head: bold, shaded, and repeated on each page",
            ),
            optional(
                "after",
                Number,
                "the number of the paragraph after which it stands; the caret if left out",
            ),
        ],
    ),
    changes!(
        "insert_range_table",
        "Inserts cells of a spreadsheet as a table, as they are shown there, without hidden rows and columns.",
        &[
            required("path", Path(PathUse::Reads), "the whole path of the spreadsheet, open or not"),
            optional(
                "range",
                Range,
                "the cells, such as A1:C5 or Sales.A1:C5; all that are used if left out",
            ),
            optional("sheet", Text, "the name of the sheet; the first if left out"),
            optional(
                "after",
                Number,
                "the number of the paragraph after which it stands; the caret if left out",
            ),
            optional("header_row", Flag, "false if the first row is not the head, which is bold and shaded"),
        ],
    ),
    reads!("read_table", "Reads a table as Markdown.", &[TABLE, NOTE]),
    changes!(
        "set_table",
        "Fills the first rows of a table.",
        &[required("rows", Rows, "the texts of the cells, row by row"), TABLE],
    ),
    changes!(
        "select_text",
        "Selects a text in the window.",
        &[
            required("text", Text, "the text, with its capitals"),
            optional("number", Number, "which of its places, from 1; the first if left out"),
        ],
    ),
    changes!(
        "select_paragraph",
        "Selects paragraphs in the window.",
        &[required("start", Number, "the number of the first, from 1"), END],
    ),
    changes!("select_table", "Selects a table in the window.", &[TABLE]),
    changes!(
        "set_font",
        "Changes how letters look: of each place of a text, of paragraphs, or of what is selected.",
        &[
            optional("font", Text, "the name of the font"),
            optional("size", Number, "the size in points"),
            optional("bold", Flag, "whether they are bold"),
            optional("italic", Flag, "whether they are italic"),
            optional("underline", Flag, "whether they are underlined"),
            optional("text_color", Text, "their colour, such as #ff8800"),
            optional("text", Text, "the text whose letters are meant"),
            PARAGRAPH,
            END,
        ],
    ),
    changes!(
        "set_paragraph_format",
        "Changes how paragraphs stand on the page.",
        &[
            optional(
                "align",
                one_of(&[Borrowed("left"), Borrowed("center"), Borrowed("right"), Borrowed("justify")]),
                "where the lines stand",
            ),
            optional("line_spacing", Number, "the distance of the lines, 1 for single, 1.5, 2"),
            optional("before", Number, "the space before, in centimetres"),
            optional("after", Number, "the space after, in centimetres"),
            optional("first_line", Number, "the indent of the first line, in centimetres"),
            optional("left", Number, "the indent of all lines, in centimetres"),
            PARAGRAPH,
            END,
        ],
    ),
    changes!(
        "set_style",
        "Gives paragraphs a style.",
        &[required("style", Text, "its name, such as Heading 1, Title or Quotations"), PARAGRAPH, END],
    ),
    changes!(
        "insert_picture",
        "Inserts a picture from a file.",
        &[
            required("path", Path(PathUse::Reads), "the whole path of the picture"),
            optional("width", Number, "its width in centimetres; as it is if left out"),
            optional(
                "after",
                Number,
                "the number of the paragraph at whose end it stands; the caret if left out",
            ),
        ],
    ),
    changes!(
        "add_comment",
        "Adds a comment to a place of the text.",
        &[
            required("text", Text, "the comment"),
            required("at", Text, "the text that it is about"),
            optional("author", Text, "who says it; Deskpilot if left out"),
        ],
    ),
    changes!(
        "insert_hyperlink",
        "Makes a text a link, or writes one at the end of a paragraph. It does not open the address.",
        &[
            required("url", Url, "the whole address, https, http or mailto"),
            required("text", Text, "the text that is the link, with its capitals"),
            optional(
                "paragraph",
                Number,
                "the number of the paragraph at whose end the text is written; where the text stands if left out",
            ),
            optional("number", Number, "which of the places of the text, from 1; the first if left out"),
        ],
    ),
    changes!(
        "set_header_footer",
        "Sets what stands above and below the pages of the present page style. It says what page 1 shows if that is something else.",
        &[
            optional("header", Text, "the text above"),
            optional("footer", Text, "the text below"),
            optional(
                "page_number",
                Flag,
                "true for the number of the page, which counts by itself, at the end of the footer",
            ),
            optional(
                "align",
                one_of(&[Borrowed("left"), Borrowed("center"), Borrowed("right"), Borrowed("justify")]),
                "where the lines of what is set stand; as they are if left out",
            ),
        ],
    ),
    changes!(
        "set_page",
        "Changes the paper and the margins of the present page style.",
        &[
            optional(
                "paper",
                one_of(&[
                    Borrowed("A3"),
                    Borrowed("A4"),
                    Borrowed("A5"),
                    Borrowed("Letter"),
                    Borrowed("Legal"),
                ]),
                "its format",
            ),
            optional("landscape", Flag, "whether it lies on its side"),
            optional("margin", Number, "all four margins in centimetres"),
        ],
    ),
    changes!(
        "insert_contents",
        "Inserts a table of contents at the begin of the document.",
        &[
            optional("title", Text, "its title; Contents if left out"),
            optional("levels", Number, "how many levels of headings, 1 to 10; 3 if left out"),
        ],
    ),
    changes!(
        "text_to_table",
        "Makes a table of paragraphs, each of which becomes a row.",
        &[optional("separator", Text, "what stands between two cells; a tab if left out"), PARAGRAPH, END],
    ),
    changes!(
        "track_changes",
        "Begins or ends to record changes.",
        &[required("on", Flag, "whether changes are recorded from now on")],
    ),
    SAVE,
    changes!(
        "save_as",
        "Saves the document under another name; a pdf, html or epub is a copy.",
        &[
            PATH,
            optional(
                "format",
                one_of(&[
                    Borrowed("odt"),
                    Borrowed("docx"),
                    Borrowed("pdf"),
                    Borrowed("txt"),
                    Borrowed("rtf"),
                    Borrowed("html"),
                    Borrowed("epub"),
                    Borrowed("fodt"),
                ]),
                "the format; that of the name's ending if left out",
            ),
        ],
    ),
    NEW_DOCUMENT,
    UNDO,
];
