//! What documents name elsewhere is not loaded, and the macros that they bring along do not run, on a private desktop.

use crate::office_desktop::{END_OF_SCRIPTS, OfficeDesktop};
use deskpilot_desktop::{Budget, DesktopReader, WindowList};
use serde_json::json;
use std::{
    fs,
    io::{Read, Write},
    net::TcpListener,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// A site on this machine that counts its requests.
struct Site {
    address: String,
    requests: Arc<AtomicUsize>,
}

impl Site {
    fn open() -> Site {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&requests);
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                counted.fetch_add(1, Ordering::SeqCst);
                let _ = stream.read(&mut [0; 4096]);
                let _ =
                    stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n42");
            }
        });
        Site { address, requests }
    }
}

/// A macro that writes a file.
fn macro_to(file: &str) -> String {
    format!("Sub Main\nOpen \"{file}\" For Output As #1\nPrint #1, \"ran\"\nClose #1\nEnd Sub\n")
}

/// A sheet with a picture on the site, a question to it, and a reference to a file that holds another number by now.
fn sheet(site: &str, other: &str) -> String {
    format!(
        r#"<table:table table:name="One" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2">
<table:shapes><draw:frame svg:width="3cm" svg:height="3cm">
<draw:image xlink:type="simple" xlink:href="{site}/picture.png" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></table:shapes>
<table:table-row>
<table:table-cell table:formula="of:=COM.MICROSOFT.WEBSERVICE(&quot;{site}/old&quot;)" office:value-type="string"
  office:string-value="old"><text:p>old</text:p></table:table-cell>
<table:table-cell table:formula="of:=['file://{other}'#$other.A1]" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>
</table:table-row></table:table>
<table:table table:name="'file://{other}'#other" table:print="false" table:style-name="ta_extref"
  xmlns:xlink="http://www.w3.org/1999/xlink">
<table:table-source xlink:type="simple" xlink:href="other.csv" table:table-name="other" table:filter-name="Text - txt - csv (StarCalc)"
  table:mode="copy-results-only"/>
<table:table-column/><table:table-row><table:table-cell office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>
</table:table-row></table:table>"#
    )
}

/// The Basic of a document, and which of its events runs `Main`.
fn scripts(source: &str, event: &str) -> String {
    let source = source.replace('"', "&quot;");
    format!(
        r#"<office:scripts xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:ooo="http://openoffice.org/2004/office"
  xmlns:xlink="http://www.w3.org/1999/xlink"><office:script script:language="ooo:Basic"><ooo:libraries>
<ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M"><ooo:source-code>{source}</ooo:source-code></ooo:module>
</ooo:library-embedded></ooo:libraries></office:script><office:event-listeners><script:event-listener script:language="ooo:script"
  script:event-name="{event}" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document"
  xlink:type="simple"/></office:event-listeners></office:scripts>{END_OF_SCRIPTS}"#
    )
}

/// A section from a file that holds another text by now.
const SECTION: &str = r#"<text:section text:name="Other" xmlns:xlink="http://www.w3.org/1999/xlink">
<text:section-source xlink:type="simple" xlink:href="other.txt"/><text:p>held</text:p></text:section>"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_spreadsheet_reaches_no_site_and_runs_no_macro_by_its_address() {
    let site = Site::open();
    let mut calc = Box::pin(a_sheet_asks_no_site_and_keeps_the_values_that_it_holds(&site)).await;
    Box::pin(a_formula_reaches_no_site(&mut calc, &site)).await;
    Box::pin(no_address_runs_a_macro(&mut calc)).await;
}

/// Returns the sheet, in its LibreOffice.
async fn a_sheet_asks_no_site_and_keeps_the_values_that_it_holds(site: &Site) -> OfficeDesktop {
    let mut calc = OfficeDesktop::open_in_folder("calc", "fods", |folder| {
        let other = folder.join("other.csv");
        fs::write(&other, "99\n").unwrap();
        sheet(&site.address, &other.to_string_lossy())
    })
    .await;
    assert_eq!(calc.read("get_range_values", json!({"range": "A1:B1", "sheet": "One"})).await, "old\t1");
    assert_eq!(site.requests.load(Ordering::SeqCst), 0);
    let shown = calc.desktop.controls(&calc.window, Budget::LOOK).await.unwrap().controls;
    assert!(!shown.iter().any(|it| it.name == "Allow updating"), "{shown:#?}");
    calc
}

