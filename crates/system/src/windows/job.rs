//! Jobs: processes with everything that they start, which end together.
#![expect(unsafe_code, reason = "calls Windows")]

use super::error::io_error;
use std::{
    io,
    os::windows::io::{AsRawHandle, BorrowedHandle, FromRawHandle, OwnedHandle},
};
use windows::Win32::{
    Foundation::HANDLE,
    System::JobObjects::{
        AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
        JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
        JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
        JobObjectBasicAccountingInformation, JobObjectExtendedLimitInformation, QueryInformationJobObject,
        SetInformationJobObject, TerminateJobObject,
    },
};
use windows::core::PCWSTR;

/// The exit code of what we end.
pub(super) const ENDED_BY_US: u32 = 1;
/// How many processes of a sandbox run at a time.
const MOST_PROCESSES: u32 = 256;

/// Processes with everything that they start. All of them end when this value is dropped, and when our process ends, however it
/// does.
#[derive(Debug)]
pub struct Job(OwnedHandle);

impl Job {
    /// A job without a process.
    ///
    /// # Errors
    /// Windows has no memory for it.
    pub fn new() -> io::Result<Job> {
        // Windows closes the last handle for us when our process ends.
        Job::limited(JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE)
    }

    /// A job for a sandbox: it has not very many processes, and none shows a window about an error of its own.
    pub(crate) fn of_sandbox() -> io::Result<Job> {
        Job::limited(
            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
                | JOB_OBJECT_LIMIT_ACTIVE_PROCESS
                | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION,
        )
    }

    fn limited(flags: JOB_OBJECT_LIMIT) -> io::Result<Job> {
        // SAFETY: makes a new object without a name.
        let job = unsafe { CreateJobObjectW(None, PCWSTR::null()) }.map_err(io_error)?;
        // SAFETY: the handle is new, and nobody else closes it.
        let job = Job(unsafe { OwnedHandle::from_raw_handle(job.0) });
        job.limit(flags)?;
        Ok(job)
    }

    /// Makes a process a member. What it starts from then on is one, too.
    ///
    /// # Errors
    /// The process has ended, or is in a job that takes no other.
    pub fn add(&self, process: BorrowedHandle<'_>) -> io::Result<()> {
        // SAFETY: both handles are open.
        unsafe { AssignProcessToJobObject(self.handle(), HANDLE(process.as_raw_handle())) }.map_err(io_error)
    }

    /// How many of its processes run.
    ///
    /// # Errors
    /// Windows does not say it.
    pub fn running_count(&self) -> io::Result<u32> {
        let mut counts = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        let bytes = u32::try_from(size_of_val(&counts)).unwrap_or_default();
        let place: *mut JOBOBJECT_BASIC_ACCOUNTING_INFORMATION = &raw mut counts;
        let kind = JobObjectBasicAccountingInformation;
        // SAFETY: the handle is open, and the pointer is to a structure of ours, whose size is given.
        unsafe { QueryInformationJobObject(Some(self.handle()), kind, place.cast(), bytes, None) }
            .map_err(io_error)?;
        Ok(counts.ActiveProcesses)
    }

    /// Ends every process in it at once. What they have not saved is lost.
    ///
    /// # Errors
    /// Windows does not end them.
    pub fn end(&self) -> io::Result<()> {
        // SAFETY: the handle is open.
        unsafe { TerminateJobObject(self.handle(), ENDED_BY_US) }.map_err(io_error)
    }

    /// Lets its processes go on without us.
    pub(crate) fn release(self) -> io::Result<()> {
        self.limit(JOB_OBJECT_LIMIT::default())
    }

    fn limit(&self, flags: JOB_OBJECT_LIMIT) -> io::Result<()> {
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = flags;
        limits.BasicLimitInformation.ActiveProcessLimit = MOST_PROCESSES;
        let bytes = u32::try_from(size_of_val(&limits)).unwrap_or_default();
        let place: *const JOBOBJECT_EXTENDED_LIMIT_INFORMATION = &raw const limits;
        let kind = JobObjectExtendedLimitInformation;
        // SAFETY: the handle is open, and the pointer is to a structure of ours, whose size is given.
        unsafe { SetInformationJobObject(self.handle(), kind, place.cast(), bytes) }.map_err(io_error)
    }

    fn handle(&self) -> HANDLE {
        HANDLE(self.0.as_raw_handle())
    }
}
