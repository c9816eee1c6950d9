import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { NODE_OPTIONS } from './process.js';

const SCRIPT = `
  const [connection, migrate, pool, url] = process.argv.slice(1);
  const { connectDatabase } = await import(connection);
  const { migrateDatabase } = await import(migrate);
  const { closePool } = await import(pool);
  const knex = await connectDatabase(url);
  console.log(JSON.stringify(await migrateDatabase(knex)));
  await closePool(knex);`;

/** Migrates a database in a process of its own. @returns the names of the migrations that ran */
export async function migrateInProcess(url: string): Promise<string[]> {
  const modules = ['connection', 'migrate', 'pool'].map(
    (name) => new URL(`../../db/${name}.js`, import.meta.url).href,
  );
  const child = spawn(
    process.execPath,
    [...NODE_OPTIONS, '--input-type=module', '-e', SCRIPT, ...modules, url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The process ended with ${code}.`);
  return JSON.parse(output) as string[];
}
