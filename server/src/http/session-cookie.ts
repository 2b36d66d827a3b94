import { createHmac, timingSafeEqual } from 'node:crypto';

const NAME = 'parley_session';
/** The longest that browsers keep one. How long the token in it opens anything is the server's own rule. */
const MAX_AGE_SECONDS = 400 * 86_400;

/** The session token in a `Cookie` header; null: there is none. */
export function sessionTokenOf(header: string | undefined): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [name = '', ...value] = pair.split('=');
    if (name.trim() === NAME) return value.join('=').trim();
  }
  return null;
}

/** `Set-Cookie` for a browser that has logged in. @param isSecure whether it came over https */
export function sessionCookie(token: string, isSecure: boolean): string {
  return cookie(token, MAX_AGE_SECONDS, isSecure);
}

/** `Set-Cookie` for a browser that has logged out. */
export function endedSessionCookie(isSecure: boolean): string {
  return cookie('', 0, isSecure);
}

function cookie(value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const parts = [`${NAME}=${value}`, 'HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${maxAgeSeconds}`];
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/** What a page of ours shows with a session's cookie, and no other page can know. It tells nothing of the token. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

export function isCsrfToken(shown: string, sessionToken: string): boolean {
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  const given = Buffer.from(shown);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
