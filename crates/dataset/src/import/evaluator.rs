//! Translates the functions that judge a foreign task into checks. Few have an equivalent: most compare the result with a document
//! that would have to be fetched, or look at what no check knows.

use super::not_imported::{NotImportedReason, Problem, UntranslatedPart};
use deskpilot_dataflow::DOCUMENT_PLACEHOLDER;
use serde_json::{Value, json};

/// Translates a function into checks, and returns why it leaves parts out.
type Translate = fn(&Judgement<'_>) -> Result<(Vec<Value>, Vec<NotImportedReason>), NotImportedReason>;

/// The functions with an equivalent.
const FUNCTIONS: &[(&str, Translate)] = &[
    ("compare_table", compare_table),
    ("check_include_exclude", check_include_exclude),
    ("file_contains", file_contains),
];
/// The endings of documents that checks can read.
const DOCUMENTS: &[&str] = &["odt", "ods", "odp", "fodt", "fods", "fodp", "docx", "xlsx", "pptx"];
/// The endings of files that are texts.
const TEXTS: &[&str] = &["txt", "csv", "tsv", "md", "html", "htm", "xml", "json"];

/// A function that judges a task, with what it looks at and what it expects.
struct Judgement<'a> {
    result: &'a Value,
    expected: &'a Value,
    options: &'a Value,
    /// The names of the documents that the task opens.
    opened: &'a [String],
}

/// Whether the task is one that cannot be done.
pub(super) fn is_infeasible(evaluator: &Value) -> bool {
    functions(evaluator).contains(&"infeasible")
}

/// The checks that say the same, and what has none.
pub(super) fn checks(evaluator: &Value, opened: &[String]) -> (Vec<Value>, Vec<Problem>) {
    let functions = functions(evaluator);
    let part = |name: &str| UntranslatedPart::Evaluator(name.to_owned());
    if functions.len() > 1 && evaluator.get("conj").and_then(Value::as_str) == Some("or") {
        let as_problem = |name: &&str| Problem { part: part(name), reason: NotImportedReason::Alternatives };
        return (Vec::new(), functions.iter().map(as_problem).collect());
    }
    let (mut checks, mut problems) = (Vec::new(), Vec::new());
    for (at, name) in functions.iter().enumerate() {
        let of = |key: &str| nth(evaluator.get(key).unwrap_or(&Value::Null), at);
        let judgement =
            Judgement { result: of("result"), expected: of("expected"), options: of("options"), opened };
        let known = FUNCTIONS.iter().find(|(known, _)| known == name);
        match known.map_or(Err(NotImportedReason::NoSuchCheck), |(_, translate)| translate(&judgement)) {
            Err(reason) => problems.push(Problem { part: part(name), reason }),
            Ok((found, reasons)) => {
                checks.extend(found);
                problems.extend(reasons.into_iter().map(|reason| Problem { part: part(name), reason }));
            }
        }
    }
    (checks, problems)
}

/// The name of the file at the end of a path.
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn functions(evaluator: &Value) -> Vec<&str> {
    match evaluator.get("func") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The value for one of several functions: in a list, or the same for all.
fn nth(values: &Value, at: usize) -> &Value {
    match values {
        Value::Array(values) => values.get(at).unwrap_or(&Value::Null),
        other => other,
    }
}

impl Judgement<'_> {
    /// The file it looks at, if it looks at one.
    fn file(&self) -> Option<&str> {
        let is_file = self.result.get("type").and_then(Value::as_str) == Some("vm_file");
        self.result.get("path").and_then(Value::as_str).filter(|_| is_file).map(file_name)
    }

    /// The file as the subject of a check: the task's own document, or another file next to it.
    fn subject(&self) -> Option<(&'static str, &str)> {
        let name = self.file()?;
        let ending = name.rsplit_once('.')?.1.to_lowercase();
        let known = |endings: &[&str]| endings.contains(&ending.as_str());
        match name {
            _ if self.opened.iter().any(|it| it == name) => Some(("document", DOCUMENT_PLACEHOLDER)),
            _ if known(DOCUMENTS) => Some(("document", name)),
            _ if known(TEXTS) => Some(("file", name)),
            _ => None,
        }
    }

    /// A check that the file contains a text.
    fn contains(&self, text: &str) -> Result<Value, NotImportedReason> {
        match self.subject() {
            Some(("document", name)) => Ok(json!({ "document": name, "text_contains": text })),
            Some((subject, name)) => Ok(json!({ subject: name, "contains": text })),
            None => Err(NotImportedReason::NoSuchCheck),
        }
    }

    fn contains_all(&self, texts: &Value) -> Result<Vec<Value>, NotImportedReason> {
        let texts: Vec<&str> = texts.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if texts.is_empty() {
            return Err(NotImportedReason::NoSuchCheck);
        }
        texts.into_iter().map(|it| self.contains(it)).collect()
    }
}

/// Rules on a spreadsheet: those on the value of a cell of the first sheet are checks.
fn compare_table(it: &Judgement<'_>) -> Result<(Vec<Value>, Vec<NotImportedReason>), NotImportedReason> {
    let Some(("document", document)) = it.subject() else { return Err(NotImportedReason::NoSuchCheck) };
    let rules = it.options.get("rules").and_then(Value::as_array);
    let (mut checks, mut reasons) = (Vec::new(), Vec::new());
    for rule in rules.into_iter().flatten() {
        match cell_and_value(rule) {
            Some((cell, value)) => {
                checks.push(json!({ "document": document, "cell": cell, "equals": value }));
            }
            None => {
                let kind = rule.get("type").and_then(Value::as_str).unwrap_or("?");
                reasons.push(NotImportedReason::NoSuchRule(format!("its rule {kind}")));
            }
        }
    }
    if checks.is_empty() { Err(NotImportedReason::NoSuchCheck) } else { Ok((checks, reasons)) }
}

fn cell_and_value(rule: &Value) -> Option<(&str, &Value)> {
    let is = |key: &str, wanted: Value| rule.get(key) == Some(&wanted);
    let value = rule.get("props")?.as_object().filter(|it| it.len() == 1)?.get("value")?;
    let is_equal = value.get("method").and_then(Value::as_str) == Some("eq");
    let wanted = value.get("ref").filter(|it| it.is_string() || it.is_number())?;
    let cell = rule.get("coordinate")?.as_str()?;
    (is("type", json!("check_cell")) && is("sheet_idx", json!(0)) && is_equal).then_some((cell, wanted))
}

/// Texts that must, and must not, be in a file.
fn check_include_exclude(
    it: &Judgement<'_>,
) -> Result<(Vec<Value>, Vec<NotImportedReason>), NotImportedReason> {
    let rules = it.expected.get("rules").unwrap_or(&Value::Null);
    let checks = it.contains_all(rules.get("include").unwrap_or(&Value::Null))?;
    let excluded = rules.get("exclude").and_then(Value::as_array).is_some_and(|it| !it.is_empty());
    let reasons = excluded.then(|| NotImportedReason::NoSuchRule("the texts that must not be there".into()));
    Ok((checks, reasons.into_iter().collect()))
}

/// Texts that must be in a file.
fn file_contains(it: &Judgement<'_>) -> Result<(Vec<Value>, Vec<NotImportedReason>), NotImportedReason> {
    let rules = it.expected.get("rules").unwrap_or(&Value::Null);
    Ok((it.contains_all(rules.get("expected").unwrap_or(&Value::Null))?, Vec::new()))
}
