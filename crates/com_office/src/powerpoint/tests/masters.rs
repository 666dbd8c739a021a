//! Masters, and steps that nobody else takes back.

use super::{STEP, count, powerpoint, slide};
use serde_json::json;

const DESIGNS: &str = r#"
    get @document.Designs -> @designs
    get @designs.Count -> 2
    get @designs.Item(1) -> @plain
    get @plain.Name -> "Plain"
    get @designs.Item(2) -> @dark
    get @dark.Name -> "Dark"
"#;

fn master(name: &str) -> String {
    format!("get @slide.Design -> @design\nget @design.Name -> \"{name}\"\n")
}

#[test]
fn slides_get_another_master_which_is_read_back() {
    let recording = |before: &str, now: &str| {
        let change = format!("{STEP}put @slide.Design = @dark\n{}", master(now));
        format!(
            "{DESIGNS}{}{}{}{}",
            count(3),
            slide(2),
            master(before),
            if before == "Dark" { String::new() } else { change }
        )
    };
    let args = json!({"name": "Dark", "slides": ["2"]});
    let result = powerpoint("set_master", &args, &recording("Plain", "Dark"));
    assert_eq!(result, "confirmed: slide 2: the master is Dark, read back");
    assert!(
        powerpoint("set_master", &args, &recording("Plain", "Plain"))
            .starts_with("partial: not all of slide 2")
    );
    assert_eq!(
        powerpoint("set_master", &args, &recording("Dark", "")),
        "no change: slide 2: the master was Dark"
    );
    let unknown = powerpoint("set_master", &json!({"name": "x"}), DESIGNS);
    assert_eq!(unknown, "refused: name must be one of the masters of the presentation: Plain, Dark");
}

#[test]
fn steps_are_taken_back_by_the_person_alone_and_the_refusal_says_how() {
    let result = powerpoint("undo", &json!({}), "");
    assert!(
        result.starts_with("refused: undo cannot do this: ") && result.contains("press Ctrl+Z in its window"),
        "{result}"
    );
}
