//! Reads arrays of COM (`SAFEARRAY`) of one dimension.

use crate::com::variant::value_of;
use crate::protocol::property_value::PropertyValue;
use std::ffi::c_void;
use std::ptr::{NonNull, null_mut};
use std::slice;
use windows::Win32::Foundation::VARIANT_BOOL;
use windows::Win32::System::Com::SAFEARRAY;
use windows::Win32::System::Ole::{
    SafeArrayAccessData, SafeArrayGetDim, SafeArrayGetElemsize, SafeArrayGetLBound, SafeArrayGetUBound,
    SafeArrayGetVartype, SafeArrayUnaccessData,
};
use windows::Win32::System::Variant::{
    VARENUM, VARIANT, VT_ARRAY, VT_BOOL, VT_BSTR, VT_I1, VT_I2, VT_I4, VT_I8, VT_INT, VT_R4, VT_R8, VT_UI1,
    VT_UI2, VT_UI4, VT_UI8, VT_UINT, VT_VARIANT,
};
use windows_core::BSTR;

/// The most elements of an array that are read. Ids have a few, rectangles four.
const MOST_ELEMENTS: usize = 1 << 16;

/// The elements of an array of one dimension. Of the others, and of types that are not read, the type alone is known.
///
/// # Safety
/// The array is null or valid, and nobody changes it meanwhile.
pub(crate) unsafe fn values_of(array: *const SAFEARRAY) -> PropertyValue {
    let Some(array) = NonNull::new(array.cast_mut()) else { return PropertyValue::None };
    // SAFETY: the caller says that the array is valid.
    let Some(elements) = (unsafe { Elements::lock(array) }) else { return PropertyValue::Other(VT_ARRAY.0) };
    elements.values().unwrap_or(PropertyValue::Other(VT_ARRAY.0 | elements.element.0))
}

/// The locked elements of an array.
struct Elements {
    array: NonNull<SAFEARRAY>,
    data: NonNull<c_void>,
    count: usize,
    /// The size of each, in bytes.
    size: usize,
    element: VARENUM,
}

impl Elements {
    /// Locks the array; `None` where it has not one dimension, or too many elements.
    ///
    /// # Safety
    /// The array is valid.
    unsafe fn lock(array: NonNull<SAFEARRAY>) -> Option<Elements> {
        let raw = array.as_ptr();
        // SAFETY: the array is valid; these functions check the dimension and report errors.
        unsafe {
            if SafeArrayGetDim(raw) != 1 {
                return None;
            }
            let (first, last) = (SafeArrayGetLBound(raw, 1).ok()?, SafeArrayGetUBound(raw, 1).ok()?);
            let count = usize::try_from(i64::from(last) - i64::from(first) + 1).ok()?;
            if count > MOST_ELEMENTS {
                return None;
            }
            let element = SafeArrayGetVartype(raw).ok()?;
            let size = SafeArrayGetElemsize(raw) as usize;
            let mut data = null_mut();
            SafeArrayAccessData(raw, &raw mut data).ok()?;
            // An array without elements may have no memory.
            let data = NonNull::new(data).or((count == 0).then_some(NonNull::dangling()));
            let Some(data) = data else {
                let _ = SafeArrayUnaccessData(raw);
                return None;
            };
            Some(Elements { array, data, count, size, element })
        }
    }

    fn values(&self) -> Option<PropertyValue> {
        // SAFETY: each type is the one that the array has for this number.
        unsafe {
            Some(match self.element {
                VT_I1 => self.integers::<i8>()?,
                VT_UI1 => self.integers::<u8>()?,
                VT_I2 => self.integers::<i16>()?,
                VT_UI2 => self.integers::<u16>()?,
                VT_I4 | VT_INT => self.integers::<i32>()?,
                VT_UI4 | VT_UINT => self.integers::<u32>()?,
                VT_I8 => self.integers::<i64>()?,
                VT_UI8 => {
                    let numbers = self.of::<u64>()?.iter();
                    PropertyValue::Integers(
                        numbers.map(|it| i64::try_from(*it).unwrap_or(i64::MAX)).collect(),
                    )
                }
                VT_R4 => PropertyValue::Numbers(self.of::<f32>()?.iter().map(|it| f64::from(*it)).collect()),
                VT_R8 => PropertyValue::Numbers(self.of::<f64>()?.to_vec()),
                VT_BOOL => {
                    let values = self.of::<VARIANT_BOOL>()?.iter();
                    PropertyValue::Values(values.map(|it| PropertyValue::Bool(it.as_bool())).collect())
                }
                VT_BSTR => PropertyValue::Texts(self.of::<BSTR>()?.iter().map(BSTR::to_string).collect()),
                VT_VARIANT => PropertyValue::Values(self.of::<VARIANT>()?.iter().map(value_of).collect()),
                _ => return None,
            })
        }
    }

    /// # Safety
    /// The elements are of this type.
    unsafe fn integers<T: Copy + Into<i64>>(&self) -> Option<PropertyValue> {
        // SAFETY: as above.
        let numbers = unsafe { self.of::<T>()? };
        Some(PropertyValue::Integers(numbers.iter().map(|it| (*it).into()).collect()))
    }

    /// # Safety
    /// The elements are of this type.
    unsafe fn of<T>(&self) -> Option<&[T]> {
        if self.size != size_of::<T>() {
            return None;
        }
        let data = self.data.cast::<T>();
        if !data.is_aligned() {
            return (self.count == 0).then_some(&[]);
        }
        // SAFETY: the array is locked as long as this borrow, and has this many elements of this size.
        Some(unsafe { slice::from_raw_parts(data.as_ptr(), self.count) })
    }
}

impl Drop for Elements {
    fn drop(&mut self) {
        // SAFETY: `lock` has locked it.
        let _ = unsafe { SafeArrayUnaccessData(self.array.as_ptr()) };
    }
}
