import { fork } from 'node:child_process';
import { once } from 'node:events';
import { isJsonObject } from '../../src/providers/interfaces/json.ts';
import { NODE_FLAGS } from './node-flags.ts';

/** A fake whose other members are functions with at most one argument and a promised result, both JSON. */
interface Fake {
  origin: string;
  close(): Promise<void>;
}

/** Runs a fake in a separate process, so that it survives every server that a test kills. */
export async function startFakeProcess<Verbs extends Fake>(entry: URL): Promise<Verbs> {
  const child = fork(entry, { execArgv: [...NODE_FLAGS], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [message] = await once(child, 'message');
  const origin = String(message.origin);
  const ask = async (verb: string, argument: unknown): Promise<unknown> => {
    const body = JSON.stringify({ verb, argument });
    const response = await fetch(`${origin}/_control`, { method: 'POST', body });
    if (response.status !== 200) throw new Error(`The fake failed: ${await response.text()}`);
    const answer: unknown = await response.json();
    return isJsonObject(answer) ? answer['value'] : undefined;
  };
  const close = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const own = new Map<unknown, unknown>([
    ['origin', origin],
    ['close', close],
    // The fake is awaited, but is no promise.
    ['then', undefined],
  ]);
  // allow any: a proxy has the type of its target, which has no members here
  // biome-ignore lint/suspicious/noExplicitAny: a proxy has the type of its target, which has no members here.
  return new Proxy<any>(
    {},
    {
      get: (_, verb) => (own.has(verb) ? own.get(verb) : (argument: unknown) => ask(String(verb), argument)),
    },
  );
}

/** Reports the fake to the process that started it with `startFakeProcess`, and ends with it. */
export function serveParent(fake: Fake): void {
  process.send?.({ origin: fake.origin });
  process.once('disconnect', () => fake.close());
}

/** Serves the body of a request to `/_control`. @returns the body of the response */
export async function controlFake(fake: Fake, body: string): Promise<{ value: unknown }> {
  const said: unknown = JSON.parse(body);
  if (!isJsonObject(said)) throw new Error('A control call is an object.');
  const verb: unknown = Reflect.get(fake, String(said['verb']));
  if (typeof verb !== 'function') throw new Error(`The fake has no verb ${said['verb']}.`);
  return { value: await verb(said['argument']) };
}
