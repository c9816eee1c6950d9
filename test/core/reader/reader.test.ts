// The process that reads what strangers wrote: what it reads has limits, and its end costs one request at most.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { DomainError } from '../../../core/kernel/errors.js';
import { ReaderEnded, ReaderLate, ReaderProcess } from '../../../core/reader/child.js';
import { read, readerPid, shareTurns } from '../../../core/reader/reader.js';
import { useEndlessSite } from '../../helpers/endless-site.js';
import { useConfig } from '../../helpers/environment.js';
import { useListener } from '../../helpers/listeners.js';
import { useNameServer } from '../../helpers/name-server.js';
import { readAlone } from '../../helpers/one-reader.js';

const KIB = 1024;

describe('the reader', function () {
  this.timeout(60_000);
  useConfig({ SCREENSHOT_ALLOW_PRIVATE: 'on' });
  const names = useNameServer();

  describe('of a site that answers without end', () => {
    const endless = useEndlessSite();

    for (const path of ['/bytes', '/extensions', '/interim', '/trailers'])
      it(`stops at ${path}`, async () => {
        const before = endless.written;
        const document = await read('document', { url: endless.url + path, accept: '*/*', bytes: 5 * KIB });
        expect(document.text.length).to.be.at.most(5 * KIB);
        const page = await read('page', { address: endless.url + path });
        expect(page.outcome).to.be.oneOf(['unreachable', 'read', 'nothing']);
        // What the sockets of both sides hold comes on top of what is read.
        expect(endless.written - before).to.be.below(16 * KIB * KIB);
      });
  });

  it('gives up names whose server is silent, all at their time, and frees what they held', async () => {
    names.address = undefined;
    const asked = Array.from({ length: 20 }, (_, n) =>
      read('document', { url: `http://c${n}.slow.example/`, accept: '*/*', bytes: 100 }, { account: `${n}` }),
    );
    const found = await Promise.all(asked);
    expect(new Set(found.map(({ status }) => status))).to.deep.equal(new Set([null]));
    names.address = '127.0.0.1';
  });

  describe('that is killed', () => {
    const waiting: (() => void)[] = [];
    const site = useListener((request, response) => {
      if (request.url === '/bomb') response.end(`[${'{},'.repeat(2_700_000)}{}]`);
      else if (request.url !== '/held') response.writeHead(404).end();
      else waiting.push(() => response.end('held'));
    });
    const held = () => {
      const place = { url: `${site.url}/held`, bytes: KIB, as: 'bytes' } as const;
      return read('source', place, { account: null });
    };
    const arrived = async (count: number) => {
      while (waiting.length < count) await sleep(5);
    };
    const release = () => {
      for (const answer of waiting.splice(0)) answer();
    };

    it('is started again, and what was under way is read once more', async () => {
      const asked = [held(), held()];
      await arrived(2);
      process.kill(readerPid() ?? 0, 'SIGKILL');
      await arrived(4);
      release();
      for (const answer of await Promise.all(asked))
        expect('bytes' in answer && answer.bytes.toString()).to.equal('held');
    });

    it('by what it reads, fails that one request', async () => {
      const other = held();
      await arrived(1);
      const bomb = { url: `${site.url}/bomb`, bytes: 9 * KIB * KIB, as: 'json' } as const;
      const error = await read('source', bomb).catch((refused: unknown) => refused);
      expect(error).to.be.instanceOf(DomainError).and.have.property('code', 'unavailable');
      await arrived(2);
      release();
      const answer = await other;
      expect('bytes' in answer && answer.bytes.toString()).to.equal('held');
    });

    it('for taking too long, fails the request that did', async () => {
      const own = new ReaderProcess();
      const surroundings = { allowPrivate: true, nameServers: null, agent: 'test' };
      const place = { url: `${site.url}/held`, bytes: KIB, as: 'bytes' };
      const ask = (time: number) =>
        own.ask({ name: 'source', time, surroundings }, place).catch((error: unknown) => error);
      // The grace of a task is 10 s.
      const [late, other] = await Promise.all([ask(-9_000), ask(60_000)]);
      expect(late).to.be.instanceOf(ReaderLate);
      expect(other).to.be.instanceOf(ReaderEnded);
      release();
    });

    it('is not started again for what computes for long, which has a process of its own', async () => {
      const pid = readerPid();
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      while (readerPid() !== undefined) await sleep(5);
      readAlone(true);
      try {
        expect(await read('list', { text: '- [One](https://one.example) - Does one' })).to.have.length(1);
        expect(readerPid()).to.equal(undefined);
      } finally {
        readAlone(false);
      }
    });

    it('leaves a caller that does not wait any more', async () => {
      const stopping = new AbortController();
      const place = { url: `${site.url}/held`, bytes: KIB, as: 'bytes' } as const;
      const asked = read('source', place, { signal: stopping.signal }).catch((error: unknown) => error);
      await arrived(1);
      stopping.abort(new Error('enough'));
      expect(await asked).to.have.property('message', 'enough');
      release();
    });
  });
});

describe('turns of the reader', () => {
  const never = () => new Promise<never>(() => undefined);
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: DomainError) => error.code,
    );

  it('are shared by purposes and accounts, whoever asks most', async () => {
    const inTurn = shareTurns({ atATime: 3, ofAccount: 1, waiting: 10, waitingOfAccount: 10 });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const take = (purpose: string, account: string | null) =>
      void inTurn({ purpose, most: 2, account }, () => {
        begun.push(`${purpose} ${account}`);
        return new Promise<void>((end) => ends.push(end));
      });
    for (const account of ['eve', 'eve', 'eve', 'mia', 'mia']) take('page', account);
    await sleep(1);
    take('page', null);
    take('link', null);
    take('icon', 'eve');
    await sleep(1);
    expect(begun).to.deep.equal(['page eve', 'page mia', 'link null']);
    ends[0]?.();
    await sleep(1);
    expect(begun.at(-1), 'pages have only two turns').to.equal('icon eve');
    ends[2]?.();
    await sleep(1);
    expect(begun.at(-1), 'an account that asks more waits longer').to.equal('page null');
  });

  it('are refused when too many wait: of a purpose, and of an account', async () => {
    const inTurn = shareTurns({ atATime: 1, ofAccount: 1, waiting: 1, waitingOfAccount: 2 });
    const take = (account: string) => inTurn({ purpose: 'page', most: 1, account }, never);
    for (const account of ['eve', 'eve', 'eve']) void take(account);
    expect(await codeOf(take('eve'))).to.equal('unavailable');
    void take('mia');
    expect(await codeOf(take('ada'))).to.equal('unavailable');
  });
});
