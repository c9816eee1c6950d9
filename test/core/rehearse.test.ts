// The warm-up of a process before its first submission.
import { expect } from 'chai';
import { rehearseSubmission } from '../../core/listings/rehearse.js';
import { useDatabase } from '../helpers/database.js';

describe('the rehearsal of a submission', () => {
  const database = useDatabase();

  it('exercises every rule, and stores nothing', async () => {
    await rehearseSubmission();
    const { rows } = await database.knex.raw('select from listings union all select from audit_entries');
    expect(rows).to.have.length(0);
  });
});
