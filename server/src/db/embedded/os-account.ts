import { userInfo } from 'node:os';
import { AppError } from '../../core/errors.ts';
import { type OsAccount, runProgram } from './run-program.ts';

/** Accounts for PostgreSQL when running as root, in order of preference; PostgreSQL refuses to run as root. */
const accountsForRoot = ['postgres', '_postgres', 'nobody'];

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The account of this process. Throws `unavailable` where its user id has no name (PostgreSQL needs one). */
export function ownAccount(): OsAccount {
  try {
    const { uid, gid, username } = userInfo();
    return { uid, gid, name: username, switched: false };
  } catch (cause) {
    const uid = process.getuid?.();
    const advice = `add a line for it to /etc/passwd, run as another user, or set DATABASE_URL`;
    throw new AppError(
      'unavailable',
      `The OS user id ${uid} has no name, which PostgreSQL needs: ${advice}.`,
      {
        cause,
      },
    );
  }
}

/** The first existing account of `candidates`, from the system's user database. */
export async function accountForRoot(candidates = accountsForRoot): Promise<OsAccount> {
  for (const name of candidates) {
    const account = await lookUp(name);
    if (account) return account;
  }
  const names = candidates.join(', ');
  throw new AppError(
    'unavailable',
    `PostgreSQL refuses to run as root, and none of the OS users ${names} exists.`,
  );
}

/** The account with this user id, for an existing cluster. */
export async function accountOfOwner(uid: number): Promise<OsAccount> {
  if (uid === process.getuid?.()) return ownAccount();
  const account = await lookUp(String(uid));
  if (account) return account;
  throw new AppError('unavailable', `The database belongs to OS user id ${uid}, which does not exist here.`);
}

async function lookUp(nameOrId: string): Promise<OsAccount | null> {
  const answers = await Promise.all(['-u', '-g', '-nu'].map((what) => runProgram('id', [what, nameOrId])));
  const [uid, gid, name] = answers.map((answer) => (answer.exitCode === 0 ? answer.output.trim() : ''));
  if (!uid || !gid || !name || Number(uid) === 0) return null;
  // macOS writes nobody's id -2 as an unsigned number; process.spawn takes signed ones.
  return { uid: Number(uid) | 0, gid: Number(gid) | 0, name, switched: true };
}

/** True if the account can traverse to the folder through every parent. */
export async function canEnter(account: OsAccount, directory: string): Promise<boolean> {
  if (!account.switched) return true;
  const attempt = await runProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { account });
  return attempt.exitCode === 0;
}
