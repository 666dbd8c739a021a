//! A fuzz target: any content of a task file parses to a task or an error.

use super::TaskFile;
use std::{hint::black_box, path::Path};

/// A task's file.
pub fn task(bytes: &[u8]) {
    drop(black_box(TaskFile::parse(Path::new("task.toml"), &String::from_utf8_lossy(bytes))));
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_task_file_is_a_task_or_an_error() {
        let words = [
            "[[check]]\n",
            "[files]\n",
            "request = \"",
            "document = \"",
            "cell = \"A1\"",
            "[script]\n",
            "text = ",
        ];
        deskpilot_fuzz::fuzz("task", &words, super::task);
    }
}
