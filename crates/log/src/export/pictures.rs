//! The screenshots under the names that step logs use, each a hard link to its blob.

use crate::{
    LogError,
    file::{LARGEST_BLOB, relative},
};
use deskpilot_core::{AgentName, AppView, BlobRef, Pictures, ScreenshotMoment, fold::StepRecord};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// A picture of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepPicture {
    Clean,
    Annotated,
    Concat,
    Selected,
    /// The HostAgent's screenshot under its second name.
    Desktop,
}

impl StepPicture {
    const ALL: [StepPicture; 5] = [
        StepPicture::Clean,
        StepPicture::Annotated,
        StepPicture::Concat,
        StepPicture::Selected,
        StepPicture::Desktop,
    ];

    /// The file name, from the step's number in the session.
    pub(super) fn name(self, step: u32) -> String {
        let what = match self {
            StepPicture::Clean => "",
            StepPicture::Annotated => "_annotated",
            StepPicture::Concat => "_concat",
            StepPicture::Selected => "_selected_controls",
            StepPicture::Desktop => return format!("desktop_action_step{step}.png"),
        };
        format!("action_step{step}{what}.png")
    }

    /// The step's picture of this kind.
    pub(super) fn of(self, step: &StepRecord) -> Option<&BlobRef> {
        let observed = step.pictures();
        let clean = || observed?.clean.as_ref();
        match self {
            StepPicture::Clean => clean(),
            StepPicture::Annotated => observed?.annotated.as_ref(),
            StepPicture::Concat => observed?.concat.as_ref(),
            StepPicture::Selected => step.selected.as_ref(),
            StepPicture::Desktop => clean().filter(|_| step.agent == AgentName::host()),
        }
    }
}

/// Links the step's pictures to their names.
pub(super) fn place(folder: &Path, step: &StepRecord) -> Result<(), LogError> {
    for shot in StepPicture::ALL {
        if let Some(path) = shot.of(step).and_then(relative) {
            link(&folder.join(path), &folder.join(shot.name(step.number.session)))?;
        }
    }
    Ok(())
}

/// Links the closing pictures of a subtask or round to their names; those of the last round also get the
/// session's names.
pub(super) fn place_final(
    folder: &Path,
    round: u32,
    moment: ScreenshotMoment,
    view: Option<&AppView>,
    desktop: &Pictures,
) -> Result<(), LogError> {
    let window = view.map_or(desktop, |it| &it.pictures).clean.as_ref().and_then(relative);
    let desktop = desktop.clean.as_ref().and_then(relative);
    for (picture, names) in [(window, window_names(round, moment)), (desktop, desktop_names(round, moment))] {
        for name in picture.iter().flat_map(|_| &names) {
            link(&folder.join(picture.as_deref().unwrap_or_default()), &folder.join(name))?;
        }
    }
    Ok(())
}

/// The names of the closing pictures of the window.
pub(super) fn window_names(round: u32, moment: ScreenshotMoment) -> Vec<String> {
    match moment {
        ScreenshotMoment::Subtask(index) => vec![format!("action_round_{round}_sub_round_{index}_final.png")],
        ScreenshotMoment::Round => {
            vec![format!("action_round_{round}_final.png"), "action_step_final.png".into()]
        }
    }
}

fn desktop_names(round: u32, moment: ScreenshotMoment) -> Vec<String> {
    match moment {
        ScreenshotMoment::Subtask(index) => {
            vec![format!("desktop_round_{round}_sub_round_{index}_final.png")]
        }
        ScreenshotMoment::Round => {
            vec![format!("desktop_round_{round}_final.png"), "desktop_final.png".into()]
        }
    }
}

/// Removes all names: an earlier run may have had other pictures.
pub(super) fn clear(folder: &Path) -> Result<(), LogError> {
    let not_read = LogError::not_read(folder);
    for file in fs::read_dir(folder).map_err(&not_read)? {
        let file = file.map_err(&not_read)?;
        let name = file.file_name();
        let name = name.to_string_lossy();
        let is_ours = ["action_", "desktop_"].iter().any(|start| name.starts_with(start));
        if is_ours && name.ends_with(".png") {
            fs::remove_file(file.path()).map_err(LogError::not_written(&file.path()))?;
        }
    }
    Ok(())
}

/// Skips a missing blob: the log still names it, and the other pictures are still useful.
fn link(blob: &Path, name: &PathBuf) -> Result<(), LogError> {
    if !blob.is_file() {
        return Ok(());
    }
    match fs::remove_file(name) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(LogError::not_written(name)(error));
        }
        _ => {}
    }
    // Some file systems have no hard links.
    fs::hard_link(blob, name)
        .or_else(|_| fs::write(name, LARGEST_BLOB.read(blob)?))
        .map_err(LogError::not_written(name))
}
