//! Arrays of COM (`SAFEARRAY`) of one or two dimensions, as tables.

use crate::dispatch::{error::CallError, value::Value};
use std::{
    ffi::c_void,
    ptr::{NonNull, null_mut},
    slice,
};
use windows::Win32::{
    Foundation::VARIANT_BOOL,
    System::{
        Com::{SAFEARRAY, SAFEARRAYBOUND},
        Ole::{
            SafeArrayAccessData, SafeArrayCreate, SafeArrayDestroy, SafeArrayGetDim, SafeArrayGetElemsize,
            SafeArrayGetLBound, SafeArrayGetUBound, SafeArrayGetVartype, SafeArrayUnaccessData,
        },
        Variant::{
            VARENUM, VARIANT, VT_ARRAY, VT_BOOL, VT_BSTR, VT_DATE, VT_I2, VT_I4, VT_INT, VT_R4, VT_R8,
            VT_UI1, VT_VARIANT,
        },
    },
};
use windows_core::BSTR;

/// The most elements of an array that are read: a sheet of 50 columns and 20,000 rows.
const MOST_ELEMENTS: usize = 1_000_000;

/// Reads an element that is a value itself.
type ValueOf<'a> = &'a dyn Fn(&VARIANT) -> Value;

/// The elements of an array as a table: a list is one row. Of others only the type is known.
///
/// # Safety
/// The array is null or valid, and nobody changes it meanwhile.
pub(super) unsafe fn table_of(array: *const SAFEARRAY, value_of: ValueOf<'_>) -> Value {
    let Some(array) = NonNull::new(array.cast_mut()) else { return Value::Empty };
    // SAFETY: the caller says that the array is valid.
    let Some(locked) = (unsafe { Locked::of(array) }) else { return Value::Other(VT_ARRAY.0) };
    match locked.values(value_of) {
        Some(values) => Value::Table(locked.rows_of(&values)),
        None => Value::Other(VT_ARRAY.0 | locked.element.0),
    }
}

/// A table as an array of two dimensions. Its first index, the row, varies fastest in memory.
pub(super) fn array_of(
    rows: &[Vec<Value>],
    variant_of: &dyn Fn(&Value) -> Result<VARIANT, CallError>,
) -> Result<*mut SAFEARRAY, CallError> {
    let columns = rows.first().map_or(0, Vec::len);
    let values: Vec<VARIANT> = (0..columns)
        .flat_map(|column| rows.iter().map(move |row| row.get(column).unwrap_or(&Value::Empty)))
        .map(variant_of)
        .collect::<Result<_, _>>()?;
    let no_memory = || CallError::Failed(0x8007_000e); // E_OUTOFMEMORY
    let bound = |count: usize| {
        Ok(SAFEARRAYBOUND { cElements: u32::try_from(count).map_err(|_| no_memory())?, lLbound: 1 })
    };
    let bounds = [bound(rows.len())?, bound(columns)?];
    // SAFETY: there are as many bounds as dimensions. The array has room for rows times columns variants, all of them empty; each
    // is overwritten by one that the array owns from then on. What fails destroys the array.
    unsafe {
        let array = SafeArrayCreate(VT_VARIANT, 2, bounds.as_ptr());
        if array.is_null() {
            return Err(no_memory());
        }
        let mut data: *mut c_void = null_mut();
        if let Err(error) = SafeArrayAccessData(array, &raw mut data) {
            let _ = SafeArrayDestroy(array);
            return Err(CallError::of(error.code().0));
        }
        let data = data.cast::<VARIANT>();
        for (at, value) in values.into_iter().enumerate() {
            data.add(at).write(value);
        }
        let _ = SafeArrayUnaccessData(array);
        Ok(array)
    }
}

/// An array whose elements do not move.
struct Locked {
    array: NonNull<SAFEARRAY>,
    data: NonNull<c_void>,
    rows: usize,
    columns: usize,
    /// The size of each element, in bytes.
    size: usize,
    element: VARENUM,
}

