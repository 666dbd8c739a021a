//! An object of this very process that other code calls like those of Office: it says what it was called with, rejects calls, fails,
//! and counts the references to it.

use super::{
    automation::{argument, value_with},
    classes::object,
    sta::SingleThreaded,
    variant::variant,
};
use crate::{
    dispatch::{
        cell_error::CellError,
        error::CallError,
        object::Object,
        value::{Value, args},
    },
    patience::Patience,
};
use deskpilot_desktop::CallThread;
use std::{
    cell::{Cell, RefCell},
    mem::ManuallyDrop,
    rc::Rc,
    time::{Duration, Instant},
};
use windows::Win32::{
    Foundation::{
        DISP_E_EXCEPTION, DISP_E_TYPEMISMATCH, DISP_E_UNKNOWNNAME, E_NOTIMPL, RPC_E_CALL_REJECTED, S_OK,
    },
    System::{
        Com::{CY, DISPATCH_FLAGS, DISPPARAMS, EXCEPINFO, IDispatch, IDispatch_Impl, ITypeInfo},
        Variant::{VARIANT, VARIANT_0_0_0, VT_CY, VT_ERROR, VT_I4, VT_UNKNOWN},
    },
};
use windows_core::{BSTR, GUID, HRESULT, PCWSTR, Result as ComResult, implement};

/// The members and the names of arguments, by their numbers from 1 on.
const NAMES: [&str; 10] =
    ["Echo", "Busy", "Fail", "Wrong", "Money", "Shown", "Nothing", "FileFormat", "Password", "Hang"];

/// How long a call hangs that hangs.
const HANGING: Duration = Duration::from_secs(1);

/// What was seen of the calls.
#[derive(Default)]
struct Seen {
    calls: RefCell<Vec<String>>,
    /// How often calls are still rejected.
    rejections: Cell<u32>,
    /// How many such objects there are.
    alive: Cell<u32>,
}

#[implement(IDispatch)]
struct Served(Rc<Seen>);

impl Served {
    fn object(seen: &Rc<Seen>, patience: &Patience) -> Object {
        seen.alive.set(seen.alive.get() + 1);
        object(Served(Rc::clone(seen)).into(), patience)
    }
}

/// Such an object for another thread.
pub(super) fn served() -> IDispatch {
    let seen = Rc::new(Seen { alive: Cell::new(1), ..Seen::default() });
    Served(seen).into()
}

impl Drop for Served {
    fn drop(&mut self) {
        self.0.alive.set(self.0.alive.get() - 1);
    }
}

impl IDispatch_Impl for Served_Impl {
    fn GetTypeInfoCount(&self) -> ComResult<u32> {
        Ok(0)
    }

    fn GetTypeInfo(&self, _: u32, _: u32) -> ComResult<ITypeInfo> {
        Err(E_NOTIMPL.into())
    }

    fn GetIDsOfNames(
        &self,
        _: *const GUID,
        names: *const PCWSTR,
        count: u32,
        _: u32,
        ids: *mut i32,
    ) -> ComResult<()> {
        let mut result = Ok(());
        for at in 0..count as usize {
            // SAFETY: as many names and places for numbers as `count` says.
            unsafe {
                let name = (*names.add(at)).to_string().unwrap();
                let known = NAMES.iter().position(|it| *it == name);
                *ids.add(at) = known.map_or(-1, |it| i32::try_from(it).unwrap() + 1);
                if known.is_none() {
                    result = Err(DISP_E_UNKNOWNNAME.into());
                }
            }
        }
        result
    }

    fn Invoke(
        &self,
        member: i32,
        _: *const GUID,
        language: u32,
        flags: DISPATCH_FLAGS,
        params: *const DISPPARAMS,
        result: *mut VARIANT,
        exception: *mut EXCEPINFO,
        wrong: *mut u32,
    ) -> ComResult<()> {
        // SAFETY: COM has callers pass valid places, and as many arguments as they say.
        let (values, named) = unsafe {
            let params = &*params;
            let values =
                (0..params.cArgs as usize).map(|at| value_with(&*params.rgvarg.add(at), &Patience::none()));
            let named = (0..params.cNamedArgs as usize).map(|at| *params.rgdispidNamedArgs.add(at));
            (values.collect::<Vec<_>>(), named.collect::<Vec<_>>())
        };
        let texts: Vec<String> = values.iter().map(Value::to_string).collect();
        let name = NAMES[usize::try_from(member).unwrap() - 1];
        self.0.calls.borrow_mut().push(format!("{name} {language} {} {texts:?} {named:?}", flags.0));
        if name == "Busy" && self.0.rejections.get() > 0 {
            self.0.rejections.set(self.0.rejections.get() - 1);
            return Err(RPC_E_CALL_REJECTED.into());
        }
        // SAFETY: as above; the result is empty.
        unsafe { answered(name, &values, result, exception, wrong) }.ok()
    }
}

