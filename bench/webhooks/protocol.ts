import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';

/** A typical payload for the end of a short conversation. */
export function somePayload(at: number): Record<string, unknown> {
  const turn = {
    role: 'user',
    content: 'Do you open on Saturdays, and may I bring the dog along?',
    timestamp: '',
  };
  return { at, status: 'ended', transcript: Array.from({ length: 10 }, () => turn) };
}

/** Milliseconds since 1970 with fractions: comparable between processes of one machine. */
export const wallMs = (): number => performance.timeOrigin + performance.now();

/** Commands for the process with the server. */
export type Order =
  /** Records events for several endpoints in `parallel` transactions, until all are delivered and stored. */
  | { kind: 'flow'; origin: string; events: number; endpoints: number; parallel: number }
  /** Records deliveries for several disabled endpoints, until all are held. */
  | { kind: 'hold'; origin: string; events: number; endpoints: number }
  /** Releases the held deliveries, until all are delivered and stored. */
  | { kind: 'release' }
  /** Records events at a steady rate for the URLs in turn, until all are recorded. */
  | { kind: 'steady'; urls: readonly string[]; perSecond: number; seconds: number }
  /** The same with minimal durability: a transaction with one insert, then a request through undici. */
  | { kind: 'steady bare'; urls: readonly string[]; perSecond: number; seconds: number }
  /** Fails the deliveries that are still waiting for the account's endpoints. */
  | { kind: 'clear' };

/** Commands for the bare client. */
export interface BareOrder {
  origin: string;
  requests: number;
  parallel: number;
}

const answers = {
  port: z.number(),
  seconds: z.object({ seconds: z.number() }),
  latencies: z.object({ latenciesMs: z.array(z.number()) }),
};

/** Sends a command to a child process and waits for its response. */
export async function ask<Kind extends keyof typeof answers>(
  child: ChildProcess,
  kind: Kind,
  question?: object,
): Promise<z.output<(typeof answers)[Kind]>> {
  const over = new AbortController();
  const ended = once(child, 'exit', { signal: over.signal }).then(() => {
    throw new Error('A process of the benchmark ended without an answer.');
  });
  ended.catch(() => undefined);
  if (question !== undefined) child.send(question);
  const [message] = await Promise.race([once(child, 'message', { signal: over.signal }), ended]);
  over.abort();
  return asAnswer(kind, message);
}

function asAnswer<Kind extends keyof typeof answers>(
  kind: Kind,
  message: unknown,
): z.output<(typeof answers)[Kind]> {
  return answers[kind].parse(message) as z.output<(typeof answers)[Kind]>;
}
