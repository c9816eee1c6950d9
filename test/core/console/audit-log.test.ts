import { expect } from 'chai';
import { foldRepeats } from '../../../core/console/audit-log.js';
import type { AuditEntry } from '../../../core/console/schema.js';
import { cleanUp } from '../../../core/service/retention.js';
import { useDatabase } from '../../helpers/database.js';

const DAY = 86_400_000;

describe('the audit log', () => {
  it('folds what one person did three times in a row on a day', () => {
    const entry = (id: number, who: string, action = 'listing.reject', day = '2026-11-03') =>
      ({ id, at: `${day}T10:00:00Z`, actor: { id: who }, door: 'web', action }) as AuditEntry;
    const entries = [
      ...[9, 8, 7].map((id) => entry(id, 'ada')),
      ...[6, 5].map((id) => entry(id, 'bob')),
      ...[4, 3].map((id) => entry(id, 'ada', 'listing.archive')),
      entry(2, 'ada', 'listing.archive', '2026-11-02'),
    ];
    const folded = foldRepeats(entries, (at) => at.slice(0, 10));
    expect(folded.map(({ id, more }) => [id, ...more.map((one) => one.id)])).to.deep.equal([
      [9, 8, 7],
      ...[6, 5, 4, 3, 2].map((id) => [id]),
    ]);
  });

  describe('with AUDIT_KEEP_DAYS=30', () => {
    const database = useDatabase({ AUDIT_KEEP_DAYS: '30' });
    const entries = () => database.knex('audit_entries').orderBy('id').pluck<string[]>('subject_id');
    const write = (id: string, days: number) =>
      database.knex('audit_entries').insert({
        at: new Date(Date.now() - days * DAY),
        door: 'cli',
        action: 'listing.create',
        subject_type: 'listing',
        subject_id: id,
        subject_label: id,
      });
    const refusal = (work: Promise<unknown>) =>
      work.then(
        () => null,
        (error: Error) => error.message,
      );

    before(async () => {
      for (const [id, days] of [
        ['old', 31],
        ['older', 400],
        ['kept', 29],
        ['new', 0],
      ] as const) {
        await write(id, days);
      }
    });

    it('loses exactly the entries older than that, and records it', async () => {
      expect(await cleanUp()).to.include({ audit_entries: 2 });
      expect(await entries()).to.deep.equal(['kept', 'new', 'audit']);
      const [said] = await database.knex('audit_entries').where({ action: 'audit.forget' });
      expect(said).to.deep.include({ door: 'job', after: { removed: 2, older_than_days: 30 } });
      expect(await cleanUp()).to.include({ audit_entries: 0 });
      expect(await entries()).to.have.length(3);
    });

    it('can neither be changed nor cleared in any other way, nor lose entries of today', async () => {
      const { knex } = database;
      expect(await refusal(knex('audit_entries').delete())).to.include('append-only');
      const retention = knex.transaction(async (trx) => {
        await trx.raw(`set local directory.audit_retention = 'on'`);
        await trx('audit_entries').where({ subject_id: 'new' }).delete();
      });
      expect(await refusal(retention)).to.include('append-only');
      const change = knex.transaction(async (trx) => {
        await trx.raw(`set local directory.audit_retention = 'on'`);
        await trx('audit_entries').where({ subject_id: 'kept' }).update({ door: 'web' });
      });
      expect(await refusal(change)).to.include('append-only');
      expect(await entries()).to.deep.equal(['kept', 'new', 'audit']);
    });
  });

  describe('without AUDIT_KEEP_DAYS', () => {
    const database = useDatabase();

    it('is kept indefinitely', async () => {
      await database.knex('audit_entries').insert({
        at: new Date(0),
        door: 'cli',
        action: 'listing.create',
        subject_type: 'listing',
        subject_id: 'first',
        subject_label: 'first',
      });
      expect(await cleanUp()).to.include({ audit_entries: 0 });
      expect(await database.knex('audit_entries').pluck('subject_id')).to.deep.equal(['first']);
    });
  });
});
