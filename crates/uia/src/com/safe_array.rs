//! Reads arrays of COM (`SAFEARRAY`) of one dimension.

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

/// The elements of an array of one dimension; `value_of` reads those that are values themselves. Of the others, and of types that are not read, the type alone is known.
///
/// # Safety
/// The array is null or valid, and nobody changes it meanwhile.
pub(crate) unsafe fn values_of(
    array: *const SAFEARRAY,
    value_of: fn(&VARIANT) -> PropertyValue,
) -> PropertyValue {
    let Some(array) = NonNull::new(array.cast_mut()) else { return PropertyValue::None };
    // SAFETY: the caller says that the array is valid.
    let Some(elements) = (unsafe { Elements::lock(array) }) else { return PropertyValue::Other(VT_ARRAY.0) };
    elements.values(value_of).unwrap_or(PropertyValue::Other(VT_ARRAY.0 | elements.element.0))
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

    fn values(&self, value_of: fn(&VARIANT) -> PropertyValue) -> Option<PropertyValue> {
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

#[cfg(test)]
mod tests {
    use super::PropertyValue as Value;
    use super::*;
    use crate::com::variant::value_of;
    use windows::Win32::System::Com::SAFEARRAYBOUND;
    use windows::Win32::System::Ole::{
        SafeArrayCreate, SafeArrayCreateVector, SafeArrayDestroy, SafeArrayPutElement,
    };
    use windows::Win32::System::Variant::{VT_CY, VT_DATE, VT_UNKNOWN};

    /// What is read of an array of these elements, which begins at this index.
    fn read<T>(element: VARENUM, first: i32, values: &[T]) -> Value {
        // SAFETY: the array has room for the values, which are of its type, and is destroyed once.
        unsafe {
            let array = SafeArrayCreateVector(element, first, u32::try_from(values.len()).unwrap());
            for (index, value) in (first..).zip(values) {
                SafeArrayPutElement(array, &raw const index, (&raw const *value).cast()).unwrap();
            }
            let read = values_of(array, value_of);
            SafeArrayDestroy(array).unwrap();
            read
        }
    }

    #[test]
    fn every_kind_of_element_is_read() {
        let integers = |numbers: &[i64]| Value::Integers(numbers.to_vec());
        assert_eq!(read(VT_I1, 0, &[-1i8, 2]), integers(&[-1, 2]));
        assert_eq!(read(VT_UI1, 0, &[200u8]), integers(&[200]));
        assert_eq!(read(VT_I2, 0, &[-300i16]), integers(&[-300]));
        assert_eq!(read(VT_UI2, 0, &[60_000u16]), integers(&[60_000]));
        assert_eq!(read(VT_I4, 0, &[42, i32::MIN]), integers(&[42, i64::from(i32::MIN)]));
        assert_eq!(read(VT_UI4, 0, &[u32::MAX]), integers(&[0xffff_ffff]));
        assert_eq!(read(VT_INT, 0, &[1, 2]), integers(&[1, 2]));
        assert_eq!(read(VT_UINT, 0, &[3u32]), integers(&[3]));
        assert_eq!(read(VT_I8, 0, &[i64::MIN]), integers(&[i64::MIN]));
        assert_eq!(read(VT_UI8, 0, &[1, u64::MAX]), integers(&[1, i64::MAX]));
        assert_eq!(read(VT_R4, 0, &[0.5f32]), Value::Numbers(vec![0.5]));
        assert_eq!(read(VT_R8, 0, &[1.5, -2.0]), Value::Numbers(vec![1.5, -2.0]));
        let values = [Value::Bool(true), Value::Bool(false)];
        assert_eq!(read(VT_BOOL, 0, &[-1i16, 0]), Value::Values(values.to_vec()));
        let variants = [VARIANT::from(true), VARIANT::from(7)];
        assert_eq!(read(VT_VARIANT, 0, &variants), Value::Values(vec![Value::Bool(true), Value::Integer(7)]));
        for element in [VT_CY, VT_DATE, VT_UNKNOWN] {
            assert_eq!(read::<i64>(element, 0, &[]), Value::Other(VT_ARRAY.0 | element.0));
        }
    }

    #[test]
    fn texts_are_elements_too() {
        let texts = [BSTR::from("eins"), BSTR::new(), BSTR::from("drei")];
        // SAFETY: an array of texts takes the pointer of a text, which is none for an empty one, and copies what it points to.
        let read = unsafe {
            let array = SafeArrayCreateVector(VT_BSTR, 0, 3);
            for (index, text) in (0i32..).zip(&texts) {
                SafeArrayPutElement(
                    array,
                    &raw const index,
                    (&raw const *text).cast::<*const c_void>().read(),
                )
                .unwrap();
            }
            let read = values_of(array, value_of);
            SafeArrayDestroy(array).unwrap();
            read
        };
        assert_eq!(read, Value::Texts(["eins", "", "drei"].map(str::to_owned).to_vec()));
    }

    #[test]
    fn arrays_may_be_empty_begin_anywhere_and_be_none() {
        assert_eq!(read::<i32>(VT_I4, 0, &[]), Value::Integers(Vec::new()));
        assert_eq!(read(VT_I4, -5, &[7, 8]), Value::Integers(vec![7, 8]));
        // SAFETY: no array is passed.
        assert_eq!(unsafe { values_of(null_mut(), value_of) }, Value::None);
    }

    #[test]
    fn a_table_and_a_huge_array_are_not_read() {
        let bounds = |count| SAFEARRAYBOUND { cElements: count, lLbound: 0 };
        let huge = u32::try_from(MOST_ELEMENTS).unwrap() + 1;
        for bounds in [vec![bounds(2), bounds(2)], vec![bounds(huge)]] {
            let dimensions = u32::try_from(bounds.len()).unwrap();
            // SAFETY: the array has as many bounds as dimensions, and is destroyed once.
            let read = unsafe {
                let array = SafeArrayCreate(VT_I4, dimensions, bounds.as_ptr());
                let read = values_of(array, value_of);
                SafeArrayDestroy(array).unwrap();
                read
            };
            assert_eq!(read, Value::Other(VT_ARRAY.0), "{dimensions}");
        }
    }
}
