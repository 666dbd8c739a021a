//! One desktop of Windows: `impl Desktop` over UI Automation and Win32.
