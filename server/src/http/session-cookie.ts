import { createHmac, timingSafeEqual } from 'node:crypto';

/** The longest lifetime that browsers allow. The token inside expires by the server's own rule. */
const MAX_AGE_SECONDS = 400 * 86_400;

/** Prefix of every installation's cookie name, after `__Host-` if present. */
export const SESSION_COOKIE = 'parley_session';

/** The part of a request that the cookie rules need. */
interface Asked {
  headers: { cookie?: string | undefined };
  /** The Host header, for example `parley.example:8443`. */
  host: string;
}

/** Cookies of one installation. Cookies ignore ports, so installations on one host need different names. */
export interface SessionCookies {
  /** Cookie name at the public origin. */
  readonly name: string;
  /** The session token of a request, or null. */
  tokenOf(request: Asked): string | null;
  /** `Set-Cookie` after login. @param isSecure true if the request came over HTTPS */
  set(token: string, isSecure: boolean): string;
  /** `Set-Cookie` after logout. */
  end(isSecure: boolean): string;
}

/**
 * @param installationId may only contain characters allowed in cookie names
 * @param publicUrl public origin; if it is HTTPS, only the `__Host-` cookie is accepted there
 */
export function sessionCookies(installationId: string, publicUrl: string | null): SessionCookies {
  const plain = `${SESSION_COOKIE}_${installationId}`;
  // `__Host-` cookies are accepted only over HTTPS from exactly this host, so no sibling host can overwrite them.
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

/** CSRF token: a hash that our pages send with the session cookie. It reveals nothing about the session token. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

export function isCsrfToken(shown: string, sessionToken: string): boolean {
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  const given = Buffer.from(shown);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
