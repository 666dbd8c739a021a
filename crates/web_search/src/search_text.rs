//! What is sent to an engine: one short line about the subtask and its application, without what is private. Pure.

use crate::PrivateWords;
use deskpilot_core::is_hidden_char;
use deskpilot_knowledge::Query;
use url::Url;

/// The longest text, in characters: the strictest limit of the engines.
const MAX_CHARS: usize = 400;
/// The most words: the strictest limit of the engines.
const MAX_WORDS: usize = 50;
/// How much of a query is examined, in characters.
const MAX_QUERY_CHARS: usize = 4000;
/// The longest word of plain letters, in characters.
const LONGEST_WORD: usize = 60;
/// Signs that quote a text, and those that end it.
const QUOTES: [(char, char); 6] = [
    ('"', '"'),
    ('`', '`'),
    ('\'', '\''),
    ('\u{201c}', '\u{201d}'),
    ('\u{201e}', '\u{201c}'),
    ('\u{ab}', '\u{bb}'),
];
/// Characters that may surround a word.
const AROUND: [char; 17] =
    ['"', '\'', '`', '(', ')', '[', ']', '<', '>', ',', ';', ':', '.', '!', '?', '\u{201c}', '\u{201d}'];

/// Writes what is sent to an engine.
#[derive(Debug)]
pub(crate) struct SearchTextWriter {
    private: PrivateWords,
}

impl SearchTextWriter {
    pub(crate) const fn new(private: PrivateWords) -> SearchTextWriter {
        SearchTextWriter { private }
    }

    /// The text for a query; `None` if nothing is left to search for.
    pub(crate) fn text(&self, query: &Query) -> Option<String> {
        let subject = self.words(query.text());
        let application = query.application.replace(['-', '_'], " ");
        let lower = subject.join(" ").to_lowercase();
        let mut words = self.words(&application);
        words.retain(|it| !lower.contains(&it.to_lowercase()));
        let application_words = words.len();
        words.extend(subject);
        words.truncate(MAX_WORDS);
        // One more for the space that the first word does not have.
        let mut room = MAX_CHARS + 1;
        let fits = |word: &&String| {
            let taken = word.chars().count() + 1;
            let fits = taken <= room;
            room = if fits { room - taken } else { 0 };
            fits
        };
        let kept = words.iter().take_while(fits).count();
        (kept > application_words).then(|| words[..kept].join(" "))
    }

    /// The words of a text that may be sent.
    fn words(&self, text: &str) -> Vec<String> {
        let text: String = text.chars().take(MAX_QUERY_CHARS).collect();
        let text = without_quoted_paths(&without_secret_names(&text));
        let split = |it: char| it.is_whitespace() || is_hidden_char(it);
        text.split(split).filter(|it| !it.is_empty()).filter_map(|it| self.public_word(it)).collect()
    }

    /// A word as it may be sent: of an address its site, of a path and of the user's names nothing.
    fn public_word(&self, word: &str) -> Option<String> {
        let bare = word.trim_matches(AROUND);
        if !bare.contains(char::is_alphanumeric) {
            return None;
        }
        if let Ok(url) = Url::parse(bare)
            && bare.contains("://")
        {
            return url.host_str().filter(|_| matches!(url.scheme(), "http" | "https")).map(str::to_owned);
        }
        let is_email =
            bare.split_once('@').is_some_and(|(name, site)| !name.is_empty() && site.contains('.'));
        // Keys and identifiers, which no page is about.
        let is_token = bare.is_ascii() && bare.len() > LONGEST_WORD;
        let is_private = is_path(bare) || is_email || is_token || self.is_of_user(bare);
        (!is_private).then(|| word.to_owned())
    }

    /// Whether a word names the user or the user's home.
    fn is_of_user(&self, word: &str) -> bool {
        let home = self.private.home.to_string_lossy();
        if home.len() > 1 && word.contains(home.as_ref()) {
            return true;
        }
        let owner =
            word.strip_suffix("'s").or_else(|| word.strip_suffix("\u{2019}s")).unwrap_or(word).to_lowercase();
        let of_home = self.private.home.file_name().map(|it| it.to_string_lossy().to_lowercase());
        let names = self.private.users.iter().map(|it| it.to_lowercase()).chain(of_home);
        // The administrator's account name identifies no person.
        names.filter(|it| it != "root").any(|it| it == owner)
    }
}

