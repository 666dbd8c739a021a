//! Switches the input method of a desktop (IBus) off while keys are sent: an engine for Chinese or Japanese composes other letters of
//! them.

use crate::Seat;
use deskpilot_dbus::{AnyValue, Callee, Connection, WireError};
use deskpilot_system::ReadLimit;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;
use tokio::time::timeout;

/// The largest file with an address that is read.
const LARGEST_ADDRESS: ReadLimit = ReadLimit::kib(4);
/// How long the input method may take to say which engine is in use.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long it may take to use another one, whose program it may have to start.
const SWITCHING: Duration = Duration::from_secs(3);
const IBUS: &str = "org.freedesktop.IBus";
const PATH: &str = "/org/freedesktop/IBus";
/// How the names of the engines begin that pass on what a key types.
const PLAIN: &str = "xkb:";
/// The engine that is used while keys are sent.
const WHILE_SENDING: &str = "xkb:us::eng";
/// The position of the name in the description of an engine, after the name of the type and the attachments.
const NAME: usize = 2;

/// The input method of a desktop, if it has one.
pub(in crate::desktop) struct InputMethod {
    /// Where it writes down its address.
    folder: Option<PathBuf>,
    /// How the names of the files for this display end; they begin with the identity of a machine.
    ending: String,
    replaced: Option<ReplacedEngine>,
}

/// The engine that a person uses, while another one takes its place.
struct ReplacedEngine {
    bus: Connection,
    name: String,
}

impl InputMethod {
    /// That of this desktop, which may also start later.
    pub(in crate::desktop) fn of(seat: &Seat) -> InputMethod {
        let environment = seat.environment();
        let settings = environment.value("XDG_CONFIG_HOME").map(PathBuf::from);
        let settings = settings.or_else(|| Some(PathBuf::from(environment.value("HOME")?).join(".config")));
        let folder = settings.map(|it| it.join("ibus/bus"));
        InputMethod { folder, ending: file_ending(seat.display()), replaced: None }
    }

    /// Whether it is off.
    pub(super) fn is_off(&self) -> bool {
        self.replaced.is_some()
    }

    /// Has keys arrive as they are sent, until [`InputMethod::switch_on`]. What does not reply, or has an engine for each window, stays
    /// as it is: texts are read back.
    pub(super) async fn switch_off(&mut self) {
        if self.is_off() {
            return;
        }
        for address in self.addresses() {
            let Ok(Some(engine)) = timeout(PATIENCE, composing_engine(&address)).await else { continue };
            // Kept first: the engine comes back also where this is given up.
            let engine = self.replaced.insert(engine);
            let _ = timeout(SWITCHING, use_engine(&engine.bus, WHILE_SENDING)).await;
            return;
        }
    }

    /// Gives a person back the engine of before.
    pub(super) async fn switch_on(&mut self) {
        if let Some(engine) = &self.replaced {
            // What does not reply has ended, or will not compose either.
            let _ = timeout(SWITCHING, use_engine(&engine.bus, &engine.name)).await;
        }
        self.replaced = None;
    }

    /// Its addresses. Where several machines share the home, those of the others lead nowhere.
    fn addresses(&self) -> Vec<String> {
        let Some(files) = self.folder.as_ref().and_then(|it| fs::read_dir(it).ok()) else {
            return Vec::new();
        };
        let paths = files.flatten().map(|it| it.path());
        let of_display = paths.filter(|it| it.to_string_lossy().ends_with(&self.ending));
        of_display.filter_map(|it| address_in(&LARGEST_ADDRESS.read_text(&it).ok()?)).collect()
    }
}

/// How the file for a display is called after the identity of the machine: `-unix-0` for `:0.0`.
fn file_ending(display: &str) -> String {
    let (host, number) = display.rsplit_once(':').unwrap_or(("", display));
    let number = number.split('.').next().unwrap_or_default();
    let host = if host.is_empty() { "unix" } else { host };
    format!("-{host}-{number}")
}

fn address_in(file: &str) -> Option<String> {
    file.lines().find_map(|it| it.strip_prefix("IBUS_ADDRESS=")).map(str::to_owned)
}

/// The engine that is in use at this address, if it composes.
async fn composing_engine(address: &str) -> Option<ReplacedEngine> {
    let bus = Connection::connect_bus(address, Box::new(|_| {})).await.ok()?;
    let interface = "org.freedesktop.DBus.Properties";
    let callee = Callee { destination: IBUS, path: PATH, interface, member: "Get" };
    let engine: AnyValue = bus.call(callee, &(IBUS, "GlobalEngine")).await.ok()?;
    let name = name_of(engine).filter(|it| !it.starts_with(PLAIN))?;
    Some(ReplacedEngine { bus, name })
}