/// Nor does a sheet whose links LibreOffice trusts because it has had none.
async fn a_formula_reaches_no_site(calc: &mut OfficeDesktop, site: &Site) {
    calc.open_next("formula", r#"<table:table table:name="One"/>"#).await;
    let formula = format!("=WEBSERVICE(\"{}/new\")", site.address);
    let typed = calc.effect("set_cells", json!({"range": "A1", "rows": [[formula]]})).await;
    assert!(typed.contains("shows #VALUE!"), "{typed}");
    assert_eq!(site.requests.load(Ordering::SeqCst), 0);
}

/// Neither asks: a question would stand in the way, and somebody might say yes to it.
pub(crate) async fn a_letter_keeps_the_text_that_it_holds_and_its_macro_does_not_run(
    writer: &mut OfficeDesktop,
) {
    let (other, marker) = (writer.sibling_path("other.txt"), writer.sibling_path("ran"));
    fs::write(other, "fresh").unwrap();
    writer.open_next("held", &(scripts(&macro_to(&marker), "dom:load") + SECTION)).await;
    assert!(writer.window.title.contains("held.fodt"), "{:?}", writer.window);
    let text = writer.read("get_text", json!({})).await;
    assert!(text.contains("held") && !text.contains("fresh"), "{text}");
    assert!(!Path::new(&marker).exists());
}

/// LibreOffice says so in a dialog, in the middle of the command.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_formula_calls_no_macro_of_its_document() {
    let mut marker = String::new();
    let mut calc = OfficeDesktop::open_in_folder("calc", "fods", |folder| {
        marker = folder.join("ran").to_string_lossy().into_owned();
        let function = macro_to(&marker).replace("Sub ", "Function ").replace("End Sub", "End Function");
        scripts(&function, "dom:unload") + r#"<table:table table:name="One"/>"#
    })
    .await;
    let args = json!({"range": "A1", "rows": [["=MAIN()"]]});
    let asked = calc.run_within("set_cells", args, Duration::from_secs(1)).await.unwrap().effect.to_string();
    assert!(asked.contains("or ask in a window"), "{asked}");
    while calc.desktop.windows().await.unwrap().len() < 2 {}
    let shown = calc.desktop.controls(&calc.window, Budget::LOOK).await.unwrap().controls;
    assert!(shown.iter().any(|it| it.name.contains("macro support is disabled")), "{shown:#?}");
    assert!(!Path::new(&marker).exists());
}

/// Not even a macro that is in the profile runs by its address. What a program asks for returns once the macro has run.
async fn no_address_runs_a_macro(calc: &mut OfficeDesktop) {
    calc.open_next("macro", r#"<table:table table:name="One"/>"#).await;
    assert!(calc.read("list_sheets", json!({})).await.contains("One"), "it listens");
    let marker = calc.sibling_path("ran");
    let source = macro_to(&marker);
    for address in [
        "macro:///Standard.Wall.Main",
        "vnd.sun.star.script:Standard.Wall.Main?language=Basic&location=application",
    ] {
        let printed = calc
            .python(&format!(
                r#"
libraries = service("script.ApplicationScriptLibraryContainer", context)
standard = libraries.getByName("Standard") if libraries.hasByName("Standard") else libraries.createLibrary("Standard")
if not standard.hasByName("Wall"):
    standard.insertByName("Wall", {source:?})
frame = service("frame.Desktop", context).getFrames().getByIndex(0)
service("frame.DispatchHelper", context).executeDispatch(frame, "{address}", "", 0, ())
print(standard.hasByName("Wall"))
"#
            ))
            .await;
        assert_eq!(printed, "True\n");
        assert!(!Path::new(&marker).exists(), "{address}");
    }
}
