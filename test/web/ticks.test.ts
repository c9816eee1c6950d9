// Several ticks of one list: every form keeps them all, in the encoding that it has.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { draftImport } from '../../core/import/draft.js';
import { systemActor } from '../../core/kernel/actor.js';
import { updateListing } from '../../core/listings/submit.js';
import { getSettings, updateSettings } from '../../core/settings/manage.js';
import { PAGE_PARTS } from '../../core/settings/parts.js';
import { UserModel } from '../../db/models/accounts.js';
import { ListingModel } from '../../db/models/listings.js';
import type { Exchange } from '../../server/http/exchange.js';
import { listOf, readFields } from '../../server/web/route.js';
import { userActor } from '../helpers/actors.js';
import { submitDemo } from '../helpers/directory.js';
import {
  CONSOLE_PAGES,
  csrfOf,
  GUEST_PAGES,
  MEMBER_PAGES,
  type Visitor,
  visitorOf,
} from '../helpers/pages.js';
import { useServer } from '../helpers/server.js';

type Element = DefaultTreeAdapterTypes.Element;

interface Ticked {
  name: string;
  encoding: string;
  values: string[];
}

/** The lists of boxes in the forms of a page, with three of each ticked. */
function listsIn(html: string): Ticked[] {
  if (!html.includes('type="checkbox"')) return [];
  const lists = new Map<string, Ticked>();
  const ids = new Map<string, string>();
  const boxes: { element: Element; form: Element | null }[] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node, form: Element | null): void => {
    const isElement = 'tagName' in node;
    const inner = isElement && node.tagName === 'form' ? node : form;
    if (isElement && node.tagName === 'form') ids.set(attribute(node, 'id') ?? '', encodingOf(node));
    if (isElement && node.tagName === 'input' && attribute(node, 'type') === 'checkbox')
      boxes.push({ element: node, form: inner });
    if ('childNodes' in node) for (const child of node.childNodes) walk(child, inner);
  };
  walk(parse(html), null);
  for (const { element, form } of boxes) {
    const [name, value] = [attribute(element, 'name'), attribute(element, 'value') ?? 'on'];
    const owner = attribute(element, 'form');
    const encoding = owner === undefined ? form && encodingOf(form) : ids.get(owner);
    if (!name || !encoding) continue;
    const key = `${encoding} ${name}`;
    const list = lists.get(key) ?? { name, encoding, values: [] };
    lists.set(key, list);
    if (list.values.length < 3 && !list.values.includes(value)) list.values.push(value);
  }
  return [...lists.values()].filter(({ values }) => values.length > 1);
}

const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value;
const encodingOf = (form: Element) =>
  attribute(form, 'method') === 'post'
    ? (attribute(form, 'enctype') ?? 'application/x-www-form-urlencoded')
    : '';

