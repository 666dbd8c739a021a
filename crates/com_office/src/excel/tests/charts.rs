//! Charts and conditions.

use super::excel;
use serde_json::json;

#[test]
fn a_chart_has_its_kind_its_titles_and_its_series() {
    let recording = |kind: i16| {
        let rest = r#"
            get @chart.ChartTitle -> @title
            get @title.Text -> "Sums"
            get @chart.Axes(2) -> @axis
            get @axis.AxisTitle -> @axistitle
            get @axistitle.Text -> "Euro"
        "#;
        format!(
            r#"
            get @window.ActiveSheet -> @sheet
            get @sheet.Range("A1:A5,C1:C5") -> @cells
            get @sheet.ProtectContents -> false
            get @cells.Left -> 0.0
            get @cells.Width -> 48
            get @cells.Top -> 15.0
            get @sheet.ChartObjects -> @charts
            call @charts.Add(60.0, 15.0, 288.0, 144.0) -> @frame
            get @frame.Chart -> @chart
            put @chart.ChartType = 5
            call @chart.SetSourceData(@cells)
            get @chart.SeriesCollection -> @series
            get @series.Count -> 1
            put @chart.HasTitle = true
            get @chart.ChartTitle -> @title
            put @title.Text = "Sums"
            get @chart.Axes(2) -> @axis
            put @axis.HasTitle = true
            get @axis.AxisTitle -> @axistitle
            put @axistitle.Text = "Euro"
            put @frame.Name = "sums"
            put @chart.HasLegend = false
            get @chart.SeriesCollection -> @series
            get @series.Count -> 1
            get @chart.ChartType -> {kind}
            {}
            get @frame.Name -> "sums"
            get @cells.Address(false, false) -> "A1:A5,C1:C5"
            "#,
            if kind == 5 { rest } else { "" }
        )
    };
    let args = json!({
        "range": "A1:A5; C1:C5", "kind": "pie", "title": "Sums", "y_title": "Euro", "name": "sums", "legend": false,
        "width": 10.16, "height": 5.08,
    });
    let what = "the pie chart \"sums\" of A1:A5,C1:C5 has 1 series";
    let end = "; Excel keeps no step of Undo for it";
    assert_eq!(excel("insert_chart", &args, &recording(5)), format!("confirmed: {what}, read back{end}"));
    assert_eq!(
        excel("insert_chart", &args, &recording(51)),
        format!("partial: {what}, and is not as wanted{end}")
    );
}

#[test]
fn a_chart_that_would_show_nothing_goes_again() {
    let recording = r#"
        get @window.ActiveSheet -> @sheet
        get @sheet.Range("A1:B5") -> @cells
        get @sheet.ProtectContents -> false
        get @sheet.Range("E2") -> @corner
        get @corner.Left -> 10.0
        get @corner.Top -> 20.0
        get @sheet.ChartObjects -> @charts
        call @charts.Add(10.0, 20.0, 340.15748031496065, 226.77165354330708) -> @frame
        get @frame.Chart -> @chart
        put @chart.ChartType = 51
        call @chart.SetSourceData(@cells)
        get @chart.SeriesCollection -> @series
        get @series.Count -> 0
        call @frame.Delete()
        get @cells.Address(false, false) -> "A1:B5"
    "#;
    let result = excel("insert_chart", &json!({"range": "A1:B5", "cell": "E2"}), recording);
    assert!(result.contains("a chart of A1:B5 would show nothing"), "{result}");
}

#[test]
fn cells_have_a_colour_while_a_condition_holds_for_their_first_cell() {
    let recording = r#"
        get @window.ActiveSheet -> @sheet
        get @sheet.ProtectContents -> false
        get @sheet.Range("B2:B9") -> @cells
        call @sheet.Activate()
        call @cells.Select()
        get @cells.FormatConditions -> @conditions
        call @conditions.Add(2, missing, "=B2>100") -> @condition
        get @condition.Interior -> @inside
        put @inside.Color = 13421823
        get @condition.Interior -> @inside
        get @inside.Color -> 13421823
        get @condition.Formula1 -> "=B2>100"
        get @cells.Address(false, false) -> "B2:B9"
    "#;
    let args = json!({"range": "B2:B9", "formula": "B2>100", "fill_color": "#ffcccc"});
    assert_eq!(
        excel("highlight_cells", &args, recording),
        "confirmed: B2:B9 has the colour where =B2>100, read back; B2:B9 is selected; Excel keeps no step of Undo for it"
    );
}
