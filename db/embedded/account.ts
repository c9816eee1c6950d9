// PostgreSQL refuses to run as root. A server started by root runs it under a bare numeric id that no other process
// uses and nobody has to create.
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** From the range systemd documents as unused (https://systemd.io/UIDS-GIDS/: 60706 to 61183). */
const OWN: Account = { uid: 60818, gid: 60818 };

/** The account that must own the cluster; null if this process can own it itself. */
export async function clusterAccount(cluster: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  // A cluster created by an unprivileged user keeps that user when root starts it.
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : OWN;
}

/** initdb needs an account with a name: it runs under an existing one, and its files are handed over afterwards. */
export function namedAccount(): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => Number(fields[2]) > 0 && Number(fields[3]) > 0);
  // Without one, initdb says that it needs one.
  const [, , uid, gid] = accounts.find(([name]) => name === 'nobody') ?? accounts[0] ?? [];
  return { uid: Number(uid ?? OWN.uid), gid: Number(gid ?? OWN.gid) };
}
