//! Values of COM (`VARIANT`) by hand: the conversions of the bindings need a library that Wine lacks, and end the process there.

use super::safe_array;
use crate::dispatch::{
    cell_error::CellError,
    error::CallError,
    value::{Dispatch, Value},
};
use std::{mem::ManuallyDrop, rc::Rc};
use windows::Win32::{
    Foundation::{DISP_E_PARAMNOTFOUND, VARIANT_BOOL},
    System::{
        Com::IDispatch,
        Variant::{
            VAR_CHANGE_FLAGS, VARENUM, VARIANT, VARIANT_0, VARIANT_0_0, VARIANT_0_0_0, VT_ARRAY, VT_BOOL,
            VT_BSTR, VT_BYREF, VT_CY, VT_DATE, VT_DECIMAL, VT_DISPATCH, VT_EMPTY, VT_ERROR, VT_I1, VT_I2,
            VT_I4, VT_I8, VT_INT, VT_NULL, VT_R4, VT_R8, VT_UI1, VT_UI2, VT_UI4, VT_UI8, VT_UINT, VT_UNKNOWN,
            VT_VARIANT, VariantChangeType,
        },
    },
};
use windows_core::{BSTR, Interface};

/// Makes a value of an object.
pub(super) type OfObject<'a> = &'a dyn Fn(IDispatch) -> Value;

/// The value of a `VARIANT`.
pub(super) fn value_of(variant: &VARIANT, of_object: OfObject<'_>) -> Value {
    let vt = variant.vt();
    if vt.0 & VT_BYREF.0 != 0 {
        return value_elsewhere(variant, of_object);
    }
    // SAFETY: `vt` says which field is set. What it points to belongs to the variant, which is borrowed.
    unsafe {
        let value = &variant.Anonymous.Anonymous.Anonymous;
        if vt.0 & VT_ARRAY.0 != 0 {
            return safe_array::table_of(value.parray, &|it| value_of(it, of_object));
        }
        match vt {
            VT_EMPTY => Value::Empty,
            VT_NULL => Value::Null,
            VT_I1 => Value::Integer(value.cVal.into()),
            VT_UI1 => Value::Integer(value.bVal.into()),
            VT_I2 => Value::Integer(value.iVal.into()),
            VT_UI2 => Value::Integer(value.uiVal.into()),
            VT_I4 | VT_INT => Value::Integer(value.lVal.into()),
            VT_UI4 | VT_UINT => Value::Integer(value.ulVal.into()),
            VT_I8 => Value::Integer(value.llVal),
            VT_UI8 => Value::Integer(i64::try_from(value.ullVal).unwrap_or(i64::MAX)),
            VT_R4 => Value::Number(value.fltVal.into()),
            VT_R8 => Value::Number(value.dblVal),
            VT_BOOL => Value::Bool(value.boolVal.as_bool()),
            VT_DATE => Value::Date(value.date),
            VT_BSTR => Value::Text(value.bstrVal.to_string()),
            VT_ERROR if value.scode == DISP_E_PARAMNOTFOUND.0 => Value::Missing,
            VT_ERROR => CellError::of(value.scode).map_or(Value::Other(VT_ERROR.0), Value::Error),
            VT_CY | VT_DECIMAL => as_number(variant),
            VT_DISPATCH => (*value.pdispVal).as_ref().cloned().map_or(Value::Empty, of_object),
            VT_UNKNOWN => match (*value.punkVal).as_ref() {
                Some(unknown) => match unknown.cast::<IDispatch>() {
                    Ok(dispatch) => of_object(dispatch),
                    Err(_) => Value::Other(VT_UNKNOWN.0),
                },
                None => Value::Empty,
            },
            _ => Value::Other(vt.0),
        }
    }
}

/// A value that stands elsewhere, as servers return one that is a variable of theirs.
fn value_elsewhere(variant: &VARIANT, of_object: OfObject<'_>) -> Value {
    let vt = variant.vt();
    if vt.0 & !VT_BYREF.0 != VT_VARIANT.0 {
        return Value::Other(vt.0);
    }
    // SAFETY: the type says that it is a pointer to a variant, which lives as long as this one.
    unsafe {
        match variant.Anonymous.Anonymous.Anonymous.pvarVal.as_ref() {
            // One more step is all that there may be.
            Some(inner) if inner.vt().0 & VT_BYREF.0 == 0 => value_of(inner, of_object),
            _ => Value::Other(vt.0),
        }
    }
}

/// Money or a decimal number as a plain number.
fn as_number(variant: &VARIANT) -> Value {
    let mut number = VARIANT::default();
    // SAFETY: both are valid; the target is empty.
    match unsafe { VariantChangeType(&raw mut number, variant, VAR_CHANGE_FLAGS(0), VT_R8) } {
        // SAFETY: the conversion has set a number of this type.
        Ok(()) => Value::Number(unsafe { number.Anonymous.Anonymous.Anonymous.dblVal }),
        Err(_) => Value::Other(variant.vt().0),
    }
}

/// The object of COM that an object is; `None` where it is of another kind.
pub(super) type DispatchOf = fn(&Rc<dyn Dispatch>) -> Option<IDispatch>;

/// A value as a `VARIANT`.
pub(super) fn variant_of(value: &Value, dispatch_of: DispatchOf) -> Result<VARIANT, CallError> {
    type Union = VARIANT_0_0_0;
    Ok(match value {
        Value::Empty => VARIANT::default(),
        Value::Null => variant(VT_NULL, Union::default()),
        Value::Missing => variant(VT_ERROR, Union { scode: DISP_E_PARAMNOTFOUND.0 }),
        Value::Bool(it) => variant(VT_BOOL, Union { boolVal: VARIANT_BOOL::from(*it) }),
        Value::Integer(it) => match i32::try_from(*it) {
            Ok(it) => variant(VT_I4, Union { lVal: it }),
            // Office takes no integers of 64 bits.
            #[expect(clippy::cast_precision_loss, reason = "no number of Office is as large")]
            Err(_) => variant(VT_R8, Union { dblVal: *it as f64 }),
        },
        Value::Number(it) => variant(VT_R8, Union { dblVal: *it }),
        Value::Date(it) => variant(VT_DATE, Union { date: *it }),
        Value::Text(it) => variant(VT_BSTR, Union { bstrVal: ManuallyDrop::new(BSTR::from(it.as_str())) }),
        Value::Error(it) => variant(VT_ERROR, Union { scode: it.code() }),
        Value::Object(it) => match dispatch_of(it) {
            Some(dispatch) => variant(VT_DISPATCH, Union { pdispVal: ManuallyDrop::new(Some(dispatch)) }),
            None => return Err(no_argument(value)),
        },
        Value::Table(rows) => {
            let array = safe_array::array_of(rows, &|it| variant_of(it, dispatch_of))?;
            variant(VARENUM(VT_ARRAY.0 | VT_VARIANT.0), Union { parray: array })
        }
        Value::Other(_) => return Err(no_argument(value)),
    })
}

fn no_argument(value: &Value) -> CallError {
    CallError::Unexpected { member: "an argument".into(), found: value.to_string() }
}

/// A `VARIANT` of this type, which owns what the value points to.
pub(super) fn variant(vt: VARENUM, value: VARIANT_0_0_0) -> VARIANT {
    let inner = VARIANT_0_0 { vt, Anonymous: value, ..VARIANT_0_0::default() };
    VARIANT { Anonymous: VARIANT_0 { Anonymous: ManuallyDrop::new(inner) } }
}
