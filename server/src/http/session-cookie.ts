import { createHmac, timingSafeEqual } from 'node:crypto';

/** The longest that browsers keep one. How long the token in it opens anything is the server's own rule. */
const MAX_AGE_SECONDS = 400 * 86_400;

/** Prefix of every installation's cookie name, after `__Host-` if present. */
export const SESSION_COOKIE = 'parley_session';

/** What is known of a request when its cookie is looked at. */
interface Asked {
  headers: { cookie?: string | undefined };
  /** As the client wrote it: `parley.example:8443`. */
  host: string;
}

/** The cookies of one installation. Cookies know no ports, so that another one on the same host has other names. */
export interface SessionCookies {
  /** What the console's cookie is called at the address that clients use. */
  readonly name: string;
  /** The session token in a request; null: there is none. */
  tokenOf(request: Asked): string | null;
  /** `Set-Cookie` for a browser that has logged in. @param isSecure whether it came over https */
  set(token: string, isSecure: boolean): string;
  /** `Set-Cookie` for a browser that has logged out. */
  end(isSecure: boolean): string;
}

/**
 * @param installationId of characters that names of cookies may have
 * @param publicUrl address that clients use; null: the one of the Host header
 */
export function sessionCookies(installationId: string, publicUrl: string | null): SessionCookies {
  const plain = `${SESSION_COOKIE}_${installationId}`;
  // Browsers take it over https alone, from this very host alone: no neighbouring host can put another in its place.
  const bound = `__Host-${plain}`;
  const publicHost = publicUrl === null ? null : secureHost(publicUrl);
  const nameFor = (isSecure: boolean): string => (isSecure ? bound : plain);
  return {
    name: nameFor(publicHost !== null),
    tokenOf: ({ headers: { cookie }, host }) => {
      const token = cookieValue(cookie, bound);
      if (token !== null || host.toLowerCase() === publicHost) return token;
      return cookieValue(cookie, plain);
    },
    set: (token, isSecure) => line(`${nameFor(isSecure)}=${token}`, MAX_AGE_SECONDS, isSecure),
    end: (isSecure) => line(`${nameFor(isSecure)}=`, 0, isSecure),
  };
}

function secureHost(url: string): string | null {
  const { protocol, host } = new URL(url);
  return protocol === 'https:' ? host : null;
}

function cookieValue(header: string | undefined, wanted: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [name = '', ...value] = pair.split('=');
    if (name.trim() === wanted) return value.join('=').trim();
  }
  return null;
}

function line(pair: string, maxAgeSeconds: number, isSecure: boolean): string {
  const parts = [pair, 'HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${maxAgeSeconds}`];
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
