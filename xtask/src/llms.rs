//! `llms.txt`: what Deskpilot is and where its pages are, for language models, from the tables of pages in the README.

use anyhow::{Context, Result, bail};
use std::{collections::BTreeSet, fs, path::Path};

/// What comes before the lists of pages.
const HEAD: &str = "\
# Deskpilot

> A desktop agent for Linux in Rust: a request in plain language is split into subtasks over real GUI applications and carried out
> there, with approvals for risky actions and a log of every step.

Use it from another agent as an MCP server: `deskpilot mcp config claude-code --write` puts it into the settings of a client, and
`skills/deskpilot/SKILL.md` says when to give it work. Use it from another program with `deskpilot run REQUEST --json` (events as JSON
lines; exit codes: 0 finished, 1 failed, 2 usage, 3 needs a person, 130 stopped), `deskpilot answer TASK`, `deskpilot watch TASK --json`,
`deskpilot log --json`.
";

/// The page with the tables, which is listed first.
const README: (&str, &str) = ("README.md", "what it is, installation, use");
/// The folder of the pages.
const PAGES: &str = "docs";
/// The folder of the pages about native commands, whose first sentences say what they are about.
const COMMANDS: &str = "docs/commands";
/// What a table of pages begins with.
const TABLE: &str = "| page | about |\n| --- | --- |\n";

/// A page, and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ListedPage {
    path: String,
    about: String,
}

/// The text for this workspace.
pub(crate) fn page(root: &Path) -> Result<String> {
    let tables = tables(&text(root, README.0)?);
    let Ok([for_users, for_developers]) = <[Vec<ListedPage>; 2]>::try_from(tables) else {
        bail!("the README has not two tables of pages, for users and for developers");
    };
    check([&for_users, &for_developers].into_iter().flatten(), &files(root, PAGES)?)?;
    let readme = ListedPage { path: README.0.into(), about: README.1.into() };
    let for_users = [vec![readme], for_users].concat();
    let lists = [
        ("Documentation", for_users),
        ("Native commands", native_commands(root)?),
        ("Optional", for_developers),
    ];
    let mut page = HEAD.to_owned();
    for (title, pages) in lists {
        page.push_str(&format!("\n## {title}\n\n"));
        for it in pages {
            page.push_str(&format!("- [{}]({}): {}\n", heading(root, &it.path)?, it.path, it.about));
        }
    }
    Ok(page)
}

/// The tables of pages, in their order. A row may name several pages.
fn tables(readme: &str) -> Vec<Vec<ListedPage>> {
    let rows = |table: &str| -> Vec<ListedPage> {
        table.lines().take_while(|it| it.starts_with('|')).flat_map(listed).collect()
    };
    readme.split(TABLE).skip(1).map(rows).collect()
}

/// The pages of one row.
fn listed(row: &str) -> Vec<ListedPage> {
    let Some((links, about)) = row.trim_matches(['|', ' ']).split_once(" | ") else { return Vec::new() };
    let paths = links.split("](").skip(1).filter_map(|it| it.split_once(')'));
    paths.map(|(path, _)| ListedPage { path: path.to_owned(), about: about.to_owned() }).collect()
}

/// An error for a page that no row names, or more than one.
fn check<'a>(listed: impl Iterator<Item = &'a ListedPage>, pages: &[String]) -> Result<()> {
    let mut known = BTreeSet::new();
    for it in listed {
        if !known.insert(it.path.as_str()) {
            bail!("two rows of the README name {}", it.path);
        }
    }
    match pages.iter().find(|it| !known.contains(it.as_str())) {
        Some(page) => bail!("no row of the README names {page}: add one that says what it is about"),
        None => Ok(()),
    }
}

/// The pages about native commands.
fn native_commands(root: &Path) -> Result<Vec<ListedPage>> {
    let listed = |path: String| -> Result<ListedPage> {
        let text = text(root, &path)?;
        let sentence = text.lines().nth(2).and_then(|it| it.split(". ").next()).unwrap_or_default();
        let about = sentence.trim_end_matches('.').to_owned();
        Ok(ListedPage { path, about })
    };
    files(root, COMMANDS)?.into_iter().map(listed).collect()
}

/// The Markdown files of a folder by their paths, sorted.
fn files(root: &Path, folder: &str) -> Result<Vec<String>> {
    let entries = fs::read_dir(root.join(folder)).with_context(|| format!("{folder} cannot be read"))?;
    let names = entries.flatten().map(|it| it.file_name().to_string_lossy().into_owned());
    let mut files: Vec<String> =
        names.filter(|it| it.ends_with(".md")).map(|it| format!("{folder}/{it}")).collect();
    files.sort();
    Ok(files)
}

fn heading(root: &Path, path: &str) -> Result<String> {
    let text = text(root, path)?;
    let heading = text.lines().find_map(|it| it.strip_prefix("# "));
    Ok(heading.with_context(|| format!("{path} has no heading"))?.to_owned())
}

fn text(root: &Path, path: &str) -> Result<String> {
    fs::read_to_string(root.join(path)).with_context(|| format!("{path} cannot be read"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page_of(path: &str, about: &str) -> ListedPage {
        ListedPage { path: path.into(), about: about.into() }
    }

    #[test]
    fn the_list_has_every_page_once_and_is_fresh() {
        let root = crate::root().unwrap();
        let page = page(&root).unwrap();
        for path in [files(&root, PAGES).unwrap(), files(&root, COMMANDS).unwrap()].concat() {
            assert_eq!(page.matches(&format!("]({path}): ")).count(), 1, "{path}");
        }
        assert!(page == text(&root, "llms.txt").unwrap(), "llms.txt is stale: run `cargo xtask docs`");
    }

    #[test]
    fn rows_of_each_table_are_read_and_other_tables_are_not() {
        let readme = format!(
            "# X\n\n| a | b |\n| --- | --- |\n| [c](c.md) | d |\n\n{TABLE}| [docs/a.md](docs/a.md), [B](b.md) | both, or one |\n\n\
             [e](e.md)\n\n{TABLE}| [D](d.md) | d |\n"
        );
        let first = vec![page_of("docs/a.md", "both, or one"), page_of("b.md", "both, or one")];
        assert_eq!(tables(&readme), [first, vec![page_of("d.md", "d")]]);
    }

    #[test]
    fn a_page_that_no_row_names_and_one_that_two_name_are_errors() {
        let rows = [page_of("docs/a.md", "a"), page_of("README.md", "b")];
        let pages = |names: &[&str]| names.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
        assert!(check(rows.iter(), &pages(&["docs/a.md"])).is_ok());
        let missing = check(rows.iter(), &pages(&["docs/a.md", "docs/b.md"])).unwrap_err().to_string();
        assert!(missing.contains("names docs/b.md"), "{missing}");
        let twice = check(rows.iter().chain(&rows), &pages(&["docs/a.md"])).unwrap_err().to_string();
        assert!(twice.contains("docs/a.md"), "{twice}");
    }
}