/// The text without the quoted paths in it, which may have spaces.
fn without_quoted_paths(text: &str) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some((start, sign)) =
        rest.char_indices().find(|(_, it)| QUOTES.iter().any(|(open, _)| open == it))
    {
        let inside = &rest[start + sign.len_utf8()..];
        let ends =
            QUOTES.iter().filter(|(open, _)| *open == sign).filter_map(|(_, close)| inside.find(*close));
        kept.push_str(&rest[..start]);
        match ends.min().filter(|end| is_path(inside[..*end].trim())) {
            Some(end) => {
                let close = inside[end..].chars().next().map_or(0, char::len_utf8);
                rest = &inside[end + close..];
            }
            None => {
                kept.push(sign);
                rest = inside;
            }
        }
    }
    kept + rest
}

/// The text without references to secrets, such as `{{secret:bank}}`.
fn without_secret_names(text: &str) -> String {
    let (mut kept, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once("{{secret:") {
        kept.push_str(before);
        kept.push(' ');
        rest = after.split_once("}}").map_or("", |(_, after)| after);
    }
    kept + rest
}

/// Whether a text is a path: from a root, from a home, of a drive, or of a file in folders.
fn is_path(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has_drive =
        bytes.first().is_some_and(u8::is_ascii_alphabetic) && matches!(bytes.get(1..3), Some(b":\\" | b":/"));
    let slashes = text.matches('/').count();
    let is_rooted = text.starts_with(['/', '~', '\\']) || text.starts_with("./") || text.starts_with("../");
    let is_file = slashes > 0 && text.rsplit('/').next().is_some_and(|it| it.contains('.'));
    let is_variable = text.starts_with('$') && slashes > 0;
    is_rooted && text.len() > 1
        || has_drive
        || is_file
        || is_variable
        || slashes > 1
        || text.contains(":\\")
        || text.to_ascii_lowercase().starts_with("file:")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(application: &str, subtask: &str) -> String {
        let private = PrivateWords { home: "/home/ann".into(), users: vec!["Smith".into(), "root".into()] };
        let query = Query { subtask: subtask.into(), application: application.into(), ..Query::default() };
        SearchTextWriter::new(private).text(&query).unwrap_or_default()
    }

    #[test]
    fn a_search_is_about_the_subtask_in_its_application() {
        for (application, subtask, expected) in [
            (
                "libreoffice-writer",
                "insert a  table\nof contents",
                "libreoffice writer insert a table of contents",
            ),
            ("gimp", "crop a picture in GIMP", "crop a picture in GIMP"),
            ("", "set up TCP/IP and/or IPv6", "set up TCP/IP and/or IPv6"),
            ("gedit", "", ""),
            ("gedit", " ?! ", ""),
            ("gedit", "a\u{202e}b", "gedit a b"),
        ] {
            assert_eq!(text(application, subtask), expected, "{subtask:?}");
        }
        let of_request = Query { request: "write a letter".into(), ..Query::default() };
        let writer = SearchTextWriter::new(PrivateWords::default());
        assert_eq!(writer.text(&of_request).as_deref(), Some("write a letter"));
    }

    #[test]
    fn what_is_private_is_not_sent() {
        for (subtask, expected) in [
            ("save as /home/ann/tax.odt now", "save as now"),
            ("open \"/home/ann/My Letters/to bob.odt\" and print", "open and print"),
            ("open '~/My Letters/to bob.odt', then print", "open then print"),
            ("open \u{201c}C:\\Users\\ann\\a b.txt\u{201d} please", "open please"),
            ("open \u{201e}/tmp/a b\u{201c} please", "open please"),
            ("open (file:///home/ann/x) please", "open please"),
            ("copy Documents/tax.odt to ../x and $HOME/y", "copy to and"),
            ("see https://bank.example/account?id=7#x there", "see bank.example there"),
            ("see ftp://files.example/x there", "see there"),
            ("write to ann@mail.example today", "write to today"),
            ("ann's calendar, Smith and Ann", "calendar, and"),
            ("log in with {{secret:bank}} at once", "log in with at once"),
            ("log in with {{secret:bank", "log in with"),
            ("become root", "become root"),
            ("don't crop the \"first page\" header", "don't crop the \"first page\" header"),
            ("the user's \"own\" 'file menu'", "the user's \"own\" 'file menu'"),
        ] {
            assert_eq!(text("", subtask), expected, "{subtask:?}");
        }
        assert_eq!(text("/home/ann/bin/tool", "help"), "help");
    }

    #[test]
    fn a_search_has_at_most_400_characters_and_50_words() {
        assert_eq!(text("", &"w ".repeat(1000)).split(' ').count(), 50);
        let long = text("", &format!("{} ", "\u{e4}".repeat(30)).repeat(100));
        assert_eq!(long.chars().count(), 12 * 31 - 1);
        assert_eq!(
            text("gedit", &"\u{e4}".repeat(401)),
            "",
            "its application alone is nothing to search for"
        );
        assert_eq!(text("", &format!("use {} here", "a1".repeat(40))), "use here");
    }
}
