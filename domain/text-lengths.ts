/** The longest texts that the database accepts (`private.is_line` and `private.is_note`). */
export const LINE_MAX_LENGTH = 500
export const NOTE_MAX_LENGTH = 5000
