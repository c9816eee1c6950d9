// The types of opentype.js that are used here; it has none, and those of DefinitelyTyped assume a browser.
declare module 'opentype.js' {
  type Coordinates = Partial<Record<'x1' | 'y1' | 'x2' | 'y2' | 'x' | 'y', number>>;
  export type PathCommand = { readonly type: 'M' | 'L' | 'C' | 'Q' | 'Z' } & Readonly<Coordinates>;
  export interface Font {
    /** 0: the font has no such letter. */
    charToGlyphIndex(letter: string): number;
    getAdvanceWidth(text: string, size: number): number;
    getPath(text: string, x: number, y: number, size: number): { readonly commands: readonly PathCommand[] };
  }
  const opentype: { parse(bytes: ArrayBufferLike): Font };
  export default opentype;
}
