//! Parts of the program in Python that need no LibreOffice: what they count, where they find texts, and what they answer.

use crate::office_desktop::PYTHON;
use serde_json::{Value, json};
use std::process::Command;

/// The modules in the order in which they use each other.
const MODULES: &[(&str, &str)] = &[
    ("common", include_str!("../../bridge/common.py")),
    ("impress_shapes", include_str!("../../bridge/impress_shapes.py")),
    ("writer_places", include_str!("../../bridge/writer_places.py")),
];
const BEGIN: &str = "import json, sys, types
for name, source in json.loads(sys.argv[1]):
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, name + '.py', 'exec'), module.__dict__)
";

/// Shapes of a slide, all of which have the service of presentations, as those of LibreOffice do.
const SLIDE: &str = r#"
from impress_shapes import placeholders_of

class Shape:
    def __init__(self, kind):
        self.kind = "com.sun.star." + kind
    def getShapeType(self):
        return self.kind
    def supportsService(self, name):
        return True

class Text(Shape):
    def getString(self):
        return "tea"

class Slide(list):
    Count = property(len)
    getByIndex = list.__getitem__

shapes = [Text("presentation.TitleTextShape"), Text("drawing.TextShape"), Text("drawing.GraphicObjectShape"),
          Shape("presentation.TableShape"), Text("presentation.OutlinerShape")]
print(json.dumps([it.kind for it in placeholders_of(Slide(shapes))]))
"#;

/// Texts that stand in each other: in the document, above pages, and in what is bound to either.
const TEXTS: &str = r#"
from writer_places import outermost

class Text:
    def supportsService(self, name):
        return False

class Bound(Text):
    def __init__(self, around):
        self.around = around
    def getAnchor(self):
        return self.around and types.SimpleNamespace(getText=lambda: self.around)

class Cell(Text):
    def __init__(self, around):
        self.table = Bound(around)
    def supportsService(self, name):
        return name == "com.sun.star.text.CellProperties"
    def getEnd(self):
        return types.SimpleNamespace(getPropertyValue={"TextTable": self.table}.__getitem__)

body, header, page_frame = Text(), Text(), Bound(None)
names = {body: "body", header: "header", page_frame: "frame"}
each = [body, Cell(body), Cell(Cell(body)), Bound(body), Cell(Bound(body)), header, Cell(header), Bound(Cell(header)), page_frame]
print(json.dumps([names[outermost(it)] for it in each]))
"#;

/// Formats of places that take all values, or keep what they have.
const FORMATS: &str = r#"
import contextlib
from common import with_format

class Place:
    def __init__(self, *fixed):
        self.held, self.fixed = {"CharHeight": 12.0, "CharWeight": 100.0}, fixed
    def getPropertyValue(self, key):
        return self.held[key]
    def setPropertyValue(self, key, value):
        if key not in self.fixed:
            self.held[key] = value

class Here:
    def one_step(self, name):
        return contextlib.nullcontext()

def answer(wanted, *fixed):
    return next(iter(with_format(Here(), "font", "1 text", [Place(*fixed)], wanted)))

large = {"CharHeight": 20.0, "CharWeight": 150.0}
print(json.dumps([answer(large), answer(large, "CharHeight"), answer(large, *large), answer({"CharHeight": 12.0})]))
"#;

/// A document for whose file another program is faster.
const NEW_DOCUMENT: &str = r#"
import os, tempfile
for name in ("calc_sheets", "impress", "writer_pages"):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].FORMATS = {"odt": "writer8"}
module = types.ModuleType("new_documents")
exec(compile(SOURCE, "new_documents.py", "exec"), module.__dict__)

class Document:
    is_closed = False
    def storeAsURL(self, url, values):
        if os.path.exists(path) and not {it.Name: it.Value for it in values}.get("Overwrite", True):
            raise OSError("it is there")
        write("ours")
    def close(self, deliver):
        self.is_closed = True

class Desktop:
    def loadComponentFromURL(self, *how):
        write("theirs")
        return document

class Here:
    def service(self, name):
        return Desktop()

def write(text):
    with open(path, "w") as file:
        file.write(text)

document = Document()
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "letter.odt")
    try:
        module.new_document(Here(), path)
    except Exception as error:
        why = str(error)
    with open(path) as file:
        print(json.dumps([why, file.read(), document.is_closed]))
"#;

/// What a program prints that has the modules.
fn printed(program: &str) -> Value {
    let mut command = Command::new(PYTHON);
    command.args(["-I", "-c", &format!("{BEGIN}{program}"), &json!(MODULES).to_string()]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_placeholder_is_what_the_layout_gave_to_a_slide_for_a_text() {
    let expected =
        json!(["com.sun.star.presentation.TitleTextShape", "com.sun.star.presentation.OutlinerShape"]);
    assert_eq!(printed(SLIDE), expected);
}

#[test]
fn a_text_is_found_in_the_document_or_above_pages_through_tables_and_frames() {
    let body = ["body"; 5];
    let expected: Vec<&str> = body.into_iter().chain(["header"; 3]).chain(["frame"]).collect();
    assert_eq!(printed(TEXTS), json!(expected));
}

#[test]
fn formats_that_do_not_take_are_a_part_or_no_change_by_what_is_read_back() {
    assert_eq!(printed(FORMATS), json!(["evidence", "partial", "unchanged", "same"]));
}

#[test]
fn a_new_document_replaces_no_file_that_came_meanwhile() {
    let source = json!(include_str!("../../bridge/new_documents.py"));
    let program = format!("SOURCE = {source}\n{NEW_DOCUMENT}");
    assert_eq!(printed(&program), json!(["it is there", "theirs", true]));
}
