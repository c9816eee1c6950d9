// Names are snake_case in the API, rows and settings, camelCase in code.

/** `website_url` → `websiteUrl` */
export const toCamelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

export const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The words of a text: `'a b'` → `'a' | 'b'`. */
export type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;
