import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isJsonObject } from '../../../src/providers/interfaces/json.ts';
import { NODE_FLAGS } from '../node-flags.ts';
import type { CarrierFake } from './carrier-fake.ts';

const entry = fileURLToPath(new URL('./carrier-fake.process.ts', import.meta.url));

/** Runs the fake in a separate process, for tests that kill servers or send large volumes. */
export async function startCarrierFakeProcess(): Promise<CarrierFake> {
  const child = fork(entry, {
    execArgv: [...NODE_FLAGS],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = await once(child, 'message');
  const origin = String(message.origin);
  // allow any: each verb has its own answer type
  // biome-ignore lint/suspicious/noExplicitAny: each verb's answer has a different shape.
  const ask = async (verb: keyof CarrierFake, argument?: unknown): Promise<any> => {
    const body = JSON.stringify({ verb, argument });
    const response = await fetch(`${origin}/_control`, { method: 'POST', body });
    if (response.status !== 200) throw new Error(`The carrier fake failed: ${await response.text()}`);
    const answer: unknown = await response.json();
    return isJsonObject(answer) ? answer['value'] : undefined;
  };
  return {
    origin,
    addAccount: (account) => ask('addAccount', account),
    behave: (behavior) => ask('behave', behavior),
    progress: (progress) => ask('progress', progress),
    addMedia: (media) => ask('addMedia', media),
    messages: () => ask('messages'),
    requests: () => ask('requests'),
    customerWrites: (message) => ask('customerWrites', message),
    report: (report) => ask('report', report),
    says: (call) => ask('says', call),
    settled: () => ask('settled'),
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
