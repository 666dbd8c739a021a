//! Pages of help for the index: the help that is installed on this machine, repeated with other words in it.

use anyhow::{Result, bail};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Where applications install their help in English.
const INSTALLED: &str = "/usr/share/help/C";

/// The sections of a page, and the words of each.
const SECTIONS: usize = 5;
const WORDS: usize = 110;

/// Words of pages are replaced by these, each in so many pages that it is rare.
const OBJECTS: [&str; 12] = [
    "bookmark", "column", "playlist", "contact", "layer", "archive", "bookmark", "gradient", "footnote",
    "template", "keyboard", "calendar",
];

/// Writes so many pages into a folder. Returns the texts of their sections.
pub(super) fn write(folder: &Path, pages: usize) -> Result<Vec<String>> {
    let words = installed_words()?;
    fs::create_dir_all(folder)?;
    let mut texts = Vec::new();
    for page in 0..pages {
        let mut text = format!("# Page {page}\n");
        for section in 0..SECTIONS {
            let body = section_text(&words, page, section);
            text.push_str(&format!("\n## {} {section}\n\n{body}\n", OBJECTS[page % OBJECTS.len()]));
            texts.push(body);
        }
        let application = folder.join(format!("application{}", page % 40));
        fs::create_dir_all(&application)?;
        fs::write(application.join(format!("{page}.md")), text)?;
    }
    Ok(texts)
}

/// Consecutive words of the installed help, of which every tenth is of this page alone or of few.
fn section_text(words: &[String], page: usize, section: usize) -> String {
    let start = (page * 7919 + section * 104_729) % words.len();
    let word = |nth: usize| match nth % 10 {
        4 => format!("{}{}", OBJECTS[(page + nth) % OBJECTS.len()], page % 500),
        _ => words[(start + nth) % words.len()].clone(),
    };
    (0..WORDS).map(word).collect::<Vec<_>>().join(" ")
}

/// The words of all installed pages, without their markup.
fn installed_words() -> Result<Vec<String>> {
    let mut words = Vec::new();
    for page in pages(Path::new(INSTALLED)) {
        let text = fs::read_to_string(page).unwrap_or_default();
        let texts = text.split('<').filter_map(|it| it.split_once('>')).map(|(_, text)| text);
        words.extend(texts.flat_map(str::split_whitespace).map(str::to_owned));
    }
    if words.len() < 1000 {
        bail!("there is too little help in {INSTALLED}: install gedit and gnome-calculator");
    }
    Ok(words)
}

fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path());
    let mut found: Vec<PathBuf> = entries
        .flat_map(|path| match path.is_dir() {
            true => pages(&path),
            false => {
                Some(path).into_iter().filter(|it| it.extension().is_some_and(|it| it == "page")).collect()
            }
        })
        .collect();
    found.sort();
    found
}
