import { AppError } from '../../core/errors.ts';

const PROTOCOLS = new Set(['postgres:', 'postgresql:']);

/** @throws AppError `bad-request` for an invalid database URL */
export function requireAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && PROTOCOLS.has(url.protocol) && url.pathname.length > 1) return text;
  throw new AppError(
    'bad-request',
    '--to must be the URL of a database, such as postgresql://parley:password@db.example.com:5432/parley. In a password, write @ as %40 and / as %2F.',
  );
}

/** The URL for messages, without its password and parameters. Parameters may contain a password. */
export function addressName(address: string): string {
  const { username, host, pathname, searchParams } = new URL(address);
  const login = username === '' ? '' : `${username}@`;
  // The directory of a Unix socket can only be given as a parameter.
  return `postgresql://${login}${searchParams.get('host') ?? host}${pathname}`;
}
