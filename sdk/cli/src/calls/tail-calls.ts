import { connect } from '../account/connection.ts';
import type { Api } from '../api/api.ts';
import { readPages } from '../api/pages.ts';
import { optionalWordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { every } from '../terminal/every.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { followCall } from './follow-call.ts';

const RUNNING = ['initiated', 'ringing', 'in-progress'];
const LOOK_MS = 2000;

/** Follows one call until it ends, or all running and later calls until Ctrl-C. */
export async function tailCalls(invocation: Invocation): Promise<number> {
  const { terminal } = invocation;
  const api = await connect(invocation);
  const given = optionalWordAt(invocation, 0);
  if (given !== undefined) {
    await followCall(api, terminal, { callId: Number(await idOf(api, 'calls', given)), isOnly: true });
    return 0;
  }
  terminal.note('Waiting for calls. Ctrl-C ends.');
  await followAll(api, terminal);
  return 0;
}

async function followAll(api: Api, terminal: Terminal): Promise<void> {
  const known = new Set<number>();
  await every(LOOK_MS, terminal.stopped, async () => {
    for (const callId of await runningCalls(api)) {
      if (known.has(callId)) continue;
      known.add(callId);
      void followCall(api, terminal, { callId, isOnly: false }).catch((error: unknown) => {
        if (!terminal.stopped.aborted) terminal.note(`Call ${callId}: ${String(error)}`);
      });
    }
  });
}

async function runningCalls(api: Api): Promise<number[]> {
  const lists = await Promise.all(
    RUNNING.map((status) => readPages<{ id: number }>(api, '/user/calls', { query: { status } })),
  );
  return lists.flatMap(({ items }) => items.map(({ id }) => id)).sort((a, b) => a - b);
}
