//! Reads and writes values of COM (`VARIANT`) by hand: the conversions of the bindings need a library that Wine lacks, and
//! end the process there.

use crate::com::safe_array::values_of;
use crate::protocol::node::RuntimeId;
use crate::protocol::property_value::PropertyValue;
use std::mem::ManuallyDrop;
use windows::Win32::System::Ole::{SafeArrayCreateVector, SafeArrayDestroy, SafeArrayPutElement};
use windows::Win32::System::Variant::{
    VAR_CHANGE_FLAGS, VARIANT, VARIANT_0, VARIANT_0_0, VARIANT_0_0_0, VT_ARRAY, VT_BOOL, VT_BSTR, VT_BYREF,
    VT_CY, VT_DATE, VT_DECIMAL, VT_EMPTY, VT_I1, VT_I2, VT_I4, VT_I8, VT_INT, VT_NULL, VT_R4, VT_R8, VT_UI1,
    VT_UI2, VT_UI4, VT_UI8, VT_UINT, VariantChangeType,
};

/// The value of a `VARIANT`. Pointers to values elsewhere are not followed: no property has one.
pub(crate) fn value_of(variant: &VARIANT) -> PropertyValue {
    let vt = variant.vt();
    if vt.0 & VT_BYREF.0 != 0 {
        return PropertyValue::Other(vt.0);
    }
    // SAFETY: `vt` says which field is set. Arrays belong to the variant, which is borrowed.
    unsafe {
        let value = &variant.Anonymous.Anonymous.Anonymous;
        if vt.0 & VT_ARRAY.0 != 0 {
            return values_of(value.parray);
        }
        match vt {
            VT_EMPTY | VT_NULL => PropertyValue::None,
            VT_I1 => PropertyValue::Integer(value.cVal.into()),
            VT_UI1 => PropertyValue::Integer(value.bVal.into()),
            VT_I2 => PropertyValue::Integer(value.iVal.into()),
            VT_UI2 => PropertyValue::Integer(value.uiVal.into()),
            VT_I4 | VT_INT => PropertyValue::Integer(value.lVal.into()),
            VT_UI4 | VT_UINT => PropertyValue::Integer(value.ulVal.into()),
            VT_I8 => PropertyValue::Integer(value.llVal),
            VT_UI8 => PropertyValue::Integer(i64::try_from(value.ullVal).unwrap_or(i64::MAX)),
            VT_R4 => PropertyValue::Number(value.fltVal.into()),
            VT_R8 => PropertyValue::Number(value.dblVal),
            VT_BOOL => PropertyValue::Bool(value.boolVal.as_bool()),
            VT_BSTR => PropertyValue::Text(value.bstrVal.to_string()),
            VT_CY | VT_DATE | VT_DECIMAL => as_number(variant),
            _ => PropertyValue::Other(vt.0),
        }
    }
}

/// A value of money, a date or a decimal number as a plain number.
fn as_number(variant: &VARIANT) -> PropertyValue {
    let mut number = VARIANT::default();
    // SAFETY: both are valid; the target is empty.
    match unsafe { VariantChangeType(&raw mut number, variant, VAR_CHANGE_FLAGS(0), VT_R8) } {
        Ok(()) => value_of(&number),
        Err(_) => PropertyValue::Other(variant.vt().0),
    }
}

/// A runtime id as a value to look for; `None` where there is no memory for it.
pub(crate) fn variant_of_id(id: &RuntimeId) -> Option<VARIANT> {
    let count = u32::try_from(id.numbers().len()).ok()?;
    // SAFETY: the array is new, and each index is in it. What fails destroys it; else it belongs to the variant.
    unsafe {
        let array = SafeArrayCreateVector(VT_I4, 0, count);
        if array.is_null() {
            return None;
        }
        for (index, number) in (0i32..).zip(id.numbers()) {
            if SafeArrayPutElement(array, &raw const index, (&raw const *number).cast()).is_err() {
                let _ = SafeArrayDestroy(array);
                return None;
            }
        }
        let value = VARIANT_0_0 {
            vt: windows::Win32::System::Variant::VARENUM(VT_ARRAY.0 | VT_I4.0),
            Anonymous: VARIANT_0_0_0 { parray: array },
            ..VARIANT_0_0::default()
        };
        Some(VARIANT { Anonymous: VARIANT_0 { Anonymous: ManuallyDrop::new(value) } })
    }
}
