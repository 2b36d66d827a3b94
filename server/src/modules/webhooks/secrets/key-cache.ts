import type { KeyObject } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import type { SigningSecret } from './secret-store.ts';
import { keyOf } from './signature.ts';

const MAX_ACCOUNTS = 1000;

interface Entry {
  currentSecretId: number | null;
  keys: Promise<{ key: KeyObject; retiresAtMs: number }[]>;
}

/** Provides an account's active signing keys, newest first. */
export interface KeyCache {
  /** @param currentSecretId read with the delivery, so that a rotation is noticed; null if no secret exists yet */
  keysFor(userId: number, currentSecretId: number | null): Promise<KeyObject[]>;
}

/** Caches decrypted secrets as long as the account's current secret is the same. */
export function createKeyCache(clock: Clock, load: (userId: number) => Promise<SigningSecret[]>): KeyCache {
  const entries = new Map<number, Entry>();
  const loadKeys = async (userId: number): Promise<{ key: KeyObject; retiresAtMs: number }[]> => {
    try {
      const secrets = await load(userId);
      return secrets.map(({ secret, retiresAt }) => ({
        key: keyOf(secret),
        retiresAtMs: retiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      }));
    } catch (error) {
      entries.delete(userId);
      throw error;
    }
  };
  return {
    keysFor: async (userId, currentSecretId) => {
      let entry = entries.get(userId);
      if (entry === undefined || entry.currentSecretId !== currentSecretId) {
        entry = { currentSecretId, keys: loadKeys(userId) };
        if (entries.size >= MAX_ACCOUNTS) entries.clear();
        entries.set(userId, entry);
      }
      const nowMs = clock.now().getTime();
      const keys = await entry.keys;
      return keys.filter(({ retiresAtMs }) => retiresAtMs > nowMs).map(({ key }) => key);
    },
  };
}
