//! Sheets and names.

use super::excel;
use serde_json::json;

/// The names of the two sheets A and B are asked for.
const NAMES: &str = r#"
    get @document.Worksheets -> @sheets
    get @sheets.Count -> 2
    get @sheets.Item(1) -> @a
    get @a.Name -> "A"
    get @sheets.Item(2) -> @b
    get @b.Name -> "B"
"#;

#[test]
fn sheets_are_listed_with_the_cells_that_they_use() {
    let recording = r#"
        get @window.ActiveSheet -> @a
        get @a.Name -> "A"
        get @document.Worksheets -> @sheets
        get @sheets.Count -> 2
        get @sheets.Item(1) -> @a
        get @a.Name -> "A"
        get @a.UsedRange -> @cells
        get @cells.CountLarge -> 6
        get @cells.Address(false, false) -> "A1:C2"
        get @a.Visible -> -1
        get @sheets.Item(2) -> @b
        get @b.Name -> "B"
        get @b.UsedRange -> @cell
        get @cell.CountLarge -> 1
        get @cell.Formula -> ""
        get @b.Visible -> 2
    "#;
    assert_eq!(
        excel("list_sheets", &json!({}), recording),
        "confirmed: read 2 sheets\nA: A1:C2 (in front)\nB: empty (hidden)"
    );
}

#[test]
fn a_sheet_is_added_where_it_is_wanted_and_gets_its_name() {
    for (args, place, position) in [
        (json!({"name": "C"}), "get @sheets.Item(2) -> @b\ncall @sheets.Add(After: @b) -> @c", 3),
        (
            json!({"name": "C", "position": 1}),
            "get @sheets.Item(1) -> @a\ncall @sheets.Add(Before: @a) -> @c",
            1,
        ),
    ] {
        let end = format!("put @c.Name = \"C\"\nget @sheets.Item({position}) -> @c\nget @c.Name -> \"C\"");
        let recording = format!("{NAMES}get @document.Worksheets -> @sheets\n{place}\n{end}");
        let result = excel("add_sheet", &args, &recording);
        assert_eq!(result, format!("confirmed: sheet {position} is C; Excel keeps no step of Undo for it"));
    }
}

#[test]
fn names_that_are_taken_or_that_excel_does_not_take_are_refused() {
    let result = excel("add_sheet", &json!({"name": "b"}), NAMES);
    assert_eq!(result, "refused: add_sheet cannot do this: there is a sheet \"b\"");
    for name in ["", "a/b", "[x]", "'x", &"x".repeat(32)] {
        let result = excel("add_sheet", &json!({"name": name}), "");
        assert!(result.starts_with("refused: ") && result.contains("1 to 31 characters"), "{result}");
    }
}

#[test]
fn a_sheet_is_renamed_copied_and_removed_and_the_names_are_read_back() {
    let rename = format!(
        "get @document.Worksheets -> @sheets\nget @sheets.Item(\"A\") -> @a\nget @a.Name -> \"A\"\n{NAMES}put @a.Name = \"C\"\nget @a.Name -> \"C\""
    );
    let result = excel("rename_sheet", &json!({"name": "C", "sheet": "A"}), &rename);
    assert_eq!(result, "confirmed: the sheet A is called C; Excel keeps no step of Undo for it");

    let copy = format!(
        r#"
        get @document.Worksheets -> @sheets
get @sheets.Item("A") -> @a
        {NAMES}
        get @document.Worksheets -> @sheets
        get @sheets.Item(2) -> @b
        call @a.Copy(After: @b)
        get @sheets.Count -> 3
        get @sheets.Item(3) -> @copy
        put @copy.Name = "C"
        get @copy.Name -> "C"
        get @a.Name -> "A"
        "#
    );
    let result = excel("copy_sheet", &json!({"name": "C", "sheet": "A"}), &copy);
    assert_eq!(result, "confirmed: C is a copy of A; Excel keeps no step of Undo for it");

    let remove = |left: &str| {
        format!(
            r#"
            get @document.Worksheets -> @sheets
get @sheets.Item("B") -> @b
            get @document.Worksheets -> @sheets
            get @sheets.Count -> 2
            get @excel.DisplayAlerts -> true
            put @excel.DisplayAlerts = false
            call @b.Delete()
            put @excel.DisplayAlerts = true
            {left}
            "#
        )
    };
    let one = "get @document.Worksheets -> @sheets\nget @sheets.Count -> 1\nget @sheets.Item(1) -> @a\nget @a.Name -> \"A\"";
    let result = excel("remove_sheet", &json!({"sheet": "B"}), &remove(one));
    assert_eq!(result, "confirmed: the sheet B is gone; A are left; Excel keeps no step of Undo for it");
    let result = excel("remove_sheet", &json!({"sheet": "B"}), &remove(NAMES));
    assert!(result.starts_with("partial: the sheet B is still there"), "{result}");
}

#[test]
fn a_name_means_cells_as_excel_reads_it_back() {
    let recording = r#"
        get @document.Worksheets -> @sheets
get @sheets.Item("It's") -> @sheet
        get @sheet.Range("A1:B2") -> @cells
        get @sheet.Name -> "It's"
        get @cells.Address(false, false) -> "A1:B2"
        get @cells.Address -> "$A$1:$B$2"
        get @document.Names -> @names
        call @names.Add("Total", "='It''s'!$A$1:$B$2") -> @name
        get @name.RefersTo -> "='It''s'!$A$1:$B$2"
    "#;
    let args = json!({"name": "Total", "range": "A1:B2", "sheet": "It's"});
    let result = excel("name_range", &args, recording);
    assert_eq!(result, "confirmed: Total means ='It''s'!$A$1:$B$2; Excel keeps no step of Undo for it");
}
