// The limits of a logo (C8). Time and memory of its decoder: encode.ts.
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

export const MAX_LOGO_PIXELS = 16_000_000;

export const LOGO_FORMATS = ['png', 'jpeg', 'webp', 'gif', 'svg'] as const;
