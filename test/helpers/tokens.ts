// Tokens of a text, about. No tokenizer: the vocabularies of models are 20 MB each.

/**
 * o200k_base, the encoding of current OpenAI models, made a token of 3.9 to 4.4 bytes in lists of tools, in brief results
 * and in the OpenAPI document (November 2026), and of 3.3 to 3.8 in whole records and in errors.
 */
const BYTES_PER_TOKEN = { lists: 4, records: 3.4 } as const;

/** @param kind records: whole listings and errors, which have more names and addresses */
export function tokensOf(value: unknown, kind: keyof typeof BYTES_PER_TOKEN = 'lists'): number {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return Math.round(Buffer.byteLength(text) / BYTES_PER_TOKEN[kind]);
}

/** The tokens of a tool's result that a host puts before a model. */
export function tokensOfResult(
  result: { content: readonly { text?: string }[] },
  kind: keyof typeof BYTES_PER_TOKEN = 'lists',
): number {
  return tokensOf(result.content.map(({ text }) => text ?? '').join('\n'), kind);
}