/// What each member does.
unsafe fn answered(
    name: &str,
    values: &[Value],
    result: *mut VARIANT,
    exception: *mut EXCEPINFO,
    wrong: *mut u32,
) -> HRESULT {
    type Union = VARIANT_0_0_0;
    // SAFETY: the caller says that the places are valid.
    unsafe {
        match (name, values.first()) {
            ("Echo", Some(value)) => result.write(argument(value).unwrap()),
            ("Money", _) => result.write(variant(VT_CY, Union { cyVal: CY { int64: 12_500 } })),
            ("Shown", _) => result.write(variant(VT_ERROR, Union { scode: CellError::NAME.code() })),
            ("Nothing", _) => result.write(variant(VT_UNKNOWN, Union::default())),
            ("Fail", _) => {
                (*exception).bstrSource = ManuallyDrop::new(BSTR::from("Served"));
                (*exception).pfnDeferredFillIn = Some(fill_in);
                return DISP_E_EXCEPTION;
            }
            ("Hang", _) => std::thread::sleep(HANGING),
            ("Wrong", _) => {
                *wrong = 0;
                return DISP_E_TYPEMISMATCH;
            }
            _ => result.write(variant(VT_I4, Union { lVal: 1 })),
        }
    }
    S_OK
}

unsafe extern "system" fn fill_in(exception: *mut EXCEPINFO) -> HRESULT {
    // SAFETY: the caller passes the structure that it got.
    unsafe {
        (*exception).bstrDescription = ManuallyDrop::new(BSTR::from(" It is protected. "));
        (*exception).wCode = 1004;
    }
    S_OK
}

/// What this does with an object on a thread of its own, and what was seen of it.
async fn with_object<T: Send + 'static>(
    rejections: u32,
    patience: Duration,
    act: impl FnOnce(&Object) -> Result<T, CallError> + Send + 'static,
) -> (Result<T, CallError>, Vec<String>) {
    let calls = CallThread::new(SingleThreaded);
    let done = calls
        .call(Instant::now() + Duration::from_secs(30), move |sta| {
            sta.patience().begin(Instant::now() + patience);
            let seen = Rc::new(Seen { rejections: Cell::new(rejections), ..Seen::default() });
            let result = act(&Served::object(&seen, sta.patience()));
            assert_eq!(seen.alive.get(), 0, "an object is still there");
            Ok((result, seen.calls.take()))
        })
        .await;
    done.unwrap()
}

#[tokio::test]
async fn arguments_go_from_the_last_to_the_first_and_those_with_names_in_front() {
    let (result, calls) = with_object(0, Duration::ZERO, |it| {
        it.value("Nothing")?;
        it.call("Busy", args!["a", 2].named("FileFormat", 51).named("Password", Value::Missing))?;
        it.put_of("Echo", args!["key"], 2.5)
    })
    .await;
    assert_eq!(result, Ok(()));
    assert_eq!(
        calls,
        [
            "Nothing 1033 3 [] []",
            r#"Busy 1033 1 ["missing", "51", "2", "\"a\""] [9, 8]"#,
            r#"Echo 1033 4 ["2.5", "\"key\""] [-3]"#,
        ]
    );
}

#[tokio::test]
async fn tables_money_errors_and_objects_come_as_they_went() {
    let (result, _) = with_object(0, Duration::ZERO, |it| {
        let table = Value::Table(vec![
            vec![Value::Integer(1), Value::from("b"), Value::Empty],
            vec![Value::Error(CellError::NAME), Value::Number(0.5), Value::Bool(false)],
        ]);
        assert_eq!(it.value_of("Echo", args![table.clone()])?, table);
        let huge = Value::Integer(i64::from(i32::MAX) + 1);
        assert_eq!(it.value_of("Echo", args![huge])?, Value::Number(2_147_483_648.0));
        assert_eq!(it.value("Money")?, Value::Number(1.25));
        assert_eq!(it.value("Shown")?, Value::Error(CellError::NAME));
        assert_eq!(it.value("Nothing")?, Value::Empty);
        // References of the result and of the argument are given back: `with_object` counts them.
        it.object_of("Echo", args![it])?.value("Money").map(drop)
    })
    .await;
    assert_eq!(result, Ok(()));
}

#[tokio::test]
async fn what_the_object_reports_is_read_with_its_number_and_its_sentence() {
    let (result, _) = with_object(0, Duration::ZERO, |it| {
        let failed = it.call("Fail", args![]);
        assert_eq!(failed, Err(CallError::Exception { code: 0x800a_03ec, text: "It is protected.".into() }));
        let wrong = it.call("Wrong", args![1, 2]);
        assert_eq!(wrong, Err(CallError::BadArgument { member: "Wrong".into(), place: 2 }));
        let unknown = it.call("Echo", args![].named("Colour", 1));
        assert_eq!(unknown, Err(CallError::NoSuchMember("Colour".into())));
        Ok(())
    })
    .await;
    assert_eq!(result, Ok(()));
}

#[tokio::test]
async fn a_call_that_is_rejected_is_repeated_while_there_is_time() {
    let busy = |it: &Object| it.integer("Busy");
    let (result, calls) = with_object(2, Duration::from_secs(20), busy).await;
    assert_eq!((result, calls.len()), (Ok(1), 3));
    let (result, calls) = with_object(2, Duration::ZERO, busy).await;
    assert_eq!((result, calls.len()), (Err(CallError::Busy), 1));
}
