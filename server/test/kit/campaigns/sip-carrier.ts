import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CarrierEntry, CarrierOrder } from './sip-carrier.process.ts';

const entry = fileURLToPath(new URL('./sip-carrier.process.ts', import.meta.url));

export interface SipCarrier {
  /** Of SIP over UDP on loopback. */
  port: number;
  /** Everything that it was asked to do so far. */
  ledger(): Promise<CarrierEntry[]>;
  close(): Promise<void>;
}

/** A carrier in a process of its own, which outlives the processes that call over it. */
export async function startSipCarrier(order: CarrierOrder): Promise<SipCarrier> {
  const child = fork(entry, [JSON.stringify(order)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return {
    port,
    ledger: async () => {
      const answer = once(child, 'message');
      child.send('ledger');
      const [{ ledger }] = await answer;
      return ledger;
    },
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
