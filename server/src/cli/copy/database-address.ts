import { AppError } from '../../core/errors.ts';

const PROTOCOLS = new Set(['postgres:', 'postgresql:']);

/** @throws AppError `bad-request` for what is no address of a database */
export function requireAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && PROTOCOLS.has(url.protocol) && url.pathname.length > 1) return text;
  throw new AppError(
    'bad-request',
    '--to must be the address of a database, such as postgresql://parley:password@db.example.com:5432/parley; signs such as @ and / in a password are written as %40 and %2F.',
  );
}

/** An address for people: no password, and none of the parameters, which may hold one. */
export function addressName(address: string): string {
  const { username, host, pathname, searchParams } = new URL(address);
  const login = username === '' ? '' : `${username}@`;
  // A folder with the server's socket can be named by a parameter alone.
  return `postgresql://${login}${searchParams.get('host') ?? host}${pathname}`;
}
