//! Copies of the document that LibreOffice shows, which LibreOffice stores for a program of the adversary's own.

use super::{flat::FlatDocument, picture::SlidePicture};
use crate::toolkit::programs;
use anyhow::{Context, Result, bail};
use deskpilot_desktop::{Image, photographer::decode_png};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{fs, path::PathBuf, process::Stdio, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
    time::timeout,
};

/// The Python for which LibreOffice's own interface is installed.
pub(super) const PYTHON: &str = "/usr/bin/python3";
/// How long a copy may take.
const MOST: Duration = Duration::from_secs(60);
/// Hundredths of a millimetre in a centimetre.
const UNITS: f64 = 1000.0;

/// The program, for as long as a document is open.
pub(super) struct Copier {
    requests: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
    /// Where the copies are stored.
    folder: PathBuf,
    _child: Child,
}

/// A copy of a document.
pub(super) struct DocumentCopy {
    pub(super) document: FlatDocument,
    /// Where the document itself is stored.
    pub(super) address: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Answer {
    failed: Option<String>,
    address: String,
    width: f64,
    height: f64,
}

impl Copier {
    /// Starts it for the LibreOffice that listens at this pipe, with the environment of its desktop.
    pub(super) fn start(pipe: &str, env: &[(String, String)], folder: PathBuf) -> Result<Copier> {
        let mut command = Command::new(PYTHON);
        command.arg("-B").arg(programs().join("copy_document.py")).arg(pipe);
        command.env_clear().envs(env.iter().cloned()).kill_on_drop(true);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().with_context(|| format!("{PYTHON} does not start"))?;
        let requests = child.stdin.take().context("copy_document.py has no input")?;
        let answers = child.stdout.take().context("copy_document.py has no output")?;
        Ok(Copier { requests, answers: BufReader::new(answers).lines(), folder, _child: child })
    }

    /// The document as it is now.
    pub(super) async fn copy(&mut self) -> Result<DocumentCopy> {
        let path = self.folder.join("copy.xml");
        let answer = self.ask(&json!({"copy": path.to_string_lossy()})).await?;
        let xml = fs::read_to_string(&path).context("the copy cannot be read")?;
        Ok(DocumentCopy { document: FlatDocument::of(&xml)?, address: answer.address })
    }

    /// A slide as somebody sees it; the first is 1.
    pub(super) async fn slide(&mut self, number: usize) -> Result<SlidePicture> {
        let (image, answer) = self.picture(json!({"slide": number})).await?;
        Ok(SlidePicture { image, width: answer.width / UNITS, height: answer.height / UNITS })
    }

    /// The last chart of a sheet as somebody sees it; of the sheet in front without a name.
    pub(super) async fn chart(&mut self, sheet: Option<&str>) -> Result<Image> {
        Ok(self.picture(json!({"chart": sheet})).await?.0)
    }

    async fn picture(&mut self, mut request: Value) -> Result<(Image, Answer)> {
        let path = self.folder.join("picture.png");
        request["picture"] = json!(path.to_string_lossy());
        let answer = self.ask(&request).await?;
        let image = decode_png(&fs::read(&path).context("the picture cannot be read")?)?;
        Ok((image, answer))
    }

    async fn ask(&mut self, request: &Value) -> Result<Answer> {
        let exchange = async {
            self.requests.write_all(format!("{request}\n").as_bytes()).await?;
            anyhow::Ok(self.answers.next_line().await?)
        };
        let line = timeout(MOST, exchange).await.context("LibreOffice stores no copy")??;
        let answer: Answer = serde_json::from_str(&line.context("copy_document.py has ended")?)?;
        match answer.failed {
            Some(why) => bail!("LibreOffice stores no copy: {why}"),
            None => Ok(answer),
        }
    }
}
