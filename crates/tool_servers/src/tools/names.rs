//! The names under which a server's tools and their parameters appear. Pure.

/// A server's name for something in small letters, digits and `_`, as in `max_results` for `maxResults`; `None` if none of it
/// can be kept.
pub(super) fn plain_name(name: &str) -> Option<String> {
    let mut plain = String::new();
    let mut before = '_';
    for it in name.chars() {
        let begins_word = it.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit());
        if begins_word || !it.is_ascii_alphanumeric() {
            separate(&mut plain);
        }
        if it.is_ascii_alphanumeric() {
            plain.push(it.to_ascii_lowercase());
        }
        before = it;
    }
    let plain = plain.trim_end_matches('_');
    (!plain.is_empty()).then(|| plain.to_owned())
}

fn separate(plain: &mut String) {
    if !plain.is_empty() && !plain.ends_with('_') {
        plain.push('_');
    }
}

/// Whether a parameter of this plain name holds a file or a folder, as far as its name says.
pub(super) fn names_a_file(name: &str) -> bool {
    let last = name.rsplit('_').next().unwrap_or(name);
    matches!(last, "path" | "filepath" | "file" | "filename" | "dir" | "directory" | "folder" | "destination")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_plain_ones() {
        for (name, expected) in [
            ("get_current_time", Some("get_current_time")),
            ("maxResults", Some("max_results")),
            ("get-sum", Some("get_sum")),
            ("repo/list Files!", Some("repo_list_files")),
            ("HTTPServer2Go", Some("httpserver2_go")),
            ("$ref", Some("ref")),
            ("__", None),
            ("\u{202e}\u{430}", None),
            ("", None),
        ] {
            assert_eq!(plain_name(name).as_deref(), expected, "{name:?}");
        }
    }

    #[test]
    fn the_last_word_of_a_name_says_whether_it_is_a_file() {
        for name in ["path", "repo_path", "output_file", "filename", "working_directory", "destination"] {
            assert!(names_a_file(name), "{name}");
        }
        for name in ["pathology", "path_count", "profile", "text"] {
            assert!(!names_a_file(name), "{name}");
        }
    }
}
