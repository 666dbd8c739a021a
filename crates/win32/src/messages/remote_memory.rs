//! Memory in the process of a window, for messages whose structures Windows does not copy between processes.

use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::many_messages::{Question, SentQuestions};
use crate::processes::{native, open_with};
use crate::utf16::text_of;
use crate::window_list::process_of;
use std::mem::offset_of;
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

    /// Puts structures there. They are plain data: their pointers are addresses in that process.
    fn write<S: Copy>(&self, structures: &[S]) -> Result<(), Win32Error> {
        let to = std::ptr::without_provenance(self.address);
        // SAFETY: the handle is open, and as many bytes are read as the structures have. An address of no memory is an error.
        unsafe {
            WriteProcessMemory(
                native(&self.process),
                to,
                structures.as_ptr().cast(),
                size_of_val(structures),
                None,
            )
        }
        .map_err(|error| Win32Error::of_result("WriteProcessMemory", &error))
    }

    /// Replaces structures by what is there now.
    fn read<S: Copy>(&self, structures: &mut [S]) -> Result<(), Win32Error> {
        self.read_bytes(self.address, structures.as_mut_ptr().cast(), size_of_val(structures))
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

/// A structure with room for a text.
#[derive(Clone, Copy)]
#[repr(C)]
struct WithText<T> {
    structure: T,
    text: [u16; TEXT_UNITS],
}

/// Structures with texts that a window has filled.
pub(super) struct FilledStructures<T> {
    memory: RemoteMemory,
    /// Those that it filled; `None` where it says that it did not.
    structures: Vec<Option<WithText<T>>>,
}

/// Sends a message so many times at once, each with a first argument and a structure. Returns what the window made of the structures;
/// `None` where it says that it did not fill one.
pub(super) fn ask_with_structures<T: Copy>(
    to: Hwnd,
    message: u32,
    count: usize,
    structure: impl Fn(usize) -> (usize, T),
    deadline: Deadline,
) -> Result<Vec<Option<T>>, Win32Error> {
    let (_, structures) = ask_in_memory(to, message, count, |index, _| structure(index), deadline)?;
    Ok(structures)
}

/// The same with structures that are made with the address of room for a text.
pub(super) fn ask_with_texts<T: Copy>(
    to: Hwnd,
    message: u32,
    count: usize,
    structure: impl Fn(usize, PWSTR) -> (usize, T),
    deadline: Deadline,
) -> Result<FilledStructures<T>, Win32Error> {
    let with_text = |index, address| {
        let room = std::ptr::without_provenance_mut(address + offset_of!(WithText<T>, text));
        let (first, structure) = structure(index, PWSTR(room));
        (first, WithText { structure, text: [0; TEXT_UNITS] })
    };
    let (memory, structures) = ask_in_memory(to, message, count, with_text, deadline)?;
    Ok(FilledStructures { memory, structures })
}

/// Sends a message so many times at once, with structures in the memory of the program, each made with its address there. They go there
/// and come back together: each way is a call to the system.
fn ask_in_memory<S: Copy>(
    to: Hwnd,
    message: u32,
    count: usize,
    structure: impl Fn(usize, usize) -> (usize, S),
    deadline: Deadline,
) -> Result<(RemoteMemory, Vec<Option<S>>), Win32Error> {
    let memory = RemoteMemory::allocate(to, size_of::<S>() * count.max(1))?;
    let address = |index: usize| memory.address + size_of::<S>() * index;
    let (firsts, mut structures): (Vec<usize>, Vec<S>) =
        (0..count).map(|index| structure(index, address(index))).unzip();
    memory.write(&structures)?;
    let question = |(index, first): (usize, usize)| Question {
        to,
        message,
        first,
        second: address(index).cast_signed(),
    };
    let questions: Vec<Question> = firsts.into_iter().enumerate().map(question).collect();
    let answers = match SentQuestions::send(&questions).answers(deadline) {
        Ok(answers) => answers,
        Err(error) => {
            memory.leave();
            return Err(error);
        }
    };
    memory.read(&mut structures)?;
    let filled = structures.into_iter().zip(answers);
    let filled = filled.map(|(it, answer)| answer.is_some_and(|answer| answer != 0).then_some(it));
    Ok((memory, filled.collect()))
}

impl<T: Copy> FilledStructures<T> {
    /// The structures in their order, up to the first that the window did not fill, each with the text at the place that this function
    /// finds in it.
    pub(super) fn texts(&self, place: impl Fn(&T) -> PWSTR) -> Result<Vec<(T, String)>, Win32Error> {
        let filled = self.structures.iter().map_while(Option::as_ref).enumerate();
        let with_text = |(index, it): (usize, &WithText<T>)| {
            let address = place(&it.structure).0.addr();
            let own = self.memory.address + size_of::<WithText<T>>() * index + offset_of!(WithText<T>, text);
            // A program may answer with the address of a text of its own.
            let text = if address == own { text_of(&it.text) } else { self.memory.text_at(address)? };
            Ok((it.structure, text))
        };
        filled.map(with_text).collect()
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
