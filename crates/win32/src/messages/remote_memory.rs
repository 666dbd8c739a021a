//! Memory in the process of a window, for messages whose structures Windows does not copy between processes.

use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::many_messages::{Question, SentQuestions};
use crate::processes::{native, open_with};
use crate::utf16::text_of;
use crate::window_list::process_of;
use std::os::windows::io::OwnedHandle;
use windows::Win32::Foundation::HANDLE;
use windows::Win32::System::Diagnostics::Debug::{ReadProcessMemory, WriteProcessMemory};
use windows::Win32::System::Memory::{
    MEM_COMMIT, MEM_RELEASE, MEM_RESERVE, PAGE_READWRITE, VirtualAllocEx, VirtualFreeEx,
};
use windows::Win32::System::Threading::{
    GetCurrentProcess, IsWow64Process, PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_VM_OPERATION,
    PROCESS_VM_READ, PROCESS_VM_WRITE,
};
use windows::core::{BOOL, PWSTR};

/// The longest text of an item, with its zero.
pub(super) const TEXT_UNITS: usize = 512;
/// The bytes of memory that is there or is not.
const PAGE: usize = 4096;
/// What a structure of Windows is aligned to.
const ALIGNMENT: usize = 16;

/// Memory in the process of a window. It is freed when this is dropped.
struct RemoteMemory {
    process: OwnedHandle,
    /// Zero once the memory is left to the program.
    address: usize,
}

impl RemoteMemory {
    /// So many bytes, all of them zero.
    fn allocate(window: Hwnd, bytes: usize) -> Result<RemoteMemory, Win32Error> {
        let number = process_of(window).ok_or(Win32Error::Gone)?;
        let rights =
            PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_VM_OPERATION | PROCESS_VM_READ | PROCESS_VM_WRITE;
        let process = open_with(number, rights)?;
        check_bitness(&process)?;
        let kinds = MEM_COMMIT | MEM_RESERVE;
        // SAFETY: the handle is open, and the call takes numbers.
        let place = unsafe { VirtualAllocEx(native(&process), None, bytes, kinds, PAGE_READWRITE) };
        if place.is_null() {
            return Err(Win32Error::last("VirtualAllocEx"));
        }
        Ok(RemoteMemory { process, address: place.addr() })
    }

    /// Puts a structure there. It is plain data: its pointers are addresses in that process.
    fn write<T: Copy>(&self, offset: usize, structure: &T) -> Result<(), Win32Error> {
        let to = std::ptr::without_provenance(self.address + offset);
        let from = std::ptr::from_ref(structure).cast();
        // SAFETY: the handle is open, and as many bytes are read as the structure has. An address of no memory is an error.
        unsafe { WriteProcessMemory(native(&self.process), to, from, size_of::<T>(), None) }
            .map_err(|error| Win32Error::of_result("WriteProcessMemory", &error))
    }

    /// The structure that is there, which is plain data.
    fn read<T: Copy + Default>(&self, offset: usize) -> Result<T, Win32Error> {
        let mut structure = T::default();
        self.read_bytes(self.address + offset, std::ptr::from_mut(&mut structure).cast(), size_of::<T>())?;
        Ok(structure)
    }

    /// The text at an address in that process, which ends with a zero.
    fn text_at(&self, address: usize) -> Result<String, Win32Error> {
        let mut units = [0_u16; TEXT_UNITS];
        let whole = size_of_val(&units);
        // A program may answer with the address of a text of its own, behind which its memory may end with the page.
        let until_page = 2 * ((PAGE - address % PAGE) / 2);
        for bytes in [whole, whole.min(until_page)] {
            if self.read_bytes(address, units.as_mut_ptr().cast(), bytes).is_ok() {
                return Ok(text_of(&units));
            }
        }
        Err(Win32Error::Cannot("the program does not show the text of an item".into()))
    }

