import { lookup, Resolver } from 'node:dns/promises';
import type { ServiceRecord } from './order-services.ts';

export interface NameResolver {
  /** IP addresses of one family in order of preference; rejects if the host has no address. */
  addresses(host: string): Promise<readonly string[]>;
  /** SRV records; empty without records, rejects if the lookup fails. */
  services(name: string): Promise<readonly ServiceRecord[]>;
}

/** Error codes for a missing record. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

export const systemResolver: NameResolver = {
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
