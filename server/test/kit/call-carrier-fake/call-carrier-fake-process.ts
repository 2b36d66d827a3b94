import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isJsonObject } from '../../../src/providers/interfaces/json.ts';
import { NODE_FLAGS } from '../node-flags.ts';
import type { CallCarrierFake } from './call-carrier-fake.ts';

const entry = fileURLToPath(new URL('./call-carrier-fake.process.ts', import.meta.url));

/** Runs the fake in a separate process. */
export async function startCallCarrierFakeProcess(): Promise<CallCarrierFake> {
  const child = fork(entry, {
    execArgv: [...NODE_FLAGS],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = await once(child, 'message');
  const origin = String(message.origin);
  // allow any: each verb has its own result type
  // biome-ignore lint/suspicious/noExplicitAny: each verb has its own result type.
  const ask = async (verb: keyof CallCarrierFake, argument?: unknown): Promise<any> => {
    const body = JSON.stringify({ verb, argument });
    const response = await fetch(`${origin}/_control`, { method: 'POST', body });
    if (response.status !== 200) throw new Error(`The carrier fake failed: ${await response.text()}`);
    const answer: unknown = await response.json();
    return isJsonObject(answer) ? answer['value'] : undefined;
  };
  return {
    origin,
    behave: (behavior) => ask('behave', behavior),
    script: (script) => ask('script', script),
    calls: () => ask('calls'),
    requests: () => ask('requests'),
    callIn: (call) => ask('callIn', call),
    says: (words) => ask('says', words),
    hears: (sid) => ask('hears', sid),
    prices: (price) => ask('prices', price),
    presses: (press) => ask('presses', press),
    answers: (sid) => ask('answers', sid),
    breaks: (sid) => ask('breaks', sid),
    hangsUp: (sid) => ask('hangsUp', sid),
    report: (report) => ask('report', report),
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
