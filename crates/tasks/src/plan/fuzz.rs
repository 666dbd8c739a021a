//! A fuzz target: any content of a plan file parses to a plan or a list of problems.

use super::{PlanPurpose, read::parse_plan};
use std::hint::black_box;

/// A plan's file.
pub fn plan(bytes: &[u8]) {
    for purpose in [PlanPurpose::Steps, PlanPurpose::Tasks] {
        drop(black_box(parse_plan(&String::from_utf8_lossy(bytes), purpose)));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_plan_file_is_a_plan_or_a_list_of_errors() {
        let words = ["\"task\":", "\"steps\": [", "\"object\":", "\"close\": true", "\\u0000", "\u{feff}"];
        deskpilot_fuzz::fuzz("plan", &words, super::plan);
    }
}
