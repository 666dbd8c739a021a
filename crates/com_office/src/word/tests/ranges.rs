//! Cells of a spreadsheet become a table.

use super::{UNPROTECTED, count, paragraph, step, word};
use serde_json::json;

const FILE: &str = "file \"C:\\\\a.xlsx\" -> 9 bytes at 1\n";

/// The calls for two rows and three columns of a sheet, of which the second column is hidden.
const CELLS: &str = r######"
    get @sheet.Range("A1:C2") -> @cells
    get @cells.Rows -> @rows
    get @rows.Count -> 2
    get @cells.Columns -> @columns
    get @columns.Count -> 3
    get @cells.Rows -> @rows
    get @rows.Item(1) -> @row
    get @row.EntireRow -> @whole
    get @whole.Hidden -> false
    get @rows.Item(2) -> @row
    get @row.EntireRow -> @whole
    get @whole.Hidden -> false
    get @cells.Columns -> @columns
    get @columns.Item(1) -> @column
    get @column.EntireColumn -> @whole
    get @whole.Hidden -> false
    get @columns.Item(2) -> @column
    get @column.EntireColumn -> @whole
    get @whole.Hidden -> true
    get @columns.Item(3) -> @column
    get @column.EntireColumn -> @whole
    get @whole.Hidden -> false
    get @cells.Value -> [["Day", "x", "Sum"], [date 46112.0, "x", 1.5]]
    get @cells.Item(1, 1) -> @cell
    get @cell.Text -> "Day"
    get @cells.Item(1, 3) -> @cell
    get @cell.Text -> "Sum"
    get @cells.Item(2, 1) -> @cell
    get @cell.Text -> "####"
    get @cells.Item(2, 3) -> @cell
    get @cell.Text -> "1.50 €"
"######;

/// The calls that put them into the document, and what its table holds then.
fn inserted(now: &str) -> String {
    let cell = |row: u8, column: u8, text: &str| {
        format!(
            "get @table.Cell({row}, {column}) -> @cell\nget @cell.Range -> @in\nput @in.Text = {text:?}\n"
        )
    };
    let calls = paragraph(3, "p")
        + "get @p.Range -> @range\ncall @range.InsertParagraphAfter()\nget @p.Next -> @next\nget @next.Range -> @place\n\
           get @document.Tables -> @tables\ncall @tables.Add(@place, 2, 2) -> @table\nget @table.Borders -> @borders\n\
           put @borders.Enable = true\n"
        + &cell(1, 1, "Day")
        + &cell(1, 2, "Sum")
        + &cell(2, 1, "2026-03-31")
        + &cell(2, 2, "1.50 €")
        + "get @table.Rows -> @rows\nget @rows.Item(1) -> @head\nput @head.HeadingFormat = true\nget @head.Range -> @in\n\
           get @in.Font -> @font\nput @font.Bold = true\nget @head.Shading -> @shade\nput @shade.BackgroundPatternColor = 14277081\n";
    format!(
        "get @document.Tables -> @tables\nget @tables.Count -> 0\n{}get @table.Uniform -> true\nget @table.Columns -> @columns\n\
         get @columns.Count -> 2\nget @table.Range -> @inside\nget @inside.Text -> \"{}\"\nget @document.Tables -> @tables\n\
         get @tables.Count -> 1",
        step("Insert table", &calls),
        now.replace('|', "\\r\\u0007")
    )
}

fn begin() -> String {
    format!("{FILE}{UNPROTECTED}{}", count(3))
}

#[test]
fn cells_of_an_open_spreadsheet_are_inserted_as_they_are_shown_there() {
    let recording = |now: &str| {
        format!(
            "{}running Excel.Application -> @excel\nget @excel.Workbooks -> @books\nget @books.Count -> 1\nget @books.Item(1) -> @book\n\
             get @book.FullName -> \"c:\\\\A.xlsx\"\nget @book.Worksheets -> @sheets\nget @sheets.Item(\"Sales\") -> @sheet\n{CELLS}{}",
            begin(),
            inserted(now)
        )
    };
    let args = json!({"path": "C:\\a.xlsx", "range": "Sales.A1:C2", "after": 3});
    let result = word("insert_range_table", &args, &recording("Day|Sum||2026-03-31|1.50 €||"));
    assert_eq!(result, "confirmed: a table of 2 rows of 2 cells is inserted, read back");
    let other = recording("Day|Sum||2026-03-31|||");
    let (other, _) = other.rsplit_once("get @document.Tables").unwrap();
    let result = word("insert_range_table", &args, other);
    assert!(result.starts_with("partial: "), "{result}");
}