impl Locked {
    /// Locks an array; `None` where it has more than two dimensions, or too many elements.
    ///
    /// # Safety
    /// The array is valid.
    unsafe fn of(array: NonNull<SAFEARRAY>) -> Option<Locked> {
        let raw = array.as_ptr();
        // SAFETY: the array is valid; these functions check the dimension and report errors.
        unsafe {
            let length = |dimension: u32| {
                let first = SafeArrayGetLBound(raw, dimension).ok()?;
                let last = SafeArrayGetUBound(raw, dimension).ok()?;
                usize::try_from(i64::from(last) - i64::from(first) + 1).ok()
            };
            let (rows, columns) = match SafeArrayGetDim(raw) {
                1 => (1, length(1)?),
                2 => (length(1)?, length(2)?),
                _ => return None,
            };
            if rows.checked_mul(columns)? > MOST_ELEMENTS {
                return None;
            }
            let element = SafeArrayGetVartype(raw).ok()?;
            let size = usize::try_from(SafeArrayGetElemsize(raw)).ok()?;
            let mut data: *mut c_void = null_mut();
            SafeArrayAccessData(raw, &raw mut data).ok()?;
            // An array without elements may have no memory.
            let data = NonNull::new(data).or((rows * columns == 0).then_some(NonNull::dangling()));
            let Some(data) = data else {
                let _ = SafeArrayUnaccessData(raw);
                return None;
            };
            Some(Locked { array, data, rows, columns, size, element })
        }
    }

    /// The elements in the order of the memory.
    fn values(&self, value_of: ValueOf<'_>) -> Option<Vec<Value>> {
        // SAFETY: each type is the one that the array has for this number.
        unsafe {
            Some(match self.element {
                VT_VARIANT => self.of_type::<VARIANT>()?.iter().map(value_of).collect(),
                VT_BSTR => self.of_type::<BSTR>()?.iter().map(|it| Value::Text(it.to_string())).collect(),
                VT_R8 => self.of_type::<f64>()?.iter().map(|it| Value::Number(*it)).collect(),
                VT_R4 => self.of_type::<f32>()?.iter().map(|it| Value::Number((*it).into())).collect(),
                VT_DATE => self.of_type::<f64>()?.iter().map(|it| Value::Date(*it)).collect(),
                VT_I4 | VT_INT => {
                    self.of_type::<i32>()?.iter().map(|it| Value::Integer((*it).into())).collect()
                }
                VT_I2 => self.of_type::<i16>()?.iter().map(|it| Value::Integer((*it).into())).collect(),
                VT_UI1 => self.of_type::<u8>()?.iter().map(|it| Value::Integer((*it).into())).collect(),
                VT_BOOL => {
                    self.of_type::<VARIANT_BOOL>()?.iter().map(|it| Value::Bool(it.as_bool())).collect()
                }
                _ => return None,
            })
        }
    }

    /// # Safety
    /// The elements are of this type.
    unsafe fn of_type<T>(&self) -> Option<&[T]> {
        if self.size != size_of::<T>() {
            return None;
        }
        let data = self.data.cast::<T>();
        let count = self.rows * self.columns;
        if !data.is_aligned() {
            return (count == 0).then_some(&[]);
        }
        // SAFETY: the array is locked as long as this borrow, and has this many elements of this size.
        Some(unsafe { slice::from_raw_parts(data.as_ptr(), count) })
    }

    /// The elements row by row, from the order of the memory.
    fn rows_of(&self, values: &[Value]) -> Vec<Vec<Value>> {
        let row =
            |row: usize| (0..self.columns).map(|column| values[column * self.rows + row].clone()).collect();
        (0..self.rows).map(row).collect()
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        // SAFETY: `of` has locked it.
        let _ = unsafe { SafeArrayUnaccessData(self.array.as_ptr()) };
    }
}
