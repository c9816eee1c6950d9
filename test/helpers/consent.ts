// A member who lets an app act for them.
import { expect } from 'chai';
import type { Visitor } from './pages.js';
import type { TestServer } from './server.js';

/** What a browser does with the address that an app opens. @returns where it is redirected in the end */
export async function allowApp(server: TestServer, visitor: Visitor, url: URL | string): Promise<URL> {
  const pathOf = (address: string) => address.replace(server.url.replace(/\/$/, ''), '');
  const started = await visitor.get(pathOf(String(url)));
  expect(started.status, started.html).to.equal(303);
  const question = pathOf(started.location ?? '');
  const answered = await visitor.submit(question, { answer: 'allow' });
  expect(answered.status, answered.html).to.equal(303);
  const resumed = await visitor.get(pathOf(answered.location ?? ''));
  expect(resumed.status, resumed.html).to.equal(303);
  return new URL(resumed.location ?? '');
}
