import type { FastifyRequest } from 'fastify';

type Asked = Pick<FastifyRequest, 'headers' | 'host'>;

/**
 * True if a browser reports that a page of another origin makes this request. Other clients send no such header.
 * `Sec-Fetch-Site` decides where browsers send it (https and localhost). Otherwise hosts are compared:
 * the scheme is unknown behind an unconfigured proxy.
 */
export function isCrossOrigin({ headers, host }: Asked, publicUrl: string | null): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return false;
  return hostOf(origin) !== host.toLowerCase() && (publicUrl === null || origin !== originOf(publicUrl));
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

function originOf(url: string): string {
  return new URL(url).origin;
}