/// The calls that open the file in an Excel of its own, and what they lead to.
fn opened(reply: &str) -> String {
    format!(
        "{}running Excel.Application -> ! asleep\nstarted Excel.Application -> @own\nput @own.DisplayAlerts = false\n\
         put @own.EnableEvents = false\nput @own.AutomationSecurity = 3\nget @own.Workbooks -> @books\n\
         call @books.Open(\"C:\\\\a.xlsx\", 0, true, Password: \"\", AddToMru: false) -> {reply}",
        begin()
    )
}

#[test]
fn a_spreadsheet_that_is_not_open_is_read_by_a_copy_of_excel_without_macros_which_ends() {
    let args = json!({"path": "C:\\a.xlsx", "sheet": "Sales", "range": "A1:C2", "after": 3});
    let recording = format!(
        "{}\nget @book.Worksheets -> @sheets\nget @sheets.Item(\"Sales\") -> @sheet\n{CELLS}call @book.Close(false)\ncall @own.Quit()\n{}",
        opened("@book"),
        inserted("Day|Sum||2026-03-31|1.50 €||")
    );
    let result = word("insert_range_table", &args, &recording);
    assert_eq!(result, "confirmed: a table of 2 rows of 2 cells is inserted, read back");
    let locked = opened("! exception The password is not correct.") + "\ncall @own.Quit()";
    let result = word("insert_range_table", &args, &locked);
    assert!(result.starts_with("refused: ") && result.ends_with("The password is not correct."), "{result}");
    let no_sheet = opened("@book")
        + "\nget @book.Worksheets -> @sheets\nget @sheets.Item(\"Sales\") -> ! exception Subscript out of range\n\
           call @book.Close(false)\ncall @own.Quit()";
    let result = word("insert_range_table", &args, &no_sheet);
    assert_eq!(result, "refused: sheet must be the name of a sheet of the spreadsheet");
}

#[test]
fn what_cannot_be_read_leaves_the_document_as_it_is() {
    let args = json!({"path": "C:\\a.xlsx"});
    let none = word("insert_range_table", &args, "file \"C:\\\\a.xlsx\" -> none");
    assert_eq!(none, "refused: path must be that of a spreadsheet that is there");
    let begin = format!("{FILE}{UNPROTECTED}");
    let absent = word("insert_range_table", &args, &format!("{begin}running Excel.Application -> ! absent"));
    assert!(
        absent.starts_with("refused: ")
            && absent.contains("Excel, which reads spreadsheets, is not installed"),
        "{absent}"
    );
    let open = format!(
        "{begin}running Excel.Application -> @excel\nget @excel.Workbooks -> @books\nget @books.Count -> 1\nget @books.Item(1) -> @book\n\
         get @book.FullName -> \"C:\\\\a.xlsx\"\nget @book.Worksheets -> @sheets\nget @sheets.Item(1) -> @sheet\n\
         get @sheet.UsedRange -> @cells\n"
    );
    let empty = format!("{open}get @cells.CountLarge -> 1\nget @cells.Formula -> \"\"");
    assert!(word("insert_range_table", &args, &empty).ends_with("the sheet is empty"));
    let large = format!(
        "{open}get @cells.CountLarge -> 2001\nget @cells.Rows -> @rows\nget @rows.Count -> 667\nget @cells.Columns -> @columns\n\
         get @columns.Count -> 3"
    );
    let result = word("insert_range_table", &args, &large);
    assert_eq!(result, "refused: range must be at most 2000 cells; these are 667 rows of 3");
}
