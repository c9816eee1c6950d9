import { parseAllDocuments, visit } from 'yaml';
import { type Said, say } from '../../kernel/errors.js';
import { isDeep } from '../../kernel/text/json.js';

/** Maximum aliases (`*name`) in a document: each may repeat a large part of it. */
const MAX_ALIASES = 100;

type YamlReading = { readonly documents: unknown[] } | { readonly failure: Said };

export async function readYaml({ text }: { readonly text: string }): Promise<YamlReading> {
  try {
    const documents = [];
    for (const document of parseAllDocuments(text, { logLevel: 'silent' })) {
      const [fault] = document.errors;
      if (fault) throw fault;
      visit(document, {
        Scalar: (_key, node) => {
          if (typeof node.value === 'string') node.value = withoutLinks(node.value);
        },
      });
      documents.push(document.toJS({ maxAliasCount: MAX_ALIASES }));
    }
    if (isDeep(documents)) throw new Error('It is nested too deeply');
    return { documents };
  } catch (error) {
    return { failure: say('error.import-yaml', { reason: (error as Error).message.split('\n')[0] ?? '' }) };
  }
}

/** Replaces Markdown links within a text by their words; keeps a text that is only a link. */
const withoutLinks = (text: string): string =>
  /^\[[^[\]]*\]\([^\s]*\)$/.test(text.trim())
    ? text
    : text.replace(/\[([^[\]]+)\]\((?:[^()\s]|\([^()\s]*\))+\)/g, '$1');
