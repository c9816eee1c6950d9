// The limits of a logo (C8).
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

export const MAX_LOGO_PIXELS = 16_000_000;
