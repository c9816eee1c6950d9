// The limits of a logo (C8), and the memory and exit codes of its decoder. Its time: encode.ts.
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

export const MAX_LOGO_PIXELS = 16_000_000;

export const LOGO_FORMATS = ['png', 'jpeg', 'webp', 'gif', 'svg'] as const;

/** Kilobytes of memory that a decoder may use. */
export const MAX_DECODER_KB = 512 * 1024;

/** The errors of the decoder, by exit code (logo-decoder.ts). */
export const DECODER_EXITS = { tooManyPixels: 2, wrongFormat: 3 } as const;
