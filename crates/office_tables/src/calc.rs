//! The commands of spreadsheets.

use crate::parts::{NEW_DOCUMENT, PATH, SAVE, UNDO, removes};
use deskpilot_core::{
    CommandSpec, Param,
    ParamKind::{self, Flag, Formula, Number, Path, Range, Rows, Text, Texts},
    PathUse, changes,
    command_table::{NOTE, one_of, optional, required},
    reads,
};
use std::borrow::Cow::Borrowed;

const SHEET: Param = optional("sheet", Text, "by name; default the one in front");
const NAME: Param = required("name", Text, "the new name");
const ROWS: Param = required(
    "rows",
    Rows,
    "lists of cells: a number, true or false, a text as it is, or a formula that begins with =",
);
const COUNT: Param = optional("count", Number, "how many, from 1; 1 if left out");
const FUNCTION: ParamKind =
    one_of(&[Borrowed("sum"), Borrowed("count"), Borrowed("average"), Borrowed("max"), Borrowed("min")]);
const CELLS: Param = required("range", Range, "the cells, such as A1 or A1:C5, or a named range");

pub(crate) const COMMANDS: &[CommandSpec] = &[
    changes!(
        "set_cells",
        "Fills cells, from the first of range on, with rows: lists of numbers, texts, and formulas that begin with =. One call \
         takes a whole table, and reports what the cells show.",
        &[
            required("range", Range, "the first cell, or as many as rows has"),
            ROWS,
            SHEET,
            optional("shown_only", Flag, "true skips hidden rows"),
        ],
    ),
    reads!(
        "get_range_values",
        "Reads cells, by default all that are used, each row on a line with tabs between its cells, with all decimals.",
        &[
            optional("range", Range, "the cells, such as A1:C5; all that are used if left out"),
            SHEET,
            optional("formulas", Flag, "true for formulas instead of their results"),
            NOTE,
        ],
    ),
    reads!("table2markdown", "Reads a whole sheet as a Markdown table, with all decimals.", &[SHEET, NOTE]),
    changes!(
        "set_cell_value",
        "Sets one cell.",
        &[
            required("cell", Range, "the cell, such as B2"),
            required("value", Text, "a number, a text, or a formula that begins with ="),
            SHEET,
        ],
    ),
    changes!(
        "insert_excel_table",
        "Fills cells with a table, from the cell in this row and column on.",
        &[
            ROWS,
            required("row", Number, "the number of the first row, from 1"),
            required("column", Number, "the number of the first column, from 1"),
            SHEET,
        ],
    ),
    changes!(
        "select_table_range",
        "Selects cells in the window.",
        &[required("range", Range, "the cells, such as A1:C5; * for all that are used"), SHEET],
    ),
    changes!(
        "auto_fill",
        "Fills cells from those at one edge, as by dragging the corner of a selection.",
        &[
            required("range", Range, "all cells, those to fill from included"),
            optional(
                "direction",
                one_of(&[Borrowed("down"), Borrowed("up"), Borrowed("right"), Borrowed("left")]),
                "where to; down if left out",
            ),
            optional("count", Number, "how many rows or columns to fill from, from 1; 1 if left out"),
            SHEET,
        ],
    ),
    changes!(
        "copy_range",
        "Copies cells to another place, sheet or, by path, from another open document, whose formulas it does not take.",
        &[
            required("range", Range, "the cells to copy, such as A1:C5"),
            required("cell", Range, "the first cell of the copy, such as E1"),
            optional(
                "what",
                one_of(&[Borrowed("all"), Borrowed("values"), Borrowed("formulas"), Borrowed("formats")]),
                "what of them; all if left out",
            ),
            optional(
                "path",
                Path(PathUse::Reads),
                "the whole path of the other document, which is open; this one if left out",
            ),
            optional(
                "sheet",
                Text,
                "the sheet that is copied from; the one in front, or the first of another document, if left out",
            ),
            optional("target_sheet", Text, "the sheet that gets the copy; the one in front if left out"),
        ],
    ),
    changes!(
        "reorder_columns",
        "Puts the columns of a table in another order, with their formats and formulas.",
        &[required("columns", Texts, "the heads of all columns in the new order"), SHEET],
    ),
    changes!(
        "sort_range",
        "Sorts rows by one or more columns. Refused where cells are merged or a filter hides rows.",
        &[
            required("by", Texts, "the heads or letters of the columns, the most important first"),
            optional("range", Range, "the cells; all that are used if left out"),
            optional("descending", Texts, "those of by that go from large to small"),
            optional("has_head", Flag, "false if the first row is to be sorted too"),
            SHEET,
        ],
    ),
    changes!(
        "filter_rows",
        "Shows only the rows that match. Without column it shows all rows again.",
        &[
            optional("column", Text, "the head or letter of the column"),
            optional(
                "condition",
                one_of(&[
                    Borrowed("equal"),
                    Borrowed("not_equal"),
                    Borrowed("greater"),
                    Borrowed("greater_equal"),
                    Borrowed("less"),
                    Borrowed("less_equal"),
                ]),
                "how cells compare with the value; equal if left out",
            ),
            optional("value", Text, "a number or a text"),
            optional("range", Range, "the cells with their heads; all that are used if left out"),
            SHEET,
        ],
    ),
    changes!(
        "freeze_panes",
        "Keeps the first rows and columns in view. 0 rows and 0 columns release them.",
        &[
            optional("rows", Number, "how many rows; 1 if left out"),
            optional("columns", Number, "how many columns; 0 if left out"),
            SHEET,
        ],
    ),
    changes!(
        "format_cells",
        "Changes how cells look, in several ranges at once if wanted.",
        &[
            optional(
                "range",
                Range,
                "the cells, such as A1:C5, or several such as A1:C1;Sales.A1:A9; left out with formats alone",
            ),
            optional("bold", Flag, "whether they are bold"),
            optional("italic", Flag, "whether they are italic"),
            optional("size", Number, "the size of the letters in points"),
            optional("font", Text, "the name of the font"),
            optional("text_color", Text, "the colour of the text, such as #ff8800"),
            optional("fill_color", Text, "the colour behind the text, such as #ff8800"),
            optional("number_format", Text, "a format code such as 0.00, #,##0 or YYYY-MM-DD"),
            optional(
                "align",
                one_of(&[Borrowed("left"), Borrowed("center"), Borrowed("right"), Borrowed("standard")]),
                "where the text stands in the cell",
            ),
            optional("wrap", Flag, "whether long texts go on in another line"),
            optional(
                "formats",
                Rows,
                "other formats for other cells, each a range, then names of these arguments with their values: [\"A1:D1\", \
                 \"bold\", true]",
            ),
            SHEET,
        ],
    ),
    changes!(
        "highlight_cells",
        "Gives cells a colour for as long as a condition holds.",
        &[
            CELLS,
            required(
                "formula",
                Formula,
                "the condition, such as A1>100, written for the first cell of the range",
            ),
            required("fill_color", Text, "the colour, such as #ffcccc"),
            SHEET,
        ],
    ),
    changes!(
        "insert_chart",
        "Draws a chart of cells, whose first row and column hold the names. Refused where it would show nothing.",
        &[
            required("range", Range, "the cells, such as A1:B5, or several of one sheet such as A1:A5;C1:C5"),
            optional(
                "kind",
                one_of(&[
                    Borrowed("column"),
                    Borrowed("bar"),
                    Borrowed("line"),
                    Borrowed("pie"),
                    Borrowed("area"),
                    Borrowed("scatter"),
                    Borrowed("net"),
                    Borrowed("donut"),
                    Borrowed("bubble"),
                    Borrowed("stock"),
                ]),
                "the kind of chart; column if left out",
            ),
            optional("title", Text, "its title"),
            optional("name", Text, "its name in the document"),
            optional("cell", Range, "the cell of its upper left corner; next to the cells if left out"),
            optional("width", Number, "its width in centimetres; 12 if left out"),
            optional("height", Number, "its height in centimetres; 8 if left out"),
            SHEET,
            optional("target_sheet", Text, "the sheet that gets the chart; that of the cells if left out"),
            optional("x_title", Text, "the title of the axis with the names"),
            optional("y_title", Text, "the title of the axis with the values"),
            optional("legend", Flag, "whether it has a legend; with several series or shares if left out"),
            optional("has_head", Flag, "false if the first row holds values instead of the names of series"),
            optional("has_labels", Flag, "false if the first column holds values instead of names"),
        ],
    ),
    changes!(
        "name_range",
        "Gives cells a name that formulas can use.",
        &[required("name", Text, "the name: letters, digits and _"), CELLS, SHEET],
    ),
    reads!("check_formulas", "Lists the formulas of a sheet that give an error.", &[SHEET, NOTE]),
    changes!(
        "insert_rows",
        "Inserts empty rows.",
        &[required("before", Number, "the number of the row that they come before, from 1"), COUNT, SHEET],
    ),
    removes!(
        "remove_rows",
        "Removes rows.",
        &[required("first", Number, "the number of the first, from 1"), COUNT, SHEET]
    ),
    changes!(
        "insert_columns",
        "Inserts empty columns.",
        &[required("before", Text, "the letter of the column that they come before"), COUNT, SHEET],
    ),
    removes!(
        "remove_columns",
        "Removes columns.",
        &[required("first", Text, "the letter of the first"), COUNT, SHEET]
    ),
    changes!(
        "set_column_width",
        "Sets the width of columns.",
        &[
            required("columns", Text, "a column such as B, or columns such as B:D"),
            optional("width", Number, "in centimetres; as wide as what they hold if left out"),
            SHEET,
        ],
    ),
    changes!(
        "merge_cells",
        "Makes cells one cell, or splits it again.",
        &[CELLS, optional("merged", Flag, "false to split them again"), SHEET],
    ),
    changes!(
        "create_pivot_table",
        "Sums a table up on a new sheet, and reports what it shows.",
        &[
            required("rows", Texts, "the heads of the columns whose values become rows"),
            required("values", Text, "the head of the column that is summed up"),
            optional("columns", Texts, "the heads of the columns whose values become columns"),
            optional("function", FUNCTION, "how; sum if left out"),
            optional("range", Range, "the table with its heads; all that is used if left out"),
            optional("name", Text, "the name of the new sheet; Pivot if left out"),
            SHEET,
        ],
    ),
    reads!("list_sheets", "Lists the sheets and the cells that each uses.", &[NOTE]),
    changes!(
        "add_sheet",
        "Adds an empty sheet.",
        &[NAME, optional("position", Number, "its place among the sheets, from 1; the last if left out")],
    ),
    changes!("rename_sheet", "Gives a sheet another name.", &[NAME, SHEET]),
    changes!("copy_sheet", "Copies a sheet to the end of the document.", &[NAME, SHEET]),
    removes!("remove_sheet", "Removes a sheet with all its cells.", &[required("sheet", Text, "its name")]),
    SAVE,
    changes!(
        "save_as",
        "Saves the document under another name; a pdf or html is a copy. A csv has the sheet in front only.",
        &[
            PATH,
            optional(
                "format",
                one_of(&[
                    Borrowed("ods"),
                    Borrowed("xlsx"),
                    Borrowed("csv"),
                    Borrowed("pdf"),
                    Borrowed("html"),
                    Borrowed("fods"),
                ]),
                "the format; that of the name's ending if left out",
            ),
        ],
    ),
    NEW_DOCUMENT,
    UNDO,
];
