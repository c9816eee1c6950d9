// An HTML validator for pages.
import { expect } from 'chai';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { parse } from 'parse5';

const loader = new StaticConfigLoader({
  extends: ['html-validate:recommended'],
  rules: {
    // Titles contain the name of the service; search engines truncate them as they like.
    'long-title': 'off',
    // Templates leave blanks at line ends; compression removes them.
    'no-trailing-whitespace': 'off',
    // Boxes of one list share its name.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit', 'button', 'reset'] }],
    // docs_url of code 1010 ends in #1010; HTML takes any id without blank space.
    'valid-id': ['error', { relaxed: true }],
    // Written as in the HTML specification.
    'doctype-style': ['error', { style: 'lowercase' }],
  },
});
// The same for all pages: otherwise it is created for each.
const resolved = await loader.getConfigFor('page.html');
loader.getConfigFor = () => resolved;
const validator = new HtmlValidate(loader);

export async function expectValid(html: string): Promise<void> {
  const { results } = await validator.validateString(html);
  const problems = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}, line ${line}: ${message}`),
  );
  expect(problems).to.deep.equal([]);
}

/** What a browser would have to repair, at a quarter of the cost. */
export function expectWellFormed(html: string): void {
  const problems: string[] = [];
  parse(html, {
    sourceCodeLocationInfo: false,
    onParseError: ({ code, startLine }) => problems.push(`${code}, line ${startLine}`),
  });
  const ids = [...html.matchAll(/<[a-z][^>]*? id="([^"]*)"/g)].map(([, id]) => id);
  for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at))) problems.push(`twice: ${id}`);
  expect(problems).to.deep.equal([]);
}
