// An operator turns an empty directory into one of their own: the setup link, forms, one logo file. No file of the
// project is edited, nothing is restarted, no script runs.
import { expect } from 'chai';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import sharp from 'sharp';
import { issueSetupLink } from '../../core/accounts/sign-up.js';
import { adminOf } from '../helpers/admin.js';
import { PASSWORD } from '../helpers/directory.js';
import { visitorOf } from '../helpers/pages.js';
import { square } from '../helpers/pictures.js';
import { useServer } from '../helpers/server.js';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: Node): node is Element => 'tagName' in node;
const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value;
function* elementsIn(node: Node): Generator<Element> {
  if (isElement(node)) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsIn(child);
}
const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';

/** The form of a page that has these fields and is sent to an address, with what a browser would send of it. */
function formIn(html: string, action: string, names: readonly string[]) {
  const hasField = (one: Element, name: string) =>
    [...elementsIn(one)].some((field) => attribute(field, 'name') === name);
  const form = [...elementsIn(parse(html))].find(
    (one) =>
      one.tagName === 'form' &&
      attribute(one, 'action')?.split('?')[0] === action &&
      names.every((name) => hasField(one, name)),
  );
  if (!form) throw new Error(`No form of this page is sent to ${action}.`);
  const data = new FormData();
  for (const field of elementsIn(form)) {
    const [name, type] = [attribute(field, 'name'), attribute(field, 'type')];
    const isTicked = attribute(field, 'checked') !== undefined;
    if (!name || type === 'submit' || type === 'file' || field.tagName === 'button') continue;
    if ((type === 'checkbox' || type === 'radio') && !isTicked) continue;
    const options = [...elementsIn(field)].filter(({ tagName }) => tagName === 'option');
    const chosen = options.find((one) => attribute(one, 'selected') !== undefined) ?? options[0];
    if (field.tagName === 'select') data.append(name, chosen ? (attribute(chosen, 'value') ?? '') : '');
    else data.append(name, field.tagName === 'textarea' ? textOf(field) : (attribute(field, 'value') ?? ''));
  }
  return { data, isMultipart: attribute(form, 'enctype') === 'multipart/form-data' };
}

describe('an operator', () => {
  const server = useServer();

  it('gives a new directory a name, a colour, a logo, German and an imprint, without scripts', async () => {
    const visitor = visitorOf(server);
    let page = await visitor.get('/');
    const open = async (path: string) => {
      page = await visitor.get(path);
      expect(page.status, path).to.equal(200);
    };
    /** Fills and sends a form of the page, and follows where it leads. */
    const send = async (action: string, fields: Record<string, string | Blob> = {}) => {
      const { data, isMultipart } = formIn(page.html, action, Object.keys(fields));
      for (const [name, value] of Object.entries(fields)) data.set(name, value);
      const typed = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));
      const answer = await (isMultipart ? visitor.send(action, data) : visitor.post(action, typed));
      page = answer.location === null ? answer : await visitor.get(answer.location);
      expect(page.status, page.html).to.equal(200);
      return answer.location;
    };
    const link = await issueSetupLink();
    await open(`${link?.pathname}${link?.search}`);
    const entered = await send('/setup', { name: 'Ada', email: 'ada@example.com', password: PASSWORD });
    expect(entered).to.include('/admin/first-steps');

    const face = { name: 'Tool Shed', accent_color: '#a8321f', contact_email: 'ada@example.com' };
    await send('/admin/first-steps', face);
    await send('/admin/site/mails');
    expect(page.html).to.include('Sent to ada@example.com');
    await open('/admin/first-steps');
    await send('/admin/first-steps/examples');
    expect(page.html).to.match(/examples are listed/);
    await open('/admin/imports');
    expect(page.html, 'an import, which can be undone').to.include('example-listings.ndjson');

    await open('/admin/site');
    const logo = new File([await square('png', 128, '#c0392b')], 'logo.png');
    // What is typed beside a picture is stored with it.
    await send('/admin/site', { logo, headline: 'Tools to share' });
    expect(page.html).to.match(/id="field-headline"[^>]*value="Tools to share"/);
    await open('/admin/first-steps');
    await send('/admin/first-steps', { language: 'de' });
    await open('/admin/users/new');
    await send('/admin/users/new', { name: 'Bob', email: 'bob@example.com', role: 'admin' });
    expect(page.html).to.include('die Einladung ist unterwegs');
    await open('/admin/first-steps');
    const steps = [...page.html.matchAll(/<details class="step"[^>]* id="([^"]+)"[\s\S]*?<\/summary>/g)];
    const ticked = steps.filter(([summary]) => summary.includes('class="icon')).map(([, id]) => id);
    expect(ticked).to.deep.equal(['step-face', 'step-language', 'step-listings', 'step-admins']);
    await open('/admin/status');
    expect(page.html).to.match(/notice-warn[\s\S]*BACKUP_DIR/);
    await open('/admin/queue');
    expect(page.html).not.to.include('Sicherung');
    await open('/admin/site/pages/new');
    const imprint = { title: 'Imprint', slug: 'imprint', text: 'Ada Lovelace\n\nLondon', do: 'save' };
    await send('/admin/site/pages/new', imprint);

    const { html } = await visitor.get('/', { 'accept-language': '*' });
    expect(html)
      .to.include('<title>Tool Shed</title>')
      .and.match(/<html lang="de"/);
    expect(html).to.match(/id="newest"[^>]*>Neu in dieser Woche</);
    const [, mark = ''] = /class="wordmark"[\s\S]*?<img[^>]* src="([^"]+)"/.exec(html) ?? [];
    const picture = Buffer.from(await (await server.fetch(mark)).arrayBuffer());
    expect((await sharp(picture).metadata()).width).to.equal(128);
    expect(html.match(/class="card[ "]/g)).to.have.length.at.least(10);
    expect(html).to.match(/<footer[\s\S]*href="\/pages\/imprint"/);
    expect((await visitor.get('/pages/imprint')).html).to.match(/class="prose[\s\S]*Ada Lovelace/);
    const doctor = await adminOf(server.database)('doctor --json');
    const { checks } = doctor.json<{ checks: { name: string; verdict: string; finding: string }[] }>();
    const unwell = checks.filter(({ verdict }) => verdict !== 'ok');
    expect(unwell.map(({ name, finding }) => `${name}: ${finding}`)).to.deep.equal([
      'backups: None are made',
    ]);
  });
});
