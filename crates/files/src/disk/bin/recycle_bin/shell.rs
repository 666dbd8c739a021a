//! The shell's own operation that puts a file into the bin. It is asked before each file what it is about to do, and stopped where
//! it would delete for good: on a disk without a bin, or a file that is too large for one.
#![expect(unsafe_code, reason = "every method of a COM interface is unsafe in the bindings of Windows")]

use std::{
    os::windows::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};
use windows::{
    Win32::{
        Foundation::E_ABORT,
        System::Com::{
            CLSCTX_INPROC_SERVER, COINIT_APARTMENTTHREADED, COINIT_DISABLE_OLE1DDE, CoCreateInstance,
            CoInitializeEx, CoTaskMemFree, CoUninitialize,
        },
        UI::Shell::{
            FILEOPERATION_FLAGS, FOF_ALLOWUNDO, FOF_NO_CONNECTED_ELEMENTS, FOF_NO_UI, FOF_WANTNUKEWARNING,
            FOFX_ADDUNDORECORD, FOFX_EARLYFAILURE, FOFX_RECYCLEONDELETE, FileOperation, IFileOperation,
            IFileOperationProgressSink, IFileOperationProgressSink_Impl, IShellItem,
            SHCreateItemFromParsingName, SIGDN_FILESYSPATH, TSF_DELETE_RECYCLE_IF_POSSIBLE,
        },
    },
    core::{Error, HRESULT, PCWSTR, Ref, Result},
};
use windows_core::implement;

/// No question and no window; into the bin, and only what is named.
const FLAGS: FILEOPERATION_FLAGS = FILEOPERATION_FLAGS(
    FOF_ALLOWUNDO.0
        | FOF_NO_UI.0
        | FOF_NO_CONNECTED_ELEMENTS.0
        | FOF_WANTNUKEWARNING.0
        | FOFX_ADDUNDORECORD.0
        | FOFX_EARLYFAILURE.0
        | FOFX_RECYCLEONDELETE.0,
);

/// Puts what is at a path into the bin, and returns where the shell says that it is there.
///
/// # Errors
/// A sentence why the shell did not.
pub(super) fn put_into_bin(path: &Path) -> std::result::Result<Option<PathBuf>, String> {
    remove(path).map_err(|error| match error.code() {
        E_ABORT => "its disk has no bin, or it is too large for it".to_owned(),
        code => format!("the shell refuses with {:#010x}", code.0),
    })
}

fn remove(path: &Path) -> Result<Option<PathBuf>> {
    let _apartment = Apartment::enter()?;
    let name: Vec<u16> = path.as_os_str().encode_wide().chain([0]).collect();
    let seen = Arc::new(Mutex::new(None));
    let sink: IFileOperationProgressSink = Watch { seen: Arc::clone(&seen) }.into();
    // SAFETY: the thread is in an apartment, and the name ends with a zero and outlives the call.
    let is_aborted = unsafe {
        let item: IShellItem = SHCreateItemFromParsingName(PCWSTR(name.as_ptr()), None)?;
        let operation: IFileOperation = CoCreateInstance(&FileOperation, None, CLSCTX_INPROC_SERVER)?;
        operation.SetOperationFlags(FLAGS)?;
        operation.DeleteItem(&item, &sink)?;
        operation.PerformOperations()?;
        operation.GetAnyOperationsAborted()?.as_bool()
    };
    if is_aborted {
        return Err(Error::from_hresult(E_ABORT));
    }
    Ok(seen.lock().unwrap_or_else(PoisonError::into_inner).take())
}

/// Keeps this thread in an apartment. It is dropped after all objects of the thread.
struct Apartment;

impl Apartment {
    fn enter() -> Result<Apartment> {
        // SAFETY: `drop` leaves the apartment again, on this thread, which the value does not leave.
        unsafe { CoInitializeEx(None, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE) }.ok()?;
        Ok(Apartment)
    }
}

