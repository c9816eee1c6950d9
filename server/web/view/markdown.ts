// Markdown of the operator's pages as HTML: CommonMark and tables; HTML in it is shown as text, links have safe schemes
// only, and headings are nested below that of the page.
import MarkdownIt from 'markdown-it';
import { isSafeLink } from '../../../core/settings/rules.js';

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
markdown.validateLink = isSafeLink;
// The title of the page is its one h1.
for (const rule of ['heading_open', 'heading_close'] as const) {
  markdown.renderer.rules[rule] = (tokens, index, options, _environment, self) => {
    const token = tokens[index];
    if (token?.tag === 'h1') token.tag = 'h2';
    return self.renderToken(tokens, index, options);
  };
}
// A wide table scrolls in a box of its own, which the keyboard reaches.
markdown.renderer.rules.table_open = () =>
  '<section class="table-scroll" tabindex="0" aria-label="Table"><table>\n';
markdown.renderer.rules.table_close = () => '</table></section>\n';

/** @returns HTML, without a first heading that repeats the title of the page */
export function renderMarkdown(text: string, title = ''): string {
  const [first = '', ...rest] = text.trimStart().split('\n');
  const isTitle = title !== '' && /^#+ (.*)$/.exec(first.trim())?.[1] === title.trim();
  return markdown.render(isTitle ? rest.join('\n') : text);
}
