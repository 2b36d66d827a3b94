import type { FastifyRequest } from 'fastify';

type Asked = Pick<FastifyRequest, 'headers' | 'host'>;

/**
 * Whether a browser says that a page of another origin makes this request; programs that are no browsers say nothing.
 * Where browsers tell their own judgement (over https and on this machine) that counts. Elsewhere hosts are compared:
 * the scheme is not known behind a proxy that nobody was told of.
 */
export function isAskedFromElsewhere({ headers, host }: Asked, publicUrl: string | null): boolean {
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
