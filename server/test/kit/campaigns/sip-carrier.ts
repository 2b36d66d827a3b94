import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '../node-flags.ts';
import type { LedgerEntry } from './dial-ledger.ts';
import type { CarrierEntry, CarrierOrder } from './sip-carrier.process.ts';

const entry = fileURLToPath(new URL('./sip-carrier.process.ts', import.meta.url));

/** The simulated carrier in mode `signaling`. */
export interface SipCarrier {
  /** UDP port on loopback. */
  port: number;
  /** The ledger so far. */
  ledger(): Promise<CarrierEntry[]>;
  /** Number of calls in the ledger. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** A carrier process that outlives the processes calling over it. */
export async function startSipCarrier(order: CarrierOrder): Promise<SipCarrier> {
  const child = fork(entry, [JSON.stringify(order)], {
    execArgv: [...NODE_FLAGS],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  const ask = async (what: 'ledger' | 'count') => {
    const answer = once(child, 'message');
    child.send(what);
    const [told] = await answer;
    return told;
  };
  return {
    port,
    ledger: async () => (await ask('ledger')).ledger,
    count: async () => (await ask('count')).count,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Reads the carrier's ledger. */
export function asLedger(entries: readonly CarrierEntry[]): LedgerEntry[] {
  const dateOf = (atMs: number | null): Date | null => (atMs === null ? null : new Date(atMs));
  return entries.map(({ callId: attemptId, to, behavior, fault, ...times }) => ({
    attemptId,
    to,
    behavior,
    fault,
    dialedAt: new Date(times.dialedAtMs),
    answeredAt: dateOf(times.answeredAtMs),
    endedAt: dateOf(times.endedAtMs),
  }));
}
