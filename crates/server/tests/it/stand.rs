//! A server with a folder of logs, and a browser that was let in.

use deskpilot_core::Mode;
use deskpilot_desktop::RemoteInput;
use deskpilot_linux::Linux;
use deskpilot_runtime::{Config, Environment};
use deskpilot_server::{Launch, ServeOptions, Server};
use deskpilot_settings::RunFlags;
use deskpilot_testkit::TextPlatform;
use serde_json::Value;
use std::{
    fs, io,
    path::{Path, PathBuf},
    process,
    sync::{Arc, Mutex},
    time::Duration,
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    time::timeout,
};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

/// The time limit of every wait, for a busy machine.
const DEADLINE: Duration = Duration::from_secs(60);

const DESKTOP: &str = "window \"Untitled\" notepad\n  edit \"Text\"\n  button \"Send\"\n";

/// The result of the future; fails the test if it does not come in time.
pub(crate) async fn soon<T>(what: &str, future: impl Future<Output = T>) -> T {
    match timeout(DEADLINE, future).await {
        Ok(value) => value,
        Err(_) => unreachable!("not in time: {what}"),
    }
}

/// The name of the browser that was let in as this one, by a server of this process.
pub(crate) fn viewer(number: u32) -> String {
    format!("browser {number} of page {}", process::id())
}

/// A running server.
pub(crate) struct Stand {
    folder: TempDir,
    platform: TextPlatform,
    options: ServeOptions,
    pub(crate) port: u16,
    /// The token of the first address.
    pub(crate) token: String,
    /// What the person at the terminal was shown.
    pub(crate) told: Arc<Mutex<Vec<String>>>,
    serving: AbortOnDropHandle<()>,
}

/// A reply.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Reply {
    /// The value of a header, by its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().skip(1).filter_map(|it| it.split_once(": "));
        headers.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{self:?}");
        serde_json::from_str(&self.body).unwrap()
    }

    /// The code of an error.
    pub(crate) fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap().to_owned()
    }
}

impl Stand {
    /// A server that starts no tasks.
    pub(crate) async fn new() -> Stand {
        Stand::with(Arc::new(|_| Err(io::ErrorKind::Unsupported.into()))).await
    }

    /// A server that starts tasks like this.
    pub(crate) async fn with(launch: Launch) -> Stand {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("logs")).unwrap();
        let platform = TextPlatform::new(Arc::new(Linux), DESKTOP);
        let told: Arc<Mutex<Vec<String>>> = Arc::default();
        let heard = told.clone();
        let options = ServeOptions {
            environment: environment(folder.path(), &platform),
            port: None,
            log_dir: Some(folder.path().join("logs").display().to_string()),
            features: Vec::new(),
            launch,
            notify: Arc::new(move |line: &str| heard.lock().unwrap().push(line.to_owned())),
            token_routes: None,
        };
        let (port, token, serving) = serve(options.clone()).await;
        Stand { folder, platform, options, port, token, told, serving }
    }

    /// Kills the server, and starts another one at its port.
    pub(crate) async fn restart(&mut self) {
        self.serving.abort();
        // It was cancelled, which is an error of its task.
        let _ = (&mut self.serving).await;
        let options = ServeOptions { port: Some(self.port), ..self.options.clone() };
        (self.port, self.token, self.serving) = serve(options).await;
    }

    /// All files below the folder of the server and its tasks.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        list_files(self.folder.path(), &mut files);
        files.sort();
        files
    }

    /// The real path of the folder of logs.
    pub(crate) fn logs(&self) -> PathBuf {
        self.folder.path().join("logs").canonicalize().unwrap()
    }

    /// The settings of a session in this folder.
    pub(crate) fn config(&self) -> Config {
        let flags = RunFlags {
            log_dir: Some(self.logs().display().to_string()),
            policy: Some("unrestricted".into()),
            ..RunFlags::default()
        };
        flags.config(&environment(self.folder.path(), &self.platform), Mode::Normal).unwrap()
    }

    /// What people did on desktops that they took over.
    pub(crate) fn remote_inputs(&self) -> Vec<RemoteInput> {
        self.platform.desktops().remote_inputs.lock().unwrap().clone()
    }

    /// Copies the stored log of the newest format, as the task `sample`.
    pub(crate) fn add_stored_log(&self) {
        self.add_stored_log_as("sample");
    }

    /// The same as the task of this name.
    pub(crate) fn add_stored_log_as(&self, task: &str) {
        let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../log/tests/fixtures/format-3");
        copy(&stored, &self.logs().join(task));
    }

    /// The reply to these bytes.
    pub(crate) async fn raw(&self, request: &[u8]) -> Reply {
        let mut stream = self.connect().await;
        // A server that refuses a request need not read all of it.
        let _ = stream.write_all(request).await;
        let mut bytes = Vec::new();
        let _ = soon("the reply", stream.read_to_end(&mut bytes)).await;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Reply { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// A connection.
    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(("127.0.0.1", self.port)).await.unwrap()
    }

    /// The reply to a request with these headers, which end with a line break, and this body.
    pub(crate) async fn ask(&self, line: &str, headers: &str, body: &str) -> Reply {
        let length = body.len();
        let head =
            format!("{line} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n");
        self.raw(format!("{head}{body}").as_bytes()).await
    }

    /// A browser that uses the first address.
    pub(crate) async fn browser(&self) -> Browser<'_> {
        self.browser_with(&self.token).await
    }

    /// A browser that uses this token.
    pub(crate) async fn browser_with(&self, token: &str) -> Browser<'_> {
        let reply = self.ask(&format!("GET /open?token={token}"), &self.host(), "").await;
        assert_eq!(reply.status, 200, "{reply:?}");
        let cookie = reply.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        Browser { stand: self, cookie }
    }

    /// The `Host` of this server.
    pub(crate) fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }
}