/// The name in the description of an engine.
fn name_of(engine: AnyValue) -> Option<String> {
    let AnyValue::List(fields) = engine else { return None };
    match fields.into_iter().nth(NAME) {
        Some(AnyValue::Text(name)) => Some(name),
        _ => None,
    }
}

async fn use_engine(bus: &Connection, name: &str) -> Result<(), WireError> {
    let callee = Callee { destination: IBUS, path: PATH, interface: IBUS, member: "SetGlobalEngine" };
    bus.call(callee, &name).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_bus::bytes::{Input, Output, message};
    use crate::test_bus::{Call, REPLY, TestBus};
    use std::sync::{Arc, Mutex};

    /// An input method that remembers the engines that were asked for; the last one is in use.
    struct TestInputMethod {
        engines: Arc<Mutex<Vec<String>>>,
        bus: TestBus,
        home: tempfile::TempDir,
    }

    impl TestInputMethod {
        fn start(engine: &str) -> TestInputMethod {
            let engines = Arc::new(Mutex::new(vec![engine.to_owned()]));
            let shared = Arc::clone(&engines);
            let bus = TestBus::start(move || {
                let engines = Arc::clone(&shared);
                move |call: &Call| answer(call, &mut engines.lock().unwrap())
            });
            let home = tempfile::tempdir().unwrap();
            let file = format!("# of a session\nIBUS_ADDRESS={},guid=0\nIBUS_DAEMON_PID=1\n", bus.address);
            fs::write(home.path().join("0abc-unix-7"), file).unwrap();
            // Of another display, and of a machine that shares the home.
            fs::write(home.path().join("0abc-unix-17"), "IBUS_ADDRESS=unix:path=/nowhere\n").unwrap();
            fs::write(home.path().join("0def-unix-7"), "IBUS_ADDRESS=unix:path=/nowhere\n").unwrap();
            TestInputMethod { engines, bus, home }
        }

        fn of_display(&self, display: &str) -> InputMethod {
            let folder = Some(self.home.path().to_owned());
            InputMethod { folder, ending: file_ending(display), replaced: None }
        }

        fn engines(&self) -> String {
            self.engines.lock().unwrap().join(" ")
        }
    }

    /// The description of an engine begins with the name of its type, attachments, and its own name.
    fn answer(call: &Call, engines: &mut Vec<String>) -> Vec<u8> {
        let mut body = Input::new(&call.body);
        let out = Output::default();
        let content = match call.member.as_str() {
            "Get" => {
                assert_eq!([body.text(), body.text()], [IBUS, "GlobalEngine"]);
                let name = engines.last().unwrap();
                let out = out.signature("v").signature("(sa{sv}ss)").pad(8);
                ("v", out.text("IBusEngineDesc").word(0).pad(8).text(name).text("an engine"))
            }
            "SetGlobalEngine" => {
                assert_eq!(call.path, PATH);
                engines.push(body.text());
                ("", out)
            }
            _ => ("s", out.text(":1.1")),
        };
        message(REPLY, &[], Some(call.serial), content)
    }

    #[tokio::test]
    async fn an_engine_that_composes_is_replaced_while_keys_are_sent_and_comes_back() {
        for (engine, expected) in
            [("libpinyin", "libpinyin xkb:us::eng libpinyin"), ("xkb:de::ger", "xkb:de::ger")]
        {
            let there = TestInputMethod::start(engine);
            let mut input_method = there.of_display(":7.0");
            input_method.switch_off().await;
            assert_eq!(input_method.is_off(), engine == "libpinyin");
            input_method.switch_off().await;
            input_method.switch_on().await;
            assert!(!input_method.is_off());
            assert_eq!(there.engines(), expected);
        }
    }

    #[tokio::test]
    async fn without_an_input_method_nothing_is_switched() {
        let there = TestInputMethod::start("libpinyin");
        for display in [":8", ":17", "elsewhere:7"] {
            let mut input_method = there.of_display(display);
            input_method.switch_off().await;
            assert!(!input_method.is_off(), "{display}");
        }
        let mut gone = there.of_display(":7");
        let TestInputMethod { engines, bus, home: _home } = there;
        drop(bus);
        gone.switch_off().await;
        assert!(!gone.is_off());
        assert_eq!(*engines.lock().unwrap(), ["libpinyin"]);
    }
}
