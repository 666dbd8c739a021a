//! Starts applications: programs by themselves, documents, shortcuts and packages by the shell.
#![expect(unsafe_code, reason = "calls Windows")]

use super::documents::Document;
use crate::platform::native::com::on_own_thread;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use windows::Win32::{
    Foundation::HANDLE,
    System::{
        Com::{CLSCTX_LOCAL_SERVER, CoCreateInstance},
        Threading::GetProcessId,
    },
    UI::{
        Shell::{
            AO_NONE, ApplicationActivationManager, IApplicationActivationManager, IShellItem,
            IShellItemArray, SEE_MASK_FLAG_NO_UI, SEE_MASK_NOASYNC, SEE_MASK_NOCLOSEPROCESS,
            SHCreateItemFromParsingName, SHCreateShellItemArrayFromShellItem, SHELLEXECUTEINFOW,
            ShellExecuteExW,
        },
        WindowsAndMessaging::SW_SHOWNORMAL,
    },
};
use windows::core::{HSTRING, PCWSTR, Result, w};

/// Lets the shell open a document or follow a shortcut, and returns the process that it started, if it started one: a program that runs
/// already takes the document without.
///
/// # Errors
/// Why not, in Windows' words.
pub(super) fn open_by_shell(file: &str, folder: &str) -> std::result::Result<Option<u32>, String> {
    let (file, folder) = (file.to_owned(), folder.to_owned());
    let opened = on_own_thread(move || execute(&file, &folder).map_err(|error| error.message()));
    opened.unwrap_or_else(|| Err("no thread can be started".into()))
}

fn execute(file: &str, folder: &str) -> Result<Option<u32>> {
    let (file, folder) = (HSTRING::from(file), HSTRING::from(folder));
    let mut about = SHELLEXECUTEINFOW {
        cbSize: u32::try_from(size_of::<SHELLEXECUTEINFOW>()).unwrap_or_default(),
        // What fails is an error here, and no question to a person; the thread ends soon, so nothing may be left to do on it.
        fMask: SEE_MASK_NOCLOSEPROCESS | SEE_MASK_FLAG_NO_UI | SEE_MASK_NOASYNC,
        lpVerb: w!("open"),
        lpFile: PCWSTR(file.as_ptr()),
        lpDirectory: PCWSTR(folder.as_ptr()),
        nShow: SW_SHOWNORMAL.0,
        ..SHELLEXECUTEINFOW::default()
    };
    // SAFETY: the texts end with a zero and live until the call returns; a process that comes back is ours to close.
    unsafe {
        ShellExecuteExW(&raw mut about)?;
        if about.hProcess.is_invalid() {
            return Ok(None);
        }
        let process = OwnedHandle::from_raw_handle(about.hProcess.0);
        let id = GetProcessId(HANDLE(process.as_raw_handle()));
        Ok((id != 0).then_some(id))
    }
}

/// Starts a packaged application, with a document if there is one, and returns its process.
///
/// # Errors
/// Why not, in Windows' words.
pub(super) fn activate_package(
    model_id: &str,
    arguments: &str,
    document: Option<&Document>,
) -> std::result::Result<u32, String> {
    let (model_id, arguments, document) = (model_id.to_owned(), arguments.to_owned(), document.cloned());
    let activate = move || activated(&model_id, &arguments, document.as_ref()).map_err(|it| it.message());
    on_own_thread(activate).unwrap_or_else(|| Err("no thread can be started".into()))
}

fn activated(model_id: &str, arguments: &str, document: Option<&Document>) -> Result<u32> {
    let model_id = HSTRING::from(model_id);
    // SAFETY: the thread has an apartment, and the texts live until the calls return.
    unsafe {
        let shell: IApplicationActivationManager =
            CoCreateInstance(&ApplicationActivationManager, None, CLSCTX_LOCAL_SERVER)?;
        let Some(document) = document else {
            return shell.ActivateApplication(&model_id, &HSTRING::from(arguments), AO_NONE);
        };
        let item: IShellItem = SHCreateItemFromParsingName(&HSTRING::from(document.argument()), None)?;
        let items: IShellItemArray = SHCreateShellItemArrayFromShellItem(&item)?;
        match document {
            Document::File(_) => shell.ActivateForFile(&model_id, &items, w!("open")),
            Document::Address(_) => shell.ActivateForProtocol(&model_id, &items),
        }
    }
}
