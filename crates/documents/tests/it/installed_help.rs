//! The help of the applications that the set-up installs, and of all others that are there.

use deskpilot_documents::{Document, DocumentError, Format, installed, installed_all, read};
use std::{collections::HashMap, path::Path};

fn document(path: &Path) -> Document {
    read(path).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_help_of_the_calculator_is_read_as_its_pages() {
    let help = installed("gnome-calculator");
    let page = help.iter().find(|it| it.path.ends_with("help/C/gnome-calculator/equation.page"));
    let page = page.expect("the package gnome-calculator has help");
    assert_eq!((page.application.as_str(), page.language.as_deref()), ("gnome-calculator", Some("en")));
    let version = page.version.as_deref().expect("dpkg knows the version");
    assert!(
        version.starts_with(|it: char| it.is_ascii_digit()) && !version.contains(['-', ':']),
        "{version}"
    );
    let equation = document(&page.path);
    assert_eq!(equation.title, "Basic Equations");
    assert_eq!(equation.sections[0].path, ["Basic Equations"]);
    assert!(equation.sections[0].text.contains("press the = button"), "{}", equation.sections[0].text);
}

#[test]
fn a_sections_text_is_what_its_page_says() {
    let keyboard = document("/usr/share/help/C/gnome-calculator/keyboard.page".as_ref());
    let text: Vec<&str> = keyboard.sections.iter().map(|it| it.text.as_str()).collect();
    let text = text.join("\n");
    for expected in ["| π | Ctrl+P |", "use Ctrl+number", "All mathematical equations"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(!text.contains('<'), "{text}");
}

#[test]
fn all_help_of_this_machine_is_read() {
    let mut read_of: HashMap<&str, usize> = HashMap::new();
    let mut refused = Vec::new();
    for help in installed_all() {
        // Each takes a process of its own.
        if Format::of_name(&help.path) == Some(Format::Pdf) {
            continue;
        }
        match read(&help.path) {
            Ok(document) => {
                let kind = help.path.extension().and_then(|it| it.to_str()).unwrap_or_default();
                let kind = ["page", "docbook", "gz", "html", "md"].into_iter().find(|it| *it == kind);
                *read_of.entry(kind.unwrap_or("other")).or_default() += 1;
                check(&document, &help.path);
            }
            // What is only a part of another document, and what names another page.
            Err(DocumentError::InFile { source, .. })
                if matches!(*source, DocumentError::OtherPage(_) | DocumentError::Damaged { .. }) =>
            {
                refused.push(help.path);
            }
            Err(error) => panic!("{error}"),
        }
    }
    let count: usize = read_of.values().sum();
    assert!(read_of.contains_key("page") && count >= 30, "{read_of:?}");
    assert!(refused.len() * 50 <= count, "{} of {count} are refused: {refused:?}", refused.len());
}

fn check(document: &Document, path: &Path) {
    let shown = path.display();
    assert!(!document.title.is_empty(), "{shown}");
    for section in &document.sections {
        assert_eq!(section.path.first(), Some(&document.title), "{shown}");
        assert!(section.path.iter().all(|it| !it.trim().is_empty()), "{shown}: {:?}", section.path);
        assert!(!section.text.trim().is_empty(), "{shown}");
        assert!(!section.text.contains("![") || !path.ends_with("md"), "{shown}");
    }
}
