// A language of the interface: messages, and formats of numbers and lists.

import { IntlMessageFormat } from 'intl-messageformat';
import type english from './en.json';

type Leaves<T> = {
  [Name in keyof T & string]: T[Name] extends string ? Name : `${Name}.${Leaves<T[Name]>}`;
}[keyof T & string];

/** The path of a message in languages/en.json, such as `home.newest`. Unknown names do not compile. */
export type MessageKey = Leaves<typeof english>;

const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']);

export type Messages = ReadonlyMap<string, Message>;

/** Created on first use: Node takes up to 30 ms for the first formatter of each kind. */
interface Formats {
  name: string;
  numbers: Intl.NumberFormat;
  lists: Intl.ListFormat;
  choices: Intl.ListFormat;
}

export class Language {
  readonly #formats: Partial<Formats> = {};

  /** @param tag BCP 47: `de`, `pt-BR` @param fallback for missing messages */
  constructor(
    readonly tag: string,
    private readonly messages: () => Messages,
    private readonly fallback: () => Messages,
  ) {}

  get direction(): 'ltr' | 'rtl' {
    const { script = '' } = new Intl.Locale(this.tag).maximize();
    return RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
  }

  /** In the language itself: `Deutsch`. */
  get name(): string {
    this.#formats.name ??= new Intl.DisplayNames([this.tag], { type: 'language' }).of(this.tag) ?? this.tag;
    return this.#formats.name;
  }

  /** A message as text, `t('count.listings', { count: 3 })`; an arrow function, so that it can be passed on alone. */
  readonly t = (key: MessageKey, values: Arguments = {}) =>
    this.#orFallback(key, (message) => message.say(values));

  has(key: string): boolean {
    return this.find(key) !== undefined;
  }

  /** The keys of a group of messages, such as `mail.`, in order. */
  keys(prefix: string): MessageKey[] {
    return [...this.messages().keys()].filter((key) => key.startsWith(prefix)) as MessageKey[];
  }

  find(key: string): Message | undefined {
    return this.messages().get(key) ?? this.fallback().get(key);
  }

  parts<T extends object>(key: MessageKey, values: Arguments, tags: Tags<T>): Part<T>[] {
    return this.#orFallback(key, (message) => message.parts(values, tags));
  }

  readonly number = (value: number): string => {
    this.#formats.numbers ??= new Intl.NumberFormat(this.tag);
    return this.#formats.numbers.format(value);
  };

  readonly list = (items: readonly string[]): string => {
    this.#formats.lists ??= new Intl.ListFormat(this.tag, { type: 'unit', style: 'short' });
    return this.#formats.lists.format(items);
  };

  readonly either = (items: readonly string[]): string => {
    this.#formats.choices ??= new Intl.ListFormat(this.tag, { type: 'disjunction' });
    return this.#formats.choices.format(items);
  };

  /** Renders a message. If an operator's fails, such as one that formats a name as a date, renders the fallback. */
  #orFallback<T>(key: MessageKey, render: (message: Message) => T): T {
    const message = this.find(key);
    if (!message) throw new Error(`There is no message ${key}.`);
    try {
      return render(message);
    } catch (error) {
      const other = this.fallback().get(key);
      if (other === undefined || other === message) throw error;
      return render(other);
    }
  }
}

export type Arguments = Readonly<Record<string, unknown>>;

/** Arguments that every message may use, for the listed things. */
const THINGS = ['thing', 'things', 'Things', 'everything', 'Everything', 'isNamed'] as const;
export type Things = Readonly<Record<(typeof THINGS)[number], string>>;

let thingsIn: (tag: string) => Arguments = () => ({});

/** Sets the words for one or several listed things in every message of a language. */
export const nameThings = (named: typeof thingsIn): void => {
  thingsIn = named;
};
/** Text, or the result of a function for a tag. */
export type Part<T> = string | T;
type Tags<T> = Readonly<Record<string, (parts: Part<T>[]) => T>>;

interface Element {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>;
  readonly children?: readonly Element[];
}

const TAG = 8;
const LITERAL = 0;
/** A text without any of these is rendered unchanged. */
const SYNTAX = /[{}<']/;

export class Message {
  #format: IntlMessageFormat | null | undefined;

  constructor(
    readonly pattern: string,
    private readonly tag: string,
  ) {}

  /** @throws SyntaxError if it is not an ICU message; Error if an argument is missing */
  say(values: Arguments): string {
    const format = this.#parsed();
    return format === null
      ? this.pattern
      : String(format.format({ ...thingsIn(this.tag), ...values } as Record<string, string>));
  }

  parts<T extends object>(values: Arguments, tags: Tags<T>): Part<T>[] {
    const format = this.#parsed();
    if (format === null) return [this.pattern];
    return format
      .formatToParts<T>({ ...thingsIn(this.tag), ...values, ...tags } as Record<string, string>)
      .map(({ value }) => value);
  }

  /** Its arguments and tags, sorted: `count`, `<link>`. @throws SyntaxError */
  names(): string[] {
    const names = new Set<string>();
    const visit = (element: Element) => {
      if (element.type === TAG) names.add(`<${element.value}>`);
      else if (element.type !== LITERAL && element.value !== undefined) names.add(element.value);
      for (const { value } of Object.values(element.options ?? {})) value.forEach(visit);
      element.children?.forEach(visit);
    };
    (this.#parsed()?.getAst() as readonly Element[] | undefined)?.forEach(visit);
    // Do not call thingsIn: it would read the catalogues that are being read.
    for (const name of THINGS) names.delete(name);
    return [...names].sort();
  }

  #parsed(): IntlMessageFormat | null {
    if (this.#format === undefined)
      this.#format = SYNTAX.test(this.pattern) ? new IntlMessageFormat(this.pattern, this.tag) : null;
    return this.#format;
  }
}