/// A browser with a cookie.
pub(crate) struct Browser<'s> {
    stand: &'s Stand,
    pub(crate) cookie: String,
}

impl Browser<'_> {
    /// The headers that it sends.
    pub(crate) fn headers(&self) -> String {
        format!("{}Cookie: {}\r\n", self.stand.host(), self.cookie)
    }

    pub(crate) async fn show(&self, path: &str) -> Reply {
        self.stand.ask(&format!("GET {path}"), &self.headers(), "").await
    }

    pub(crate) async fn json(&self, path: &str) -> Value {
        let reply = self.show(path).await;
        assert_eq!(reply.status, 200, "{path}: {reply:?}");
        reply.json()
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        let origin = format!("Origin: http://127.0.0.1:{}\r\n", self.stand.port);
        let headers = format!("{}{origin}Content-Type: application/json\r\n", self.headers());
        self.stand.ask(&format!("POST {path}"), &headers, &body.to_string()).await
    }

    /// The path of a task of the only folder of logs.
    pub(crate) async fn path_of(&self, task: &str) -> String {
        let options = self.json("/api/options").await;
        format!("/api/tasks/{}/{task}", options["folder"].as_str().unwrap())
    }

    /// A stream of events, and the status of its reply.
    pub(crate) async fn events(&self, path: &str, headers: &str) -> (u16, Events) {
        let mut stream = self.stand.connect().await;
        let head = format!("GET {path} HTTP/1.1\r\n{}{headers}\r\n", self.headers());
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut lines = BufReader::new(stream);
        let mut status = String::new();
        soon("the status", lines.read_line(&mut status)).await.unwrap();
        (status.split(' ').nth(1).unwrap().parse().unwrap(), Events { lines })
    }
}

/// One event of a stream.
#[derive(Debug, Default)]
pub(crate) struct StreamEvent {
    pub(crate) name: String,
    pub(crate) id: Option<u64>,
    pub(crate) data: Value,
}

/// A stream of events.
pub(crate) struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    /// The next event. Lines between events, with the lengths of chunks, are skipped.
    pub(crate) async fn next(&mut self) -> StreamEvent {
        let mut event = StreamEvent::default();
        loop {
            let mut line = String::new();
            let length = soon("the next event", self.lines.read_line(&mut line)).await.unwrap();
            assert!(length > 0, "the stream ended after {event:?}");
            let line = line.trim_end();
            if let Some(name) = line.strip_prefix("event: ") {
                name.clone_into(&mut event.name);
            } else if let Some(id) = line.strip_prefix("id: ") {
                event.id = Some(id.parse().unwrap());
            } else if let Some(data) = line.strip_prefix("data: ") {
                event.data = serde_json::from_str(data).unwrap();
            } else if line.is_empty() && !event.name.is_empty() {
                return event;
            }
        }
    }

    /// Waits until the connection ends.
    pub(crate) async fn ended(&mut self) {
        let mut rest = Vec::new();
        // A connection that broke has ended, too.
        let _ = soon("the end of the stream", self.lines.read_to_end(&mut rest)).await;
    }

    /// The numbers of the next entries.
    pub(crate) async fn numbers(&mut self, count: usize) -> Vec<u64> {
        let mut numbers = Vec::new();
        while numbers.len() < count {
            let event = self.next().await;
            if event.name == "entry" {
                assert_eq!(event.data["seq"], event.id.unwrap());
                numbers.extend(event.id);
            }
        }
        numbers
    }

    /// The events up to the first one of this name, which is the last.
    pub(crate) async fn until(&mut self, name: &str) -> Vec<StreamEvent> {
        let mut events = Vec::new();
        loop {
            events.push(self.next().await);
            if events.last().is_some_and(|it| it.name == name) {
                return events;
            }
        }
    }
}

/// Serves in the background. Returns the port, the token of the first address, and the server's task.
async fn serve(options: ServeOptions) -> (u16, String, AbortOnDropHandle<()>) {
    let server = Server::bind(options).await.unwrap();
    let address = server.address().unwrap();
    let (place, token) = address.split_once("/open?token=").unwrap();
    let port = place.rsplit_once(':').unwrap().1.parse().unwrap();
    let serving = async move { server.run(&CancellationToken::new()).await };
    (port, token.to_owned(), AbortOnDropHandle::new(tokio::spawn(serving)))
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => list_files(&path, files),
            false => files.push(path),
        }
    }
}

fn environment(folder: &Path, platform: &TextPlatform) -> Environment {
    let home = ("HOME".to_owned(), folder.display().to_string());
    let data = ("XDG_DATA_HOME".to_owned(), folder.join("data").display().to_string());
    Environment::new(vec![home, data], Arc::new(platform.clone()))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let place = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &place),
            false => drop(fs::copy(&path, &place).unwrap()),
        }
    }
}
