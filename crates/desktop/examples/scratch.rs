use deskpilot_core::*;
use deskpilot_desktop::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let image = photographer::decode_png(&std::fs::read(&args[1]).unwrap()).unwrap();
    let mut controls = Vec::new();
    for line in std::fs::read_to_string(&args[2]).unwrap().lines() {
        let p: Vec<&str> = line.splitn(6, '\t').collect();
        let n: Vec<i32> = p[1..5].iter().map(|s| s.parse().unwrap()).collect();
        let role = *Role::ALL.iter().find(|r| r.name() == p[0]).unwrap();
        controls.push(Control { label: None, role, name: p[5].into(), value: None, states: States::default().with(State::Enabled),
            rect: Rect::new(n[0], n[1], n[2].max(0) as u32, n[3].max(0) as u32), source: Source::Accessibility { node: NodeId("x".into()) } });
    }
    let controls = label(controls);
    let t = Instant::now();
    let a = photographer::annotate(&image, &controls);
    eprintln!("annotate {:?} for {} controls", t.elapsed(), controls.iter().filter(|c| c.label.is_some()).count());
    let t = Instant::now();
    let png = photographer::encode_png(&a).unwrap();
    eprintln!("encode {:?} {} bytes", t.elapsed(), png.len());
    std::fs::write(&args[3], png).unwrap();
}