    fn read_bytes(&self, address: usize, to: *mut std::ffi::c_void, bytes: usize) -> Result<(), Win32Error> {
        let from = std::ptr::without_provenance(address);
        // SAFETY: the handle is open, and the callers give a place of theirs of so many bytes, which take any content.
        unsafe { ReadProcessMemory(native(&self.process), from, to, bytes, None) }
            .map_err(|error| Win32Error::of_result("ReadProcessMemory", &error))
    }

    /// Leaves the memory to the program, which may still write there.
    fn leave(mut self) {
        self.address = 0;
    }
}

impl Drop for RemoteMemory {
    fn drop(&mut self) {
        if self.address != 0 {
            let place = std::ptr::without_provenance_mut(self.address);
            // SAFETY: the handle is open, and the memory is that of `allocate`, which nobody else frees.
            let _ = unsafe { VirtualFreeEx(native(&self.process), place, 0, MEM_RELEASE) };
        }
    }
}

/// Structures that a window has filled, each with room for a text.
pub(super) struct FilledStructures<T> {
    memory: RemoteMemory,
    /// Those that it filled; `None` where it says that it did not.
    pub(super) structures: Vec<Option<T>>,
}

/// Sends a message so many times at once, each with a first argument and a structure, which is made with the address of room for a text.
pub(super) fn ask_with_structures<T: Copy + Default>(
    to: Hwnd,
    message: u32,
    count: usize,
    structure: impl Fn(usize, PWSTR) -> (usize, T),
    deadline: Deadline,
) -> Result<FilledStructures<T>, Win32Error> {
    let text_offset = size_of::<T>().next_multiple_of(ALIGNMENT);
    let stride = (text_offset + 2 * TEXT_UNITS).next_multiple_of(ALIGNMENT);
    let memory = RemoteMemory::allocate(to, stride * count.max(1))?;
    let mut questions = Vec::new();
    for index in 0..count {
        let offset = stride * index;
        let text = PWSTR(std::ptr::without_provenance_mut(memory.address + offset + text_offset));
        let (first, structure) = structure(index, text);
        memory.write(offset, &structure)?;
        questions.push(Question { to, message, first, second: (memory.address + offset).cast_signed() });
    }
    let answers = match SentQuestions::send(&questions).answers(deadline) {
        Ok(answers) => answers,
        Err(error) => {
            memory.leave();
            return Err(error);
        }
    };
    let filled = (0..).zip(answers).map(|(index, answer): (usize, _)| match answer {
        Some(1..) | Some(..0) => memory.read(stride * index).map(Some),
        Some(0) | None => Ok(None),
    });
    let structures = filled.collect::<Result<_, _>>()?;
    Ok(FilledStructures { memory, structures })
}

impl<T> FilledStructures<T> {
    /// The text at an address that a structure has.
    pub(super) fn text(&self, place: PWSTR) -> Result<String, Win32Error> {
        self.memory.text_at(place.0.addr())
    }
}

/// Fails for a program whose addresses have another size than ours, and with them its structures.
fn check_bitness(process: &OwnedHandle) -> Result<(), Win32Error> {
    // SAFETY: returns a number that stands for this process and is not closed.
    let ours = is_emulated(unsafe { GetCurrentProcess() })?;
    if is_emulated(native(process))? == ours {
        return Ok(());
    }
    Err(Win32Error::Cannot(
        "the program is of 32 bits, and Deskpilot of 64: messages cannot name its items; use the pointer or the keyboard".into(),
    ))
}

/// Whether a program of 32 bits runs on a Windows of 64.
fn is_emulated(process: HANDLE) -> Result<bool, Win32Error> {
    let mut is_emulated = BOOL::default();
    // SAFETY: the handle is open, and the pointer is to a number of ours.
    unsafe { IsWow64Process(process, &raw mut is_emulated) }
        .map_err(|error| Win32Error::of_result("IsWow64Process", &error))?;
    Ok(is_emulated.as_bool())
}
