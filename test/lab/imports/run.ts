// `npm run imports`: an import of many rows and a mirror of many changes, both with kills in between.
// `--rows=1000 --changes=10000 --kills=20`
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Model } from 'objection';
import { adoptPort, config, configure } from '../../../core/kernel/config.js';
import { createApp } from '../../../server/app.js';
import { adminEnvironment } from '../../helpers/admin.js';
import { endTestDatabases } from '../../helpers/database.js';
import { makeTempDir, removeTempDirs } from '../../helpers/environment.js';
import { endPrograms } from '../../helpers/process.js';
import {
  changeDirectory,
  leftovers,
  openSecond,
  publicListings,
  runWithKills,
  swapSites,
  writeRows,
} from './kills.js';

const option = (name: string, usual: number) =>
  Number(new RegExp(`--${name}=(\\d+)`).exec(process.argv.join(' '))?.[1] ?? usual);
const rows = option('rows', 1_000);
const changes = option('changes', 10_000);
const kills = option('kills', 20);

configure({ DATA_DIR: makeTempDir(), LOG_LEVEL: 'silent', SCREENSHOTS: 'off', RATE_LIMIT: '0', PORT: '0' });
const [source, copy] = [await openSecond(), await openSecond()];
const environment = adminEnvironment(copy, { SCREENSHOT_ALLOW_PRIVATE: 'true' });
const countCopy = async () => Number((await copy.knex('listings').count())[0]?.count);

const before = await leftovers(copy.knex);
const file = await writeRows(config.dataDir, rows);
const imported = await runWithKills(['import', file, '--categories', 'only'], environment, kills, countCopy);
const [record] = await copy.knex('imports').where({ state: 'done' });
console.log(
  `import of ${rows}: killed ${imported} times, ${await countCopy()} listings, ${JSON.stringify(record?.counts)}`,
);
const undone = await runWithKills(
  ['imports', 'undo', record?.id, '--yes'],
  environment,
  kills,
  async () => -(await countCopy()),
);
const after = await leftovers(copy.knex);
const isClean = JSON.stringify(after) === JSON.stringify(before);
console.log(`undone, killed ${undone} times: ${isClean ? 'nothing is left' : JSON.stringify(after)}`);

Model.knex(source.knex);
const http = createServer(createApp());
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
const { port } = http.address() as AddressInfo;
adoptPort(port);
let killed = 0;
let isEqual = true;
for (let round = 1; round <= 5; round += 1) {
  await changeDirectory(changes / 5, round);
  await swapSites(round);
  const cursor = async () => {
    const [mirror] = await copy.knex('imports').where({ kind: 'directory' });
    return (mirror?.position ?? 0) + (await countCopy());
  };
  const command = ['import', `http://localhost:${port}`];
  killed += await runWithKills(command, environment, Math.ceil(kills / 5), cursor);
  const [there, here] = [await publicListings(source.knex), await publicListings(copy.knex)];
  isEqual &&= JSON.stringify(there) === JSON.stringify(here);
  console.log(
    `mirror after ${(changes / 5) * round} changes: ${there.length} listings there, ${here.length} here`,
  );
}
console.log(`mirror killed ${killed} times: ${isEqual ? 'equal' : 'different'}`);
process.exitCode = isClean && isEqual ? 0 : 1;
http.closeAllConnections();
http.close();
await endPrograms();
await source.drop();
await copy.drop();
await endTestDatabases();
removeTempDirs();
process.exit();
