// The page is built into this file.
