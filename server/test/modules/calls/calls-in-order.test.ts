import { afterAll, beforeAll, expect, test } from 'vitest';
import { AT_ANY_HOUR, dialsTo, noAnswer, runningCampaign } from '../../kit/campaign-dials.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import {
  customerSays,
  type ScriptedDial,
  type ScriptedVoice,
  scriptedVoice,
} from '../../kit/voice/scripted-calls.ts';

const CALLS = 8;

let server: TestServer;
let voice: ScriptedVoice;
let account: Client;

beforeAll(async () => {
  voice = scriptedVoice();
  server = await startTestServer({ overrides: { voice: voice.overrides }, environment: AT_ANY_HOUR });
  account = await server.account();
});
afterAll(async () => {
  for (const dial of voice.dials) dial.tell(noAnswer);
  await server.stop();
});

/** Starts calls. @returns them while they are dialed, newest first: the worst order for locks in id order */
async function dialingCalls(): Promise<{ id: number; dial: ScriptedDial }[]> {
  const { numbers } = await runningCampaign(account, { leads: CALLS, max_calls_in_parallel: CALLS });
  const dials = await dialsTo([voice], numbers, CALLS);
  const rows = await server.database.query<{ id: number; attemptId: string }>(
    'select id, attempt_id as "attemptId" from calls where attempt_id = any($1::uuid[]) order by id desc',
    [dials.map(({ request }) => request.attemptId)],
  );
  return rows.flatMap(({ id, attemptId }) => {
    const dial = dials.find(({ request }) => request.attemptId === attemptId);
    return dial === undefined ? [] : [{ id, dial }];
  });
}

/**
 * While the oldest call is locked, runs `change` on all calls: the statement with these words must wait for that lock
 * without holding others, or it could deadlock.
 */
async function waitsEmptyHanded(
  ids: readonly number[],
  { lock, words, change }: { lock: string; words: string; change: () => void },
): Promise<void> {
  const oldest = Math.min(...ids);
  const others = ids.filter((id) => id !== oldest);
  await server.database.transaction(async (holder) => {
    await holder.query(`select from calls where id = $1 ${lock}`, [oldest]);
    change();
    await eventually(
      () =>
        server.database.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
          [`%${words}%`],
        ),
      (waiting) => waiting.length > 0,
    );
    const free = await eventually(
      () => server.database.query(`select from calls where id = any($1) ${lock} skip locked`, [others]),
      (rows) => rows.length === others.length,
    );
    expect(free).toHaveLength(CALLS - 1);
  });
}

test('stores ringing and records of many calls without deadlocks', async () => {
  const calls = await dialingCalls();
  const ids = calls.map(({ id }) => id);
  expect(ids).toHaveLength(CALLS);
  await waitsEmptyHanded(ids, {
    lock: 'for no key update',
    words: "set status = 'ringing'",
    change: () => {
      for (const { dial } of calls) dial.tell({ type: 'ringing' });
    },
  });
  const stateOf = async () =>
    server.database.query<{ status: string }>('select status from calls where id = any($1)', [ids]);
  await eventually(stateOf, (rows) => rows.every(({ status }) => status === 'ringing'));

  const legs = calls.map(({ dial }) => dial.answer());
  const held = await Promise.all(legs.map((leg) => voice.callOn(leg)));
  // Wait until the records of the answers are stored.
  await eventually(
    () => server.database.query('select from calls where id = any($1) and recording_key is not null', [ids]),
    (rows) => rows.length === CALLS,
  );
  await waitsEmptyHanded(ids, {
    lock: 'for update',
    words: 'for key share',
    change: () => {
      for (const call of held) call.happen(customerSays('Hello?'));
      // The end of one call stores the transcripts of all.
      held[0]?.end();
    },
  });
  await eventually(
    () => server.database.query('select from call_transcript where call_id = any($1)', [ids]),
    (rows) => rows.length === CALLS,
  );
  for (const call of held) call.end();
  await eventually(stateOf, (rows) => rows.every(({ status }) => status === 'completed'));
});