impl Drop for Apartment {
    fn drop(&mut self) {
        // SAFETY: `enter` entered it on this thread.
        unsafe { CoUninitialize() };
    }
}

/// Hears what the operation does.
#[implement(IFileOperationProgressSink)]
struct Watch {
    /// Where the file is in the bin.
    seen: Arc<Mutex<Option<PathBuf>>>,
}

impl IFileOperationProgressSink_Impl for Watch_Impl {
    /// What cannot go into the bin would be deleted for good.
    fn PreDeleteItem(&self, flags: u32, _: Ref<'_, IShellItem>) -> Result<()> {
        match flags & TSF_DELETE_RECYCLE_IF_POSSIBLE.0.cast_unsigned() {
            0 => Err(Error::from_hresult(E_ABORT)),
            _ => Ok(()),
        }
    }

    fn PostDeleteItem(
        &self,
        _: u32,
        _: Ref<'_, IShellItem>,
        result: HRESULT,
        made: Ref<'_, IShellItem>,
    ) -> Result<()> {
        result.ok()?;
        if let Some(item) = made.as_ref() {
            *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = path_of(item);
        }
        Ok(())
    }

    fn StartOperations(&self) -> Result<()> {
        Ok(())
    }

    fn FinishOperations(&self, _: HRESULT) -> Result<()> {
        Ok(())
    }

    fn PreRenameItem(&self, _: u32, _: Ref<'_, IShellItem>, _: &PCWSTR) -> Result<()> {
        Ok(())
    }

    fn PostRenameItem(
        &self,
        _: u32,
        _: Ref<'_, IShellItem>,
        _: &PCWSTR,
        _: HRESULT,
        _: Ref<'_, IShellItem>,
    ) -> Result<()> {
        Ok(())
    }

    fn PreMoveItem(&self, _: u32, _: Ref<'_, IShellItem>, _: Ref<'_, IShellItem>, _: &PCWSTR) -> Result<()> {
        Ok(())
    }

    fn PostMoveItem(
        &self,
        _: u32,
        _: Ref<'_, IShellItem>,
        _: Ref<'_, IShellItem>,
        _: &PCWSTR,
        _: HRESULT,
        _: Ref<'_, IShellItem>,
    ) -> Result<()> {
        Ok(())
    }

    fn PreCopyItem(&self, _: u32, _: Ref<'_, IShellItem>, _: Ref<'_, IShellItem>, _: &PCWSTR) -> Result<()> {
        Ok(())
    }

    fn PostCopyItem(
        &self,
        _: u32,
        _: Ref<'_, IShellItem>,
        _: Ref<'_, IShellItem>,
        _: &PCWSTR,
        _: HRESULT,
        _: Ref<'_, IShellItem>,
    ) -> Result<()> {
        Ok(())
    }

    fn PreNewItem(&self, _: u32, _: Ref<'_, IShellItem>, _: &PCWSTR) -> Result<()> {
        Ok(())
    }

    fn PostNewItem(
        &self,
        _: u32,
        _: Ref<'_, IShellItem>,
        _: &PCWSTR,
        _: &PCWSTR,
        _: u32,
        _: HRESULT,
        _: Ref<'_, IShellItem>,
    ) -> Result<()> {
        Ok(())
    }

    fn UpdateProgress(&self, _: u32, _: u32) -> Result<()> {
        Ok(())
    }

    fn ResetTimer(&self) -> Result<()> {
        Ok(())
    }

    fn PauseTimer(&self) -> Result<()> {
        Ok(())
    }

    fn ResumeTimer(&self) -> Result<()> {
        Ok(())
    }
}

/// The path of an item; `None` if it is no file.
fn path_of(item: &IShellItem) -> Option<PathBuf> {
    // SAFETY: the item is alive; the text that it gives ends with a zero, and is ours to free.
    unsafe {
        let text = item.GetDisplayName(SIGDN_FILESYSPATH).ok()?;
        let path = text.to_string().ok().map(PathBuf::from);
        CoTaskMemFree(Some(text.as_ptr().cast()));
        path
    }
}
