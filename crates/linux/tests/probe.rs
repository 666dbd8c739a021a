//! temporary
#![allow(warnings)]
use deskpilot_core::*;
use deskpilot_desktop::*;
use deskpilot_linux::*;
fn put(im: &mut Image, x: i32, y: i32) {
    if x < 0 || y < 0 || x >= im.size.width as i32 || y >= im.size.height as i32 {
        return;
    }
    let i = 3 * (y as usize * im.size.width as usize + x as usize);
    im.rgb[i..i + 3].copy_from_slice(&[255, 0, 0]);
}
fn ppm(image: &Image, file: &str, boxes: &[Rect]) {
    let mut im = image.clone();
    for b in boxes {
        let b = b.relative_to(im.origin);
        for x in b.x..b.right() {
            for y in [b.y, b.bottom() - 1] {
                put(&mut im, x, y);
            }
        }
        for y in b.y..b.bottom() {
            for x in [b.x, b.right() - 1] {
                put(&mut im, x, y);
            }
        }
    }
    let mut out = format!("P6 {} {} 255\n", im.size.width, im.size.height).into_bytes();
    out.extend(&im.rgb);
    std::fs::write(file, out).unwrap();
}
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn probe() {
    let Ok(app) = std::env::var("APP") else { return };
    let o = PrivateOptions { size: Size { width: 1600, height: 900 }, ..PrivateOptions::USUAL };
    let p = PrivateDesktop::bring_up(&o).await.unwrap();
    let mut d = LinuxDesktop::connect(p.seat().clone()).await.unwrap();
    let t = std::time::Instant::now();
    let mut w = if app.contains(' ') {
        let argv = app.split(' ').map(|w| w.into()).collect();
        p.seat().start(argv, None).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_secs(
            std::env::var("WAIT").map_or(3, |w| w.parse().unwrap()),
        ))
        .await;
        d.windows().await.unwrap()[0].clone()
    } else {
        match d.launch(&Launch { application: app.clone(), file: None }).await {
            Ok(w) => w,
            Err(e) => panic!("{e} {:?}", d.windows().await),
        }
    };
    println!("launch {:?} {w:?}", t.elapsed());
    println!("{:#?}", d.windows().await.unwrap());
    for i in 0..3 {
        let t = std::time::Instant::now();
        let s = d.controls(&w, Budget::LOOK).await.unwrap();
        println!("controls {} {:?} {:?}", s.controls.len(), s.truncated, t.elapsed());
        if i == 2 {
            for it in &s.controls {
                println!(
                    "{} {:?} {:?} {:?}",
                    it.id(),
                    it.value.as_deref().map(|v| v.chars().take(40).collect::<String>()),
                    it.rect,
                    it.states.iter().collect::<Vec<_>>()
                );
            }
            let im = d.capture(&Area::Window(w.id)).await.unwrap();
            ppm(&im, "/tmp/dl/probe.ppm", &s.controls.iter().map(|it| it.rect).collect::<Vec<_>>());
        }
    }
    for step in std::env::var("STEPS").unwrap_or_default().split(';').filter(|s| !s.is_empty()) {
        let (verb, rest) = step.split_once(' ').unwrap();
        let (role, name) = rest.split_once('/').unwrap();
        let (name, arg) = name.split_once('=').unwrap_or((name, ""));
        let s = d.controls(&w, Budget::LOOK).await.unwrap();
        let c = s.controls.iter().find(|c| c.role.name() == role && c.name == name);
        let g = match verb {
            "click" => Gesture::Click { button: Button::Left, count: 1, held: vec![] },
            "point" => Gesture::Click { button: Button::Left, count: 2, held: vec![] },
            "text" => Gesture::Text { text: arg.replace("\\n", "\n"), mode: TextMode::Append },
            "replace" => Gesture::Text { text: arg.replace("\\n", "\n"), mode: TextMode::Replace },
            "keys" => Gesture::Keys(parse_keys(arg).unwrap()),
            "select" => Gesture::Select(arg.into()),
            "scroll" => Gesture::Scroll(ScrollBy { up: arg.parse().unwrap(), right: 0 }),
            _ => panic!(),
        };
        let aim = match c {
            Some(c) => Aim::Control(Box::new(c.clone())),
            None => Aim::Window,
        };
        let t = std::time::Instant::now();
        let e = d.perform(&Input { window: w.id, aim, gesture: g }).await;
        println!(
            "{step} [{}] -> {} {:?}",
            c.is_some(),
            e.map_or_else(|e| format!("ERR {e}"), |e| e.to_string()),
            t.elapsed()
        );
    }
    if std::env::var("STEPS").is_ok() {
        let s = d.controls(&w, Budget::LOOK).await.unwrap();
        for it in s.controls.iter().filter(|c| c.value.is_some()) {
            println!(
                "end: {} {:?}",
                it.id(),
                it.value.as_deref().map(|v| v.chars().take(60).collect::<String>())
            );
        }
    }
    let im = d.capture(&Area::Desktop).await.unwrap();
    ppm(&im, "/tmp/dl/probed.ppm", &[]);
}
