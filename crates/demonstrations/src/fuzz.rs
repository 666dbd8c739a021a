//! Targets for fuzzing: every archive and every file of steps is either read or refused.

use std::hint::black_box;

/// An archive of the Steps Recorder, zipped or not.
pub fn steps_recorder(bytes: &[u8]) {
    drop(black_box(crate::import::read(bytes, "", crate::import::USUAL)));
}

/// A file of steps.
pub fn demonstration(bytes: &[u8]) {
    drop(black_box(crate::store::parse(&String::from_utf8_lossy(bytes))));
}

#[cfg(test)]
mod tests {
    use deskpilot_fuzz::fuzz;

    #[test]
    fn any_archive_is_imported_or_refused() {
        let words = [
            "\r\n\r\n--b\r\n",
            "boundary=",
            "Content-Transfer-Encoding: base64\r\n",
            "Content-Transfer-Encoding: quoted-printable\r\n",
            "<EachAction>",
            "<UserActionData>",
            "&#0;",
            "PK\x03\x04",
            "<b>Comment: ",
        ];
        fuzz("steps_recorder", &words, super::steps_recorder);
    }

    #[test]
    fn any_file_of_steps_is_read_or_refused() {
        fuzz(
            "demonstration",
            &["[[steps]]", "do = \"click\"", "[steps.action]", "before = "],
            super::demonstration,
        );
    }
}
