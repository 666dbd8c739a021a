//! The methods that the fake does not have: each answers as an UI Automation that does not implement it. Generated from the
//! bindings of Windows.

/// Methods of an interface, by the types of their arguments, that are not implemented.
macro_rules! missing_calls {
    ($(fn $name:ident($($argument:ty),*) -> $output:ty;)*) => {
        $(fn $name(&self $(, _: $argument)*) -> windows_core::Result<$output> {
            Err(windows_core::Error::from_hresult(windows::Win32::Foundation::E_NOTIMPL))
        })*
    };
}
pub(crate) use missing_calls;

/// What the fake lacks of `IUIAutomation`.
macro_rules! rest_of_automation {
    () => {
        crate::fake::stubs::missing_calls! {
            fn CompareElements(Ref<'_, IUIAutomationElement>, Ref<'_, IUIAutomationElement>) -> BOOL;
            fn CompareRuntimeIds(*const SAFEARRAY, *const SAFEARRAY) -> BOOL;
            fn ElementFromPoint(&POINT) -> IUIAutomationElement;
            fn GetFocusedElement() -> IUIAutomationElement;
            fn GetRootElementBuildCache(Ref<'_, IUIAutomationCacheRequest>) -> IUIAutomationElement;
            fn CreateTreeWalker(Ref<'_, IUIAutomationCondition>) -> IUIAutomationTreeWalker;
            fn ContentViewWalker() -> IUIAutomationTreeWalker;
            fn RawViewWalker() -> IUIAutomationTreeWalker;
            fn RawViewCondition() -> IUIAutomationCondition;
            fn ContentViewCondition() -> IUIAutomationCondition;
            fn CreateTrueCondition() -> IUIAutomationCondition;
            fn CreateFalseCondition() -> IUIAutomationCondition;
            fn CreatePropertyConditionEx(UIA_PROPERTY_ID, &VARIANT, PropertyConditionFlags) -> IUIAutomationCondition;
            fn CreateAndCondition(Ref<'_, IUIAutomationCondition>, Ref<'_, IUIAutomationCondition>) -> IUIAutomationCondition;
            fn CreateAndConditionFromArray(*const SAFEARRAY) -> IUIAutomationCondition;
            fn CreateAndConditionFromNativeArray(*const Option<IUIAutomationCondition>, i32) -> IUIAutomationCondition;
            fn CreateOrCondition(Ref<'_, IUIAutomationCondition>, Ref<'_, IUIAutomationCondition>) -> IUIAutomationCondition;
            fn CreateOrConditionFromArray(*const SAFEARRAY) -> IUIAutomationCondition;
            fn CreateOrConditionFromNativeArray(*const Option<IUIAutomationCondition>, i32) -> IUIAutomationCondition;
            fn CreateNotCondition(Ref<'_, IUIAutomationCondition>) -> IUIAutomationCondition;
            fn AddPropertyChangedEventHandler(Ref<'_, IUIAutomationElement>, TreeScope, Ref<'_, IUIAutomationCacheRequest>, Ref<'_, IUIAutomationPropertyChangedEventHandler>, *const SAFEARRAY) -> ();
            fn RemoveFocusChangedEventHandler(Ref<'_, IUIAutomationFocusChangedEventHandler>) -> ();
            fn IntNativeArrayToSafeArray(*const i32, i32) -> *mut SAFEARRAY;
            fn IntSafeArrayToNativeArray(*const SAFEARRAY, *mut *mut i32) -> i32;
            fn RectToVariant(&RECT) -> VARIANT;
            fn VariantToRect(&VARIANT) -> RECT;
            fn SafeArrayToRectNativeArray(*const SAFEARRAY, *mut *mut RECT) -> i32;
            fn CreateProxyFactoryEntry(Ref<'_, IUIAutomationProxyFactory>) -> IUIAutomationProxyFactoryEntry;
            fn ProxyFactoryMapping() -> IUIAutomationProxyFactoryMapping;
            fn GetPropertyProgrammaticName(UIA_PROPERTY_ID) -> BSTR;
            fn GetPatternProgrammaticName(UIA_PATTERN_ID) -> BSTR;
            fn PollForPotentialSupportedPatterns(Ref<'_, IUIAutomationElement>, *mut *mut SAFEARRAY, *mut *mut SAFEARRAY) -> ();
            fn PollForPotentialSupportedProperties(Ref<'_, IUIAutomationElement>, *mut *mut SAFEARRAY, *mut *mut SAFEARRAY) -> ();
            fn CheckNotSupported(&VARIANT) -> BOOL;
            fn ReservedNotSupportedValue() -> IUnknown;
            fn ReservedMixedAttributeValue() -> IUnknown;
            fn ElementFromIAccessible(Ref<'_, IAccessible>, i32) -> IUIAutomationElement;
            fn ElementFromIAccessibleBuildCache(Ref<'_, IAccessible>, i32, Ref<'_, IUIAutomationCacheRequest>) -> IUIAutomationElement;
        }
    };
}
pub(crate) use rest_of_automation;

/// What the fake lacks of `IUIAutomationElement`.
macro_rules! rest_of_element {
    () => {
        crate::fake::stubs::missing_calls! {
            fn GetRuntimeId() -> *mut SAFEARRAY;
            fn FindFirst(TreeScope, Ref<'_, IUIAutomationCondition>) -> IUIAutomationElement;
            fn FindAll(TreeScope, Ref<'_, IUIAutomationCondition>) -> IUIAutomationElementArray;
            fn FindAllBuildCache(TreeScope, Ref<'_, IUIAutomationCondition>, Ref<'_, IUIAutomationCacheRequest>) -> IUIAutomationElementArray;
            fn GetCurrentPropertyValue(UIA_PROPERTY_ID) -> VARIANT;
            fn GetCurrentPropertyValueEx(UIA_PROPERTY_ID, BOOL) -> VARIANT;
            fn GetCachedPropertyValueEx(UIA_PROPERTY_ID, BOOL) -> VARIANT;
            fn GetCachedPatternAs(UIA_PATTERN_ID, *const GUID, *mut *mut core::ffi::c_void) -> ();
            fn GetCurrentPattern(UIA_PATTERN_ID) -> IUnknown;
            fn GetCachedPattern(UIA_PATTERN_ID) -> IUnknown;
            fn GetCachedParent() -> IUIAutomationElement;
            fn CurrentProcessId() -> i32;
            fn CurrentControlType() -> UIA_CONTROLTYPE_ID;
            fn CurrentLocalizedControlType() -> BSTR;
            fn CurrentName() -> BSTR;
            fn CurrentAcceleratorKey() -> BSTR;
            fn CurrentAccessKey() -> BSTR;
            fn CurrentHasKeyboardFocus() -> BOOL;
            fn CurrentIsKeyboardFocusable() -> BOOL;
            fn CurrentIsEnabled() -> BOOL;
            fn CurrentAutomationId() -> BSTR;
            fn CurrentClassName() -> BSTR;
            fn CurrentHelpText() -> BSTR;
            fn CurrentCulture() -> i32;
            fn CurrentIsControlElement() -> BOOL;
            fn CurrentIsContentElement() -> BOOL;
            fn CurrentIsPassword() -> BOOL;
            fn CurrentNativeWindowHandle() -> HWND;
            fn CurrentItemType() -> BSTR;
            fn CurrentIsOffscreen() -> BOOL;
            fn CurrentOrientation() -> OrientationType;
            fn CurrentFrameworkId() -> BSTR;
            fn CurrentIsRequiredForForm() -> BOOL;
            fn CurrentItemStatus() -> BSTR;
            fn CurrentBoundingRectangle() -> RECT;
            fn CurrentLabeledBy() -> IUIAutomationElement;
            fn CurrentAriaRole() -> BSTR;
            fn CurrentAriaProperties() -> BSTR;
            fn CurrentIsDataValidForForm() -> BOOL;
            fn CurrentControllerFor() -> IUIAutomationElementArray;
            fn CurrentDescribedBy() -> IUIAutomationElementArray;
            fn CurrentFlowsTo() -> IUIAutomationElementArray;
            fn CurrentProviderDescription() -> BSTR;
            fn CachedProcessId() -> i32;
            fn CachedControlType() -> UIA_CONTROLTYPE_ID;
            fn CachedLocalizedControlType() -> BSTR;
            fn CachedName() -> BSTR;
            fn CachedAcceleratorKey() -> BSTR;
            fn CachedAccessKey() -> BSTR;
            fn CachedHasKeyboardFocus() -> BOOL;
            fn CachedIsKeyboardFocusable() -> BOOL;
            fn CachedIsEnabled() -> BOOL;
            fn CachedAutomationId() -> BSTR;
            fn CachedClassName() -> BSTR;
            fn CachedHelpText() -> BSTR;
            fn CachedCulture() -> i32;
            fn CachedIsControlElement() -> BOOL;
            fn CachedIsContentElement() -> BOOL;
            fn CachedIsPassword() -> BOOL;
            fn CachedNativeWindowHandle() -> HWND;
            fn CachedItemType() -> BSTR;
            fn CachedIsOffscreen() -> BOOL;
            fn CachedOrientation() -> OrientationType;
            fn CachedFrameworkId() -> BSTR;
            fn CachedIsRequiredForForm() -> BOOL;
            fn CachedItemStatus() -> BSTR;
            fn CachedBoundingRectangle() -> RECT;
            fn CachedLabeledBy() -> IUIAutomationElement;
            fn CachedAriaRole() -> BSTR;
            fn CachedAriaProperties() -> BSTR;
            fn CachedIsDataValidForForm() -> BOOL;
            fn CachedControllerFor() -> IUIAutomationElementArray;
            fn CachedDescribedBy() -> IUIAutomationElementArray;
            fn CachedFlowsTo() -> IUIAutomationElementArray;
            fn CachedProviderDescription() -> BSTR;
            fn GetClickablePoint(*mut POINT) -> BOOL;
        }
    };
}
pub(crate) use rest_of_element;

/// What the fake lacks of `IUIAutomationCacheRequest`.
macro_rules! rest_of_cache_request {
    () => {
        crate::fake::stubs::missing_calls! {
            fn AddPattern(UIA_PATTERN_ID) -> ();
            fn Clone() -> IUIAutomationCacheRequest;
            fn TreeScope() -> TreeScope;
            fn TreeFilter() -> IUIAutomationCondition;
            fn AutomationElementMode() -> AutomationElementMode;
        }
    };
}
pub(crate) use rest_of_cache_request;

/// What the fake lacks of `IUIAutomationTreeWalker`.
macro_rules! rest_of_tree_walker {
    () => {
        crate::fake::stubs::missing_calls! {
            fn GetParentElement(Ref<'_, IUIAutomationElement>) -> IUIAutomationElement;
            fn GetFirstChildElement(Ref<'_, IUIAutomationElement>) -> IUIAutomationElement;
            fn GetLastChildElement(Ref<'_, IUIAutomationElement>) -> IUIAutomationElement;
            fn GetNextSiblingElement(Ref<'_, IUIAutomationElement>) -> IUIAutomationElement;
            fn GetPreviousSiblingElement(Ref<'_, IUIAutomationElement>) -> IUIAutomationElement;
            fn NormalizeElement(Ref<'_, IUIAutomationElement>) -> IUIAutomationElement;
            fn GetFirstChildElementBuildCache(Ref<'_, IUIAutomationElement>, Ref<'_, IUIAutomationCacheRequest>) -> IUIAutomationElement;
            fn GetLastChildElementBuildCache(Ref<'_, IUIAutomationElement>, Ref<'_, IUIAutomationCacheRequest>) -> IUIAutomationElement;
            fn GetNextSiblingElementBuildCache(Ref<'_, IUIAutomationElement>, Ref<'_, IUIAutomationCacheRequest>) -> IUIAutomationElement;
            fn GetPreviousSiblingElementBuildCache(Ref<'_, IUIAutomationElement>, Ref<'_, IUIAutomationCacheRequest>) -> IUIAutomationElement;
            fn NormalizeElementBuildCache(Ref<'_, IUIAutomationElement>, Ref<'_, IUIAutomationCacheRequest>) -> IUIAutomationElement;
            fn Condition() -> IUIAutomationCondition;
        }
    };
}
pub(crate) use rest_of_tree_walker;

/// What the fake lacks of `IUIAutomationValuePattern`.
macro_rules! rest_of_value_pattern {
    () => {
        crate::fake::stubs::missing_calls! {
            fn CurrentIsReadOnly() -> BOOL;
            fn CachedValue() -> BSTR;
            fn CachedIsReadOnly() -> BOOL;
        }
    };
}
pub(crate) use rest_of_value_pattern;

/// What the fake lacks of `IUIAutomationTogglePattern`.
macro_rules! rest_of_toggle_pattern {
    () => {
        crate::fake::stubs::missing_calls! {
            fn CurrentToggleState() -> ToggleState;
            fn CachedToggleState() -> ToggleState;
        }
    };
}
pub(crate) use rest_of_toggle_pattern;

/// What the fake lacks of `IUIAutomationExpandCollapsePattern`.
macro_rules! rest_of_expand_collapse_pattern {
    () => {
        crate::fake::stubs::missing_calls! {
            fn CurrentExpandCollapseState() -> ExpandCollapseState;
            fn CachedExpandCollapseState() -> ExpandCollapseState;
        }
    };
}
pub(crate) use rest_of_expand_collapse_pattern;

/// What the fake lacks of `IUIAutomationSelectionItemPattern`.
macro_rules! rest_of_selection_item_pattern {
    () => {
        crate::fake::stubs::missing_calls! {
            fn CurrentIsSelected() -> BOOL;
            fn CurrentSelectionContainer() -> IUIAutomationElement;
            fn CachedIsSelected() -> BOOL;
            fn CachedSelectionContainer() -> IUIAutomationElement;
        }
    };
}
pub(crate) use rest_of_selection_item_pattern;

/// What the fake lacks of `IUIAutomationScrollPattern`.
macro_rules! rest_of_scroll_pattern {
    () => {
        crate::fake::stubs::missing_calls! {
            fn SetScrollPercent(f64, f64) -> ();
            fn CurrentHorizontalScrollPercent() -> f64;
            fn CurrentVerticalScrollPercent() -> f64;
            fn CurrentHorizontalViewSize() -> f64;
            fn CurrentVerticalViewSize() -> f64;
            fn CurrentHorizontallyScrollable() -> BOOL;
            fn CurrentVerticallyScrollable() -> BOOL;
            fn CachedHorizontalScrollPercent() -> f64;
            fn CachedVerticalScrollPercent() -> f64;
            fn CachedHorizontalViewSize() -> f64;
            fn CachedVerticalViewSize() -> f64;
            fn CachedHorizontallyScrollable() -> BOOL;
            fn CachedVerticallyScrollable() -> BOOL;
        }
    };
}
pub(crate) use rest_of_scroll_pattern;

/// What the fake lacks of `IUIAutomationRangeValuePattern`.
macro_rules! rest_of_range_value_pattern {
    () => {
        crate::fake::stubs::missing_calls! {
            fn CurrentValue() -> f64;
            fn CurrentIsReadOnly() -> BOOL;
            fn CurrentMaximum() -> f64;
            fn CurrentMinimum() -> f64;
            fn CurrentLargeChange() -> f64;
            fn CurrentSmallChange() -> f64;
            fn CachedValue() -> f64;
            fn CachedIsReadOnly() -> BOOL;
            fn CachedMaximum() -> f64;
            fn CachedMinimum() -> f64;
            fn CachedLargeChange() -> f64;
            fn CachedSmallChange() -> f64;
        }
    };
}
pub(crate) use rest_of_range_value_pattern;

/// What the fake lacks of `IUIAutomationTextPattern`.
macro_rules! rest_of_text_pattern {
    () => {
        crate::fake::stubs::missing_calls! {
            fn RangeFromPoint(&POINT) -> IUIAutomationTextRange;
            fn RangeFromChild(Ref<'_, IUIAutomationElement>) -> IUIAutomationTextRange;
            fn GetVisibleRanges() -> IUIAutomationTextRangeArray;
            fn SupportedTextSelection() -> SupportedTextSelection;
        }
    };
}
pub(crate) use rest_of_text_pattern;

/// What the fake lacks of `IUIAutomationTextPattern2`.
macro_rules! rest_of_text_pattern2 {
    () => {
        crate::fake::stubs::missing_calls! {
            fn RangeFromAnnotation(Ref<'_, IUIAutomationElement>) -> IUIAutomationTextRange;
        }
    };
}
pub(crate) use rest_of_text_pattern2;

/// What the fake lacks of `IUIAutomationTablePattern`.
macro_rules! rest_of_table_pattern {
    () => {
        crate::fake::stubs::missing_calls! {
            fn CurrentRowOrColumnMajor() -> RowOrColumnMajor;
            fn GetCachedRowHeaders() -> IUIAutomationElementArray;
            fn GetCachedColumnHeaders() -> IUIAutomationElementArray;
            fn CachedRowOrColumnMajor() -> RowOrColumnMajor;
        }
    };
}
pub(crate) use rest_of_table_pattern;

/// What the fake lacks of `IUIAutomationTextRange`.
macro_rules! rest_of_text_range {
    () => {
        crate::fake::stubs::missing_calls! {
            fn Clone() -> IUIAutomationTextRange;
            fn Compare(Ref<'_, IUIAutomationTextRange>) -> BOOL;
            fn CompareEndpoints(TextPatternRangeEndpoint, Ref<'_, IUIAutomationTextRange>, TextPatternRangeEndpoint) -> i32;
            fn ExpandToEnclosingUnit(TextUnit) -> ();
            fn FindAttribute(UIA_TEXTATTRIBUTE_ID, &VARIANT, BOOL) -> IUIAutomationTextRange;
            fn GetAttributeValue(UIA_TEXTATTRIBUTE_ID) -> VARIANT;
            fn GetBoundingRectangles() -> *mut SAFEARRAY;
            fn GetEnclosingElement() -> IUIAutomationElement;
            fn Move(TextUnit, i32) -> i32;
            fn MoveEndpointByUnit(TextPatternRangeEndpoint, TextUnit, i32) -> i32;
            fn AddToSelection() -> ();
            fn RemoveFromSelection() -> ();
            fn GetChildren() -> IUIAutomationElementArray;
        }
    };
}
pub(crate) use rest_of_text_range;

/// What the fake lacks of `IUIAutomationWindowPattern`.
macro_rules! rest_of_window_pattern {
    () => {
        crate::fake::stubs::missing_calls! {
            fn WaitForInputIdle(i32) -> BOOL;
            fn CurrentCanMaximize() -> BOOL;
            fn CurrentCanMinimize() -> BOOL;
            fn CurrentIsModal() -> BOOL;
            fn CurrentIsTopmost() -> BOOL;
            fn CurrentWindowVisualState() -> WindowVisualState;
            fn CurrentWindowInteractionState() -> WindowInteractionState;
            fn CachedCanMaximize() -> BOOL;
            fn CachedCanMinimize() -> BOOL;
            fn CachedIsModal() -> BOOL;
            fn CachedIsTopmost() -> BOOL;
            fn CachedWindowVisualState() -> WindowVisualState;
            fn CachedWindowInteractionState() -> WindowInteractionState;
        }
    };
}
pub(crate) use rest_of_window_pattern;

/// What the fake lacks of `IUIAutomationGridPattern`.
macro_rules! rest_of_grid_pattern {
    () => {
        crate::fake::stubs::missing_calls! {
            fn CurrentRowCount() -> i32;
            fn CurrentColumnCount() -> i32;
            fn CachedRowCount() -> i32;
            fn CachedColumnCount() -> i32;
        }
    };
}
pub(crate) use rest_of_grid_pattern;
