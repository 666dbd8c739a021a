//! How formulas are spelled for Calc, by the part of the program in Python that needs no LibreOffice.

use crate::office_desktop::PYTHON;
use serde_json::json;
use std::process::Command;

const PROGRAM: &str = include_str!("../../bridge/formula_spelling.py");
const END: &str = r#"
import json, sys
sheets = ["Sales", "My sheet", "It's"]
print(json.dumps([calc_spelling(it, sheets) for it in json.loads(sys.argv[1])]))
"#;

/// Formulas as Calc takes them, in a document with the sheets `Sales`, `My sheet` and `It's`.
fn spelled(formulas: &[&str]) -> Vec<String> {
    let formulas = json!(formulas).to_string();
    let output =
        Command::new(PYTHON).args(["-I", "-c", &format!("{PROGRAM}{END}"), &formulas]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn formulas_of_other_programs_are_spelled_as_calc_takes_them() {
    let cases = [
        ("=ROUND(H2/F2*100,1)", "=ROUND(H2/F2*100;1)"),
        ("=SUMIF(Sales!C2:C13,\"x,y\",sales!D2:D13)", "=SUMIF($'Sales'.C2:C13;\"x,y\";$'sales'.D2:D13)"),
        ("='My sheet'!$A$1+$'My sheet'!A2+$Sales!A3", "=$'My sheet'.$A$1+$'My sheet'.A2+$'Sales'.A3"),
        ("='It''s'!B2", "=$'It''s'.B2"),
        ("=SUM(Sales!A1:Sales!A3,Sales!1:3)", "=SUM($'Sales'.A1:$'Sales'.A3;$'Sales'.1:3)"),
        ("={1,2;3,4}", "={1;2|3;4}"),
        ("=MMULT({1,2;3,4},{1;2})", "=MMULT({1;2|3;4};{1|2})"),
        ("=AREAS((A1:B2,C3))", "=AREAS((A1:B2~C3))"),
        ("=SUM (A1,B1;C1)", "=SUM (A1;B1;C1)"),
        ("=SUM(T[[#Headers],[a]],1)", "=SUM(T[[#Headers],[a]];1)"),
        ("=_xlfn.CONCAT(A1,\"_xlfn.x\")", "=CONCAT(A1;\"_xlfn.x\")"),
        ("A1>AVERAGE(A1,B1)", "A1>AVERAGE(A1;B1)"),
    ];
    let (formulas, expected): (Vec<&str>, Vec<&str>) = cases.into_iter().unzip();
    assert_eq!(spelled(&formulas), expected);
}

/// Nor does a formula get to reach another document.
#[test]
fn what_calc_takes_already_and_what_it_cannot_mean_stays() {
    let formulas = [
        "=SUM(A1;Sales.B2;$'My sheet'.C3)",
        "=SUM({1;2|3;4};{1;2;3})",
        "=WENN(A1>1,5;\"a,b\";2)",
        "=1,5*A1",
        "=Nowhere!A1",
        "=A1:B2!B1:C3",
        "=#REF!+Sales!#REF!",
        "=a#Sales!A1",
        "='../a.ods'#Sales!A1",
        "='../a.ods'#$'Sales'!A1",
        "='/home/u/a.ods'$Sales!A1",
        "=[a.xlsx]Sales!A1",
        "='/home/u/[a.xlsx]Sales'!A1",
        "=WEB_xlfn.SERVICE(A1)",
        "=cmd|'/c calc'!A0",
        "=\"Sales!A1, open",
        "",
    ];
    assert_eq!(spelled(&formulas), formulas);
}

#[test]
fn a_very_long_formula_is_spelled_in_time() {
    let parts = ["[", "'", "(", "a(", "{,", "\"", "Sales!A1,", " ", "$"];
    let formulas: Vec<String> = parts.iter().map(|it| format!("={}", it.repeat(2_000))).collect();
    let formulas: Vec<&str> = formulas.iter().map(String::as_str).collect();
    assert_eq!(spelled(&formulas).len(), formulas.len());
}
