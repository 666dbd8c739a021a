//! `grounding`: installs the weights of the text reader. Also prints the manual page about grounding.

use super::install_weights;
use crate::{
    args::{CommonArgs, GroundingArgs, GroundingCommand},
    exit::Exit,
    settings,
};
use anyhow::Result;
use deskpilot_grounding::{ANSWER_FIELD, ELEMENT_FIELDS, Field, OCR_WEIGHTS};
use deskpilot_runtime::{Environment, weights as of_settings};
use deskpilot_weights::Weights;
use std::{fmt::Write, path::PathBuf};

/// `deskpilot grounding`
pub(crate) async fn grounding(environment: &Environment, args: GroundingArgs) -> Result<Exit> {
    match args.command {
        GroundingCommand::Fetch { folder } => {
            install_weights::fetch(&weights(environment, folder)?, "").await
        }
        GroundingCommand::Add { from, folder } => {
            install_weights::add(&weights(environment, folder)?, &from, "")
        }
    }
}

fn weights(environment: &Environment, folder: Option<PathBuf>) -> Result<Weights> {
    match folder {
        Some(folder) => Ok(deskpilot_grounding::weights(folder)),
        None => {
            let config = settings::config(environment, &CommonArgs::default())?;
            Ok(of_settings(&config.grounding, &config.environment)?)
        }
    }
}

/// `deskpilot manual grounding`
pub(super) fn page() -> Result<String> {
    let mut page = String::from(
        "# Grounding\n\n\
         Some applications report nothing to accessibility, or nothing of what they draw themselves. Grounding finds in\n\
         the picture of a window what the accessibility tree omits: lines of text, and what looks clickable.\n\
         `grounding.kind` selects what reads the picture, `grounding.when` when:\n\n\
         | `grounding.when` | asked |\n| --- | --- |\n\
         | `sparse` | where the tree has fewer than three controls with text and they take up less than half of the \
         window, where more than a third of what can be pressed is nameless, or where a surface of more than a quarter of \
         the window (a document, a canvas, an image, an empty container) is empty |\n\
         | `always` | at every look |\n\n\
         ```sh\ndeskpilot grounding fetch\ndeskpilot observe --open mousepad --grounding ocr --annotate seen.png\n\
         deskpilot run --grounding ocr \"...\"\n```\n\n\
         Deskpilot adds what it finds to the controls of the tree. It drops what the tree has already: where a control\n\
         with text overlaps it by more than 0.1 (intersection over union), or encloses it and says the same, or where\n\
         neighbouring controls say it together. It keeps it on surfaces whose content the tree omits. Text found on a\n\
         nameless button or entry becomes its value. Everything else becomes a separate control, known and clicked only\n\
         by its position. When it is unavailable, the view has the controls of the tree alone, and the log says why.\n\n",
    );
    ocr(&mut page)?;
    service(&mut page)?;
    Ok(page)
}

fn ocr(page: &mut String) -> Result<()> {
    page.push_str(
        "## `ocr`: text is read on this machine\n\n\
         Nothing leaves the machine, and you need not install a library. The weights of the networks are not part of the\n\
         program: `deskpilot grounding fetch` downloads them once with Python's `pip`, and\n\
         `deskpilot grounding add FILE` takes them from the package `rapidocr==3.10.0`, downloaded elsewhere, or from a\n\
         folder. Deskpilot refuses files with other bytes than these (licence of the weights: Apache-2.0, copyright of\n\
         the PaddleOCR authors):\n\n\
         | file | bytes | SHA-256 | what it does |\n| --- | --- | --- | --- |\n",
    );
    for it in OCR_WEIGHTS.files {
        writeln!(page, "| `{}` | {} | `{}` | {} |", it.name, it.bytes, it.sha256, it.what)?;
    }
    page.push_str(
        "\nLines of text become controls of the role Text. Deskpilot does not read again what did not change since an\n\
         earlier picture. A reading that takes longer than `grounding.timeout_seconds` returns what it has, and continues\n\
         at the next look.\n\n",
    );
    Ok(())
}

fn service(page: &mut String) -> Result<()> {
    page.push_str(
        "## `service`: a server is asked\n\n\
         Deskpilot sends a picture of the window to `grounding.url`, which must be on this machine, or https, unless\n\
         `grounding.plain_http` is `anywhere`. With `grounding.key_variable` it sends the key of that name, from the\n\
         environment or the keyring, as `Authorization: Bearer KEY`. It follows no redirects. An answer has at most 16 MB\n\
         and 2,000 elements.\n\n\
         The request is a `POST` with `Content-Type: application/json`:\n\n\
         ```json\n{\"base64_image\": \"iVBORw0KGgo...\", \"width\": 1280, \"height\": 800}\n```\n\n\
         The picture is a PNG. The answer has status 200 and, for example:\n\n\
         ```json\n{\"parsed_content_list\": [\n  \
         {\"type\": \"icon\", \"bbox\": [0.1, 0.2, 0.3, 0.4], \"interactivity\": true, \"content\": \"Settings\", \"score\": 0.9}\n\
         ]}\n```\n\n\
         | in the answer | values | when absent | meaning |\n| --- | --- | --- | --- |\n",
    );
    row(page, &ANSWER_FIELD)?;
    page.push_str("\n| in an element | values | when absent | meaning |\n| --- | --- | --- | --- |\n");
    for field in ELEMENT_FIELDS {
        row(page, field)?;
    }
    page.push_str(
        "\nDeskpilot ignores anything else in the answer. It drops an element that it cannot use; the log says how many,\n\
         and why the first.\n",
    );
    Ok(())
}

fn row(page: &mut String, field: &Field) -> Result<()> {
    let names: Vec<String> = field.names.iter().map(|name| format!("`{name}`")).collect();
    writeln!(page, "| {} | {} | {} | {} |", names.join(" or "), field.values, field.absent, field.doc)?;
    Ok(())
}
