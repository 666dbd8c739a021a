//! A program with everything that it starts, as one group that ends together.
#![expect(unsafe_code, reason = "calls Windows")]

use crate::command_line::StartSpec;
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::inheritance::Inheritance;
use crate::processes::{ENDED_BY_US, native};
use crate::utf16::terminated;
use deskpilot_system::Job;
use std::io;
use std::os::windows::io::{AsHandle, FromRawHandle, OwnedHandle};
use windows::Win32::Foundation::WAIT_OBJECT_0;
use windows::Win32::System::Threading::{
    CREATE_NEW_CONSOLE, CREATE_SUSPENDED, CREATE_UNICODE_ENVIRONMENT, CreateProcessW, GetExitCodeProcess,
    PROCESS_CREATION_FLAGS, PROCESS_INFORMATION, ResumeThread, STARTUPINFOEXW, STARTUPINFOW,
    TerminateProcess, WaitForSingleObject,
};
use windows::core::{PCWSTR, PWSTR};

/// A program with everything that it starts. All of it ends when this value is dropped, and when our process ends, however it
/// does.
#[derive(Debug)]
pub struct ProcessGroup {
    job: Job,
    first: OwnedHandle,
    id: u32,
}

impl ProcessGroup {
    /// Starts a program as a group of its own. It runs nothing before it is in the group. On a desktop of its own, a program of the
    /// console gets a console there: ours is on another one.
    pub fn start(spec: &StartSpec) -> Result<ProcessGroup, Win32Error> {
        let job = Job::new().map_err(|error| not_done("CreateJobObjectW", &error))?;
        let own_console = if spec.desktop.is_some() { CREATE_NEW_CONSOLE } else { PROCESS_CREATION_FLAGS(0) };
        let (first, thread, id) = create(spec, CREATE_SUSPENDED | own_console)?;
        let added = job.add(first.as_handle());
        let started = added.map_err(|error| not_done("AssignProcessToJobObject", &error)).and_then(|()| {
            // SAFETY: the handle is open.
            match unsafe { ResumeThread(native(&thread)) } {
                u32::MAX => Err(Win32Error::last("ResumeThread")),
                _ => Ok(()),
            }
        });
        if let Err(error) = started {
            // It may not be in the group, which would end it.
            // SAFETY: the handle is open.
            let _ = unsafe { TerminateProcess(native(&first), ENDED_BY_US) };
            return Err(error);
        }
        Ok(ProcessGroup { job, first, id })
    }

    /// The id of the program that was started.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// How many processes of the group run.
    pub fn running_count(&self) -> Result<u32, Win32Error> {
        self.job.running_count().map_err(|error| not_done("QueryInformationJobObject", &error))
    }

    /// Ends every process of the group at once. What they have not saved is lost.
    pub fn end(&self) -> Result<(), Win32Error> {
        self.job.end().map_err(|error| not_done("TerminateJobObject", &error))
    }

    /// Waits for the program that was started, and returns its exit code.
    pub fn wait(&self, deadline: Deadline) -> Result<u32, Win32Error> {
        let millis = deadline.millis_left()?;
        // SAFETY: the handle is open.
        if unsafe { WaitForSingleObject(native(&self.first), millis) } != WAIT_OBJECT_0 {
            return Err(deadline.too_slow());
        }
        let mut code = 0;
        // SAFETY: the handle is open, and the pointer is to a number of ours.
        unsafe { GetExitCodeProcess(native(&self.first), &raw mut code) }
            .map_err(|error| Win32Error::of_result("GetExitCodeProcess", &error))?;
        Ok(code)
    }
}

/// Starts a program that belongs to the user and outlives us, and returns its process. One that needs a console gets its own.
///
/// # Errors
/// It cannot be started; where it asks for an administrator's rights, Windows refuses to start it without asking anybody.
pub fn start_for_user(spec: &StartSpec) -> Result<u32, Win32Error> {
    create(spec, CREATE_NEW_CONSOLE).map(|(_, _, id)| id)
}

fn not_done(call: &'static str, error: &io::Error) -> Win32Error {
    match error.raw_os_error() {
        Some(code) => Win32Error::of_code(call, code.cast_unsigned()),
        None => Win32Error::Cannot(error.to_string()),
    }
}

/// The process, its first thread, and its id.
fn create(
    spec: &StartSpec,
    flags: PROCESS_CREATION_FLAGS,
) -> Result<(OwnedHandle, OwnedHandle, u32), Win32Error> {
    // Windows writes into the command line.
    let mut line = terminated(&spec.command_line());
    let folder = spec.folder.as_ref().map(|it| terminated(&it.to_string_lossy()));
    let folder = folder.as_ref().map_or(PCWSTR::null(), |it| PCWSTR(it.as_ptr()));
    let ours = std::env::vars_os()
        .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()));
    let environment = spec.environment(ours);
    let mut desktop = spec.desktop.as_ref().map(|it| terminated(it));
    let mut startup = STARTUPINFOEXW::default();
    startup.StartupInfo.cb = u32::try_from(size_of::<STARTUPINFOW>()).unwrap_or_default();
    startup.StartupInfo.lpDesktop = desktop.as_mut().map_or(PWSTR::null(), |it| PWSTR(it.as_mut_ptr()));
    let mut inheritance = spec.pipes.as_ref().map(Inheritance::of).transpose()?;
    let extended = inheritance.as_mut().map_or(PROCESS_CREATION_FLAGS(0), |it| it.enter(&mut startup));
    let mut created = PROCESS_INFORMATION::default();
    // SAFETY: every pointer is null or to a buffer of ours that ends with a zero or says its size, and lives until the end of this
    // function. The process inherits the handles of its list, and none where there is no list.
    unsafe {
        CreateProcessW(
            PCWSTR::null(),
            Some(PWSTR(line.as_mut_ptr())),
            None,
            None,
            inheritance.is_some(),
            flags | extended | CREATE_UNICODE_ENVIRONMENT,
            Some(environment.as_ptr().cast()),
            folder,
            (&raw const startup).cast::<STARTUPINFOW>(),
            &raw mut created,
        )
    }
    .map_err(|error| not_started(spec, &error))?;
    // SAFETY: both handles are new, and nobody else closes them.
    let (process, thread) = unsafe {
        (OwnedHandle::from_raw_handle(created.hProcess.0), OwnedHandle::from_raw_handle(created.hThread.0))
    };
    Ok((process, thread, created.dwProcessId))
}

/// The error of a program that does not start: no window or process of another program refused anything.
fn not_started(spec: &StartSpec, error: &windows::core::Error) -> Win32Error {
    Win32Error::Cannot(format!("{} cannot be started: {}", spec.program.display(), error.message()))
}