describe('several ticks of one list', () => {
  const server = useServer();
  let operator: Visitor;
  let reader: Server;
  let slug: string;
  before(async () => {
    operator = visitorOf(server);
    await operator.signUp('boss@example.com');
    const row = await UserModel.query().findOne({ email: 'boss@example.com' }).throwIfNotFound();
    await row.$query().patch({ role: 'admin' });
    const options = ['Web', 'Mac', 'Linux', 'Windows'];
    const facts = [
      { key: 'runs_on', label: 'Runs on', type: 'choices', options },
      { key: 'topics', type: 'choices', options: ['Notes', 'Tasks'], open: true, filter: true },
      { key: 'license', type: 'choice', open: true, filter: true },
    ];
    await updateSettings(systemActor('cli'), { facts });
    const owner = await userActor(row.id);
    const demo = await submitDemo(owner, 8);
    for (const [index, topics] of [['Calendars', 'A, and B'], ['notes']].entries())
      await updateListing(owner, demo[index]?.slug ?? '', { facts: { topics, license: 'AGPL-3.0' } });
    slug = (await ListingModel.query().first().throwIfNotFound()).slug;
    const app = express();
    app.post('/', async (req, res) => {
      const visit = { req, res, actor: { client: null }, values: {}, files: {} } as unknown as Exchange;
      await readFields(visit, ['logo']);
      res.json(listOf(visit.values, 'ticks'));
    });
    reader = createServer(app);
    await new Promise<void>((resolve) => reader.listen(0, '127.0.0.1', resolve));
  });
  after(() => new Promise((resolve) => reader.close(resolve)));

  it('are all read, in every form of every page', async () => {
    const found = new Set<string>();
    const tried = new Set<string>();
    const rows = Buffer.from('name,website_url,tagline\nA,a.example.com,One\nB,b.example.com,Two\n');
    const draft = await draftImport(systemActor('cli'), { source: 'two.csv' }, rows);
    const more = [
      `/admin/imports/${draft}`,
      '/account/webhooks',
      `/admin/listings/${slug}/edit`,
      `/account/listings/${slug}/edit`,
    ];
    for (const path of new Set([...GUEST_PAGES, ...MEMBER_PAGES, ...CONSOLE_PAGES, ...more])) {
      for (const { name, encoding, values } of listsIn((await operator.get(path)).html)) {
        found.add(name);
        const shape = `${name} ${encoding} ${values.length}`;
        if (tried.has(shape)) continue;
        tried.add(shape);
        const fields = values.map((value) => ['ticks', value] as const);
        const body = encoding.startsWith('multipart') ? new FormData() : new URLSearchParams();
        for (const [field, value] of fields) body.append(field, value);
        const { port } = reader.address() as AddressInfo;
        const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
        expect(await answer.json(), `${path}: ${name}, ${encoding}`).to.deep.equal(values);
      }
    }
    const lists = ['hidden_parts', 'categories', 'fact.runs_on', 'fact.topics', 'item', 'shown'];
    expect([...found]).to.include.members(lists);
  });

  it('offers the values that listings have: those of a list as boxes, others as suggestions', async () => {
    const { html } = await operator.get('/submit');
    const boxes = [...html.matchAll(/<input type="checkbox" name="fact.topics" value="([^"]*)"/g)];
    expect(boxes.map(([, value]) => value)).to.deep.equal(['Notes', 'Tasks', 'Calendars']);
    expect(html).to.match(
      /name="fact.license"[^>]* list="(\S+)">\s*<datalist id="\1"><option value="AGPL-3.0">/,
    );
  });

  it('are all stored, and kept when another field is saved later', async () => {
    const parts = PAGE_PARTS.slice(0, 3);
    const send = async (path: string, fields: Record<string, string | readonly string[]>) => {
      const form = new FormData();
      form.append('_csrf', csrfOf((await operator.get(path)).html));
      for (const [name, values] of Object.entries(fields))
        for (const value of [values].flat()) form.append(name, value);
      const { status, html } = await operator.send(path, form);
      expect(status, /class="(field-error|notice notice-bad)[\s\S]{0,400}/.exec(html)?.[0]).to.equal(303);
    };
    await send('/admin/site', { hidden_parts: parts });
    expect((await getSettings(systemActor('cli'))).hidden_parts).to.have.members([...parts]);
    const { html } = await operator.get('/admin/site');
    const [boxes] = listsIn(html.replace(/<input type="checkbox"(?![^>]*\bchecked\b)[^>]*>/g, ''));
    expect(boxes?.values).to.have.members([...parts]);
    const { websiteUrl, name, tagline } = await ListingModel.query().findOne({ slug }).throwIfNotFound();
    const path = `/account/listings/${slug}/edit`;
    const kept = { website_url: websiteUrl, name, tagline };
    await send(path, {
      ...kept,
      categories: ['productivity', 'design'],
      'fact.runs_on': ['', 'Web', 'Linux'],
      'fact.topics': ['', 'Notes', 'Tasks', 'calendars, Outlines'],
    });
    const row = await ListingModel.query().findOne({ slug }).throwIfNotFound();
    expect(row.categories).to.deep.equal(['productivity', 'design']);
    const topics = ['Notes', 'Tasks', 'Calendars', 'Outlines'];
    expect(row.facts).to.deep.equal({ runs_on: ['Web', 'Linux'], topics });
    const edited = (await operator.get(path)).html;
    const ticked = edited.matchAll(/<input type="checkbox" name="fact.topics" value="([^"]*)" checked>/g);
    expect([...ticked].map(([, value]) => value)).to.have.members(topics);
    // A comma within a value is kept by the form that shows it.
    const [, shown = ''] =
      /name="fact.topics" type="text" value="([^"]*)"/.exec(
        (await operator.get('/account/listings/tidewater-notes/edit')).html,
      ) ?? [];
    await send(path, { ...kept, 'fact.topics': ['', shown] });
    expect((await ListingModel.query().findOne({ slug }).throwIfNotFound()).facts?.topics).to.deep.equal([
      'A, and B',
    ]);
  });
});
