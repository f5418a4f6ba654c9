/** The largest file that is read of a collection. */
export const MAX_FILE_BYTES = 20_000_000
export const FILE_TOO_LARGE = 'The file is larger than 20 MB. Choose a smaller one.'

/** How many bytes of an archive or a spreadsheet are unpacked. */
export const MAX_UNPACKED_BYTES = 100_000_000
