//! A target for fuzzing: every reply of an engine or a page becomes passages within their limits or an error.

use crate::{
    passages::{ReadResult, passages},
    results::{JsonFields, ResultFormat, SearchResult, SnippetMarkup},
};
use deskpilot_knowledge::LONGEST_PASSAGE;
use std::hint::black_box;
use url::Url;

/// An answer in every format, and a page.
pub fn search_answer(bytes: &[u8]) {
    let fields = JsonFields::fixed("/results", "/title", "/url", "/content");
    for format in [ResultFormat::Json(fields.clone(), SnippetMarkup::Plain), ResultFormat::JsonOrFeed(fields)]
    {
        let results = format.read(bytes, 5, str::to_owned).unwrap_or_default();
        let unread = results.into_iter().map(|result| ReadResult { result, page: None });
        check(&unread.collect::<Vec<_>>());
    }
    let Ok(url) = Url::parse("https://a.example/") else { return };
    let result = SearchResult { title: "a".into(), url, snippet: String::new() };
    check(&[ReadResult { result, page: Some(String::from_utf8_lossy(bytes).into_owned()) }]);
}

fn check(results: &[ReadResult]) {
    let found = passages(results, "how to delete a row");
    let is_short = found.iter().all(|it| it.text.len() <= LONGEST_PASSAGE && !it.text.is_empty());
    assert!(is_short && found.iter().all(|it| it.place.starts_with("http")), "{found:?}");
    black_box(found);
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_answer_is_passages_or_an_error() {
        let words = [
            "{\"results\":[",
            "\"url\":\"https://",
            "\"content\":",
            "<rss>",
            "<item>",
            "</item>",
            "<link>",
            "<entry>",
            "<![CDATA[",
            "&#x41;",
            "&amp;",
            "<!DOCTYPE x [<!ENTITY a \"b\">]>",
            "\n\n",
            "```\n",
            "## row\n",
        ];
        deskpilot_fuzz::fuzz("search_answer", &words, super::search_answer);
    }
}
