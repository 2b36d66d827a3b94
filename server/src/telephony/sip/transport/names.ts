import { lookup, Resolver } from 'node:dns/promises';
import type { ServiceRecord } from './order-services.ts';

/** Where names are looked up. */
export interface Names {
  /** IP addresses of one family, the best first; rejects where there is none. */
  addresses(host: string): Promise<readonly string[]>;
  /** SRV records; empty where there are none, rejects where nobody can say. */
  services(name: string): Promise<readonly ServiceRecord[]>;
}

/** What a name server says where there is no such record. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

export const systemNames: Names = {
  addresses: async (host) => {
    const all = await lookup(host, { all: true, order: 'ipv4first' });
    return all.filter(({ family }) => family === all[0]?.family).map(({ address }) => address);
  },
  services: (name) =>
    new Resolver({ timeout: 2000, tries: 2 }).resolveSrv(name).catch((error: unknown): ServiceRecord[] => {
      if (NOTHING.has(codeOf(error))) return [];
      throw error;
    }),
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
