//! Buttons are clicked; the plan of the demonstration is one that Deskpilot reads.

use crate::show::Show;
use deskpilot_core::{Role, TaskObject};
use deskpilot_demonstrations::{Store, plan::plan};
use deskpilot_desktop::photographer::decode_png;
use deskpilot_tasks::{PlanPurpose, plans};
use std::fs;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_clicked_becomes_steps_and_a_plan() {
    let mut show = Show::of("galculator", None).await;
    for name in ["6", "*", "7", "="] {
        show.click(Role::ToggleButton, name).await;
    }
    let recording = show.end().await;
    let shown = &recording.demonstration;
    let sentences: Vec<String> = shown.steps.iter().map(|it| it.sentence()).collect();
    let expected = ["click \"6\" button", "click \"*\" button", "click \"7\" button", "click \"=\" button"];
    assert_eq!(sentences, expected);
    assert_eq!(shown.applications[0].name, "galculator");
    let effect = shown.steps[3].effect.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    assert!(effect.contains("shows \"42\""), "{effect}");

    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let place = store.save("compute", shown, &recording.pictures).unwrap();
    assert_eq!(store.load("compute").unwrap(), *shown);
    for step in &shown.steps {
        for name in [&step.before, &step.after] {
            let file = fs::read(place.join("pictures").join(name.as_ref().unwrap())).unwrap();
            let size = decode_png(&file).unwrap().size;
            assert!(size.width > 100 && size.height > 100, "{size:?}");
        }
    }
    let file = folder.path().join("plan.json");
    fs::write(&file, plan(shown, None).unwrap().to_json()).unwrap();
    let read = plans(&file, PlanPurpose::Steps).unwrap().remove(0).plan;
    assert_eq!(read.object, TaskObject::Application("galculator".into()));
    assert_eq!(read.steps, expected);
}
