// One message of a catalogue, in ICU MessageFormat. It is parsed on first use; language.ts looks it up.
import { IntlMessageFormat } from 'intl-messageformat';

export type Arguments = Readonly<Record<string, unknown>>;
/** A part of a rendered message: text, or the result of an argument for a tag. */
export type Part<T> = string | T;
/** Renders `<name>…</name>` in a message. */
export type Tags<T> = Readonly<Record<string, (parts: Part<T>[]) => T>>;

/** The members of parsed messages that are used here. */
interface Element {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>;
  readonly children?: readonly Element[];
}

/** The number of `<tag>` among the types of the parser. */
const TAG = 8;
const LITERAL = 0;
/** A text without any of these is rendered unchanged. */
const SYNTAX = /[{}<']/;

export class Message {
  readonly pattern: string;
  readonly #tag: string;
  #format: IntlMessageFormat | null | undefined;

  constructor(pattern: string, tag: string) {
    this.pattern = pattern;
    this.#tag = tag;
  }

  /** @throws SyntaxError if it is not an ICU message; Error if an argument is missing */
  say(values: Arguments): string {
    const format = this.#parsed();
    return format === null ? this.pattern : String(format.format(values as Record<string, string>));
  }

  /** The rendered message in parts, with its tags rendered by functions. */
  parts<T extends object>(values: Arguments, tags: Tags<T>): Part<T>[] {
    const format = this.#parsed();
    if (format === null) return [this.pattern];
    return format
      .formatToParts<T>({ ...values, ...tags } as Record<string, string>)
      .map(({ value }) => value);
  }

  /** The names of its arguments and tags, sorted: `count`, `<link>`. @throws SyntaxError */
  names(): string[] {
    const names = new Set<string>();
    const visit = (element: Element) => {
      if (element.type === TAG) names.add(`<${element.value}>`);
      else if (element.type !== LITERAL && element.value !== undefined) names.add(element.value);
      for (const { value } of Object.values(element.options ?? {})) value.forEach(visit);
      element.children?.forEach(visit);
    };
    (this.#parsed()?.getAst() as readonly Element[] | undefined)?.forEach(visit);
    return [...names].sort();
  }

  #parsed(): IntlMessageFormat | null {
    if (this.#format === undefined)
      this.#format = SYNTAX.test(this.pattern) ? new IntlMessageFormat(this.pattern, this.#tag) : null;
    return this.#format;
  }
}
