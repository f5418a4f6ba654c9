/** How long an import can be undone. `undo_import` has the same number (supabase/migrations/…_imports.sql). */
export const UNDO_DAYS = 30
