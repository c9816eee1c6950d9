// Reads untrusted HTML as a stream of tags and text. A tree would take quadratic time for some documents.
import type { Token, TokenHandler } from 'parse5';

export type Piece =
  | {
      readonly kind: 'start';
      readonly name: string;
      readonly attributes: readonly Token.Attribute[];
      /** Written as `<name/>`, which ends an element in XML. */
      readonly isClosed: boolean;
    }
  | { readonly kind: 'end'; readonly name: string }
  /** Text may arrive in several pieces. `within`: the enclosing text-only element, such as a title. */
  | { readonly kind: 'text'; readonly text: string; readonly within: string | null };

/** Passes tags and texts to `visit` until it returns false, in linear time. Scripts and noscript are text. */
export async function readMarkup(html: string, visit: (piece: Piece) => unknown): Promise<void> {
  const { Tokenizer, TokenizerMode } = await import('parse5');
  const { RCDATA, RAWTEXT, SCRIPT_DATA, PLAINTEXT } = TokenizerMode;
  const textOnly = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
    ['title', RCDATA],
    ['textarea', RCDATA],
    ['script', SCRIPT_DATA],
    ['plaintext', PLAINTEXT],
    ...['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map((name) => [name, RAWTEXT] as const),
  ]);
  let within: string | null = null;
  const pass = (piece: Piece) => {
    if (visit(piece) === false) tokenizer.pause();
  };
  const onText: TokenHandler['onCharacter'] = ({ chars: text }) => pass({ kind: 'text', text, within });
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName: name, attrs: attributes, selfClosing: isClosed }) {
        const mode = textOnly.get(name);
        if (mode !== undefined) {
          within = name;
          tokenizer.state = mode;
        }
        pass({ kind: 'start', name, attributes, isClosed });
      },
      onEndTag({ tagName: name }) {
        within = null;
        pass({ kind: 'end', name });
      },
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: onText,
      onComment() {},
      onDoctype() {},
      onEof() {},
    },
  );
  tokenizer.write(html, true);
}

/** Tags that browsers accept in a head, except templates, whose content is not part of the page. */
const IN_HEAD = new Set(
  'html head base basefont bgsound link meta title script style noscript noframes'.split(' '),
);
const AFTER_HEAD = new Set(['head', 'body', 'html', 'br']);

/** Reads only the head, up to the first tag or text that it cannot contain. */
export function readHead(html: string, visit: (piece: Piece) => void): Promise<void> {
  return readMarkup(html, (piece) => {
    if (piece.kind === 'text' && piece.within === null) return piece.text.trim() === '';
    if (piece.kind === 'end' && AFTER_HEAD.has(piece.name)) return false;
    if (piece.kind === 'start' && !IN_HEAD.has(piece.name)) return false;
    visit(piece);
    return true;
  });
}

export function attributeOf(attributes: readonly Token.Attribute[], name: string): string | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value;
}
