//! The languages in which help is searched for.

use std::env;

/// The languages of this process, then English: that of the folder `C`, and under its own name.
pub(super) fn of_environment() -> Vec<String> {
    let stated = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"].iter().filter_map(|it| env::var(it).ok());
    languages(stated.collect::<Vec<_>>().iter().flat_map(|it| it.split(':')))
}

/// The languages that these locales name, each with the less exact names of it.
pub(super) fn languages<'a>(locales: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut languages: Vec<String> = Vec::new();
    let mut add = |it: &str| {
        if !languages.iter().any(|known| known == it) {
            languages.push(it.to_owned());
        }
    };
    for locale in locales {
        let without_encoding = locale.split('.').next().unwrap_or_default();
        let without_script = without_encoding.split('@').next().unwrap_or_default();
        let language = without_script.split('_').next().unwrap_or_default();
        let is_name = language.len() >= 2 && language.chars().all(|it| it.is_ascii_alphabetic());
        if is_name && language != "POSIX" && language != "en" && !locale.contains('/') {
            [without_encoding, without_script, language].into_iter().for_each(&mut add);
        }
    }
    ["C", "en", "en_US", "en_GB"].into_iter().for_each(add);
    languages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_users_languages_come_before_english() {
        let of = |locales: &str| languages(locales.split(':')).join(" ");
        assert_eq!(of("de_AT.UTF-8"), "de_AT de C en en_US en_GB");
        assert_eq!(of("sr_RS@latin:de"), "sr_RS@latin sr_RS sr de C en en_US en_GB");
        assert_eq!(of("C.UTF-8:POSIX:en_GB.UTF-8:../../x:"), "C en en_US en_GB");
    }
}
