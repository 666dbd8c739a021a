//! tmp
use crate::scene::{Scene, click};
use deskpilot_core::*;
use deskpilot_desktop::*;
use std::time::Instant;
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tmp_timing() {
    let t = Instant::now();
    let mut scene = Scene::open("controls").await;
    println!("open {:?}", t.elapsed());
    for _ in 0..3 { let t = Instant::now(); let n = scene.controls().await.len(); println!("controls {n} {:?}", t.elapsed()); }
    let t = Instant::now(); scene.desktop.windows().await.unwrap(); println!("windows {:?}", t.elapsed());
    let root = scene.desktop.root_window().await.unwrap();
    let t = Instant::now(); scene.desktop.controls(&root, Budget::LOOK).await.unwrap(); println!("root controls {:?}", t.elapsed());
    let t = Instant::now(); scene.desktop.capture(&Area::Window(scene.window.id)).await.unwrap(); println!("capture {:?}", t.elapsed());
    let edit = scene.control(Role::Edit, "Name:").await;
    let key = |c| Chord::plain(Key::Char(c));
    for (what, gesture) in [
        ("replace", Gesture::Text { text: "first".into(), mode: TextMode::Replace }),
        ("append", Gesture::Text { text: " more".into(), mode: TextMode::Append }),
        ("keys", Gesture::Keys(vec![key('a'), key('b')])),
        ("keys", Gesture::Keys(vec![key('a'), key('b')])),
        ("ctrl a del", Gesture::Keys(vec![Chord { held: vec![Modifier::Control], key: Key::Char('a') }, Chord::plain(Key::Delete)])),
        ("hover", Gesture::Hover),
        ("click", click()),
        ("typed", Gesture::Text { text: "abc\n".into(), mode: TextMode::Append }),
        ("select", Gesture::SelectText("bc".into())),
        ("write clip", Gesture::WriteClipboard("x".into())),
        ("read clip", Gesture::ReadClipboard),
    ] {
        let t = Instant::now();
        let e = scene.perform(&edit, gesture).await;
        println!("{what} {:?} {e:?}", t.elapsed());
    }
    let check = scene.control(Role::CheckBox, "Agree").await;
    for on in [true, true, false] { let t = Instant::now(); let e = scene.perform(&check, Gesture::Check(on)).await; println!("check {:?} {e:?}", t.elapsed()); }
    let combo = scene.control(Role::ComboBox, "Drink").await;
    let t = Instant::now(); let e = scene.perform(&combo, Gesture::Select("Tea".into())).await; println!("combo {:?} {e:?}", t.elapsed());
    let list = scene.control(Role::List, "Fruit").await;
    let t = Instant::now(); let e = scene.perform(&list, Gesture::Select("Fig".into())).await; println!("list {:?} {e:?}", t.elapsed());
    let many = scene.control(Role::List, "Colours").await;
    let t = Instant::now(); let e = scene.perform(&many, Gesture::Select("Blue".into())).await; println!("many {:?} {e:?}", t.elapsed());
    let item = scene.control(Role::ListItem, "Banana").await;
    println!("{:?}", scene.controls().await.iter().filter(|it| it.role == Role::ListItem).map(|it| (it.name.clone(), it.rect)).collect::<Vec<_>>());
    let t = Instant::now(); let e = scene.perform(&item, click()).await; println!("item {:?} {e:?}", t.elapsed());
    for name in ["Silent", "Save", "Ask"] {
        let b = scene.control(Role::Button, name).await;
        let t = Instant::now(); let e = scene.perform(&b, click()).await; println!("{name} {:?} {e:?}", t.elapsed());
    }
    for w in scene.desktop.windows().await.unwrap() { println!("{w:?}"); }
    println!("{:?}", scene.controls().await.iter().map(|it| it.id().to_string()).collect::<Vec<_>>());
    let b = scene.control(Role::Button, "Save").await;
    println!("{:?}", scene.perform(&b, click()).await);
    let yes = scene.controls().await.into_iter().find(|it| it.role == Role::Button && it.name.contains("es") && it.name.len() < 5);
    println!("{yes:?}");
    if let Some(yes) = yes { let t = Instant::now(); let e = scene.perform(&yes, click()).await; println!("yes {:?} {e:?}", t.elapsed()); }
    println!("{:?}", scene.happened());
}
