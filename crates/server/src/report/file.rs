//! The file of a report: under a name of its own until it is complete.

use super::{
    ExistingFile,
    error::{ReportError, WriteFault},
    limited::{Limited, LimitedPart},
};
use std::{
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// A report that is being written; deleted unless finished.
pub(super) struct ReportFile {
    out: Limited<BufWriter<NamedTempFile>>,
    path: PathBuf,
    existing: ExistingFile,
}

impl ReportFile {
    /// Begins the file that will be at this path. It is the user's alone from its first moment.
    pub(super) fn next_to(path: &Path, existing: ExistingFile, most: u64) -> Result<ReportFile, ReportError> {
        if existing == ExistingFile::Kept && path.symlink_metadata().is_ok() {
            return Err(ReportError::InTheWay { path: path.to_owned() });
        }
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let unfinished = tempfile::Builder::new().prefix(".deskpilot-").tempfile_in(folder);
        let unfinished = unfinished.map_err(|error| ReportError::of(WriteFault::Write(error), path, ""))?;
        let out = Limited::new(BufWriter::new(unfinished), LimitedPart::File, most);
        Ok(ReportFile { out, path: path.to_owned(), existing })
    }

    /// Gives the file its name, and returns its size.
    pub(super) fn finish(self) -> Result<u64, ReportError> {
        let ReportFile { out, path, existing } = self;
        let bytes = out.written();
        match put(out, &path, existing) {
            Ok(()) => Ok(bytes),
            // Somebody made it meanwhile.
            Err(error) if existing == ExistingFile::Kept && error.kind() == ErrorKind::AlreadyExists => {
                Err(ReportError::InTheWay { path })
            }
            Err(error) => Err(ReportError::of(WriteFault::Write(error), &path, "")),
        }
    }
}

fn put(out: Limited<BufWriter<NamedTempFile>>, path: &Path, existing: ExistingFile) -> io::Result<()> {
    let file = out.into_inner().into_inner().map_err(io::IntoInnerError::into_error)?;
    file.as_file().sync_all()?;
    match existing {
        ExistingFile::Kept => file.persist_noclobber(path)?,
        ExistingFile::Replaced => file.persist(path)?,
    };
    Ok(())
}

impl Write for ReportFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
