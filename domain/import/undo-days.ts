/**
 * How long an import can be undone. `undo_import` and `commit_import` have the same number
 * (supabase/migrations/…_undo_import.sql, …_commit_import.sql).
 */
export const UNDO_DAYS = 30
