import { isDeepStrictEqual } from 'node:util';
import { OUTCOME_UNKNOWN } from '../../../src/agent/made-calls.ts';
import type { Database } from '../../../src/db/client.ts';
import { unexplainedMoney } from '../ledger.ts';
import type { Client } from '../test-server.ts';
import type { Talk } from './customers.ts';
import { normal, type Run, type StormWorld, THOUGHT } from './world.ts';

export interface Storm {
  world: StormWorld;
  database: Database;
  account: Client;
  talks: readonly Talk[];
}

/** Everything that is wrong at the end of a storm; tests expect an empty list. */
export async function stormFaults(storm: Storm): Promise<string[]> {
  const { world, talks, database } = storm;
  return [
    ...world.faults,
    ...runFaults(world),
    ...(await historyFaults(storm)),
    ...(await answerFaults(storm)),
    ...(await unexplainedMoney(database)),
    ...(await chargeFaults(database)),
    ...talks.flatMap(({ name, shown }) => shown.flatMap((text) => textFaults(name, text))),
  ];
}

/**
 * A tool runs once for each call. It runs again under the same key if the endpoint failed, or if the server died before
 * it stored the outcome.
 */
function runFaults(world: StormWorld): string[] {
  const byToken = Map.groupBy(world.runs, ({ token }) => token);
  const faults = [...byToken].flatMap(([token, runs]) => {
    const keys = new Set(runs.map(({ key }) => key));
    const contents = new Set(runs.map(({ content }) => content));
    const again = runs.slice(0, -1).find((run) => !mayRepeat(world, run));
    return [
      ...(keys.size === 1 ? [] : [`${token} ran under ${keys.size} keys.`]),
      ...(contents.size === 1 ? [] : [`${token} ran with ${[...contents].join(' and ')}.`]),
      ...(again === undefined ? [] : [`${token} ran ${runs.length} times.`]),
    ];
  });
  // A killed server loses the calls that it was about to make.
  const missing = [...world.made].filter(([token, kills]) => !byToken.has(token) && world.kills === kills);
  return [...faults, ...missing.map(([token]) => `${token} did not run.`)];
}

const mayRepeat = (world: StormWorld, run: Run): boolean => run.failure !== null || world.isOutcomeLost(run);

interface ShownCall {
  arguments: Record<string, unknown>;
  result: { body?: { ok?: string }; error?: { code: string } };
}

/** The history contains each call with its result, once unless it failed. */
async function historyFaults({ world, account, talks }: Storm): Promise<string[]> {
  const faults: string[] = [];
  for (const talk of talks) {
    const { name } = talk;
    const { calls, texts } = await historyOf(account, talk);
    faults.push(...texts.flatMap((text) => textFaults(name, text)));
    const runs = world.runs.filter(({ token }) => token.startsWith(`${name}.`));
    // A killed server may leave a call that it did not send.
    const isUnsent = (call: ShownCall): boolean =>
      world.kills > 0 && isDeepStrictEqual(call.result, OUTCOME_UNKNOWN);
    const sent = calls.filter((call) => !isUnsent(call));
    for (const [token, own] of Map.groupBy(runs, (run) => run.token)) {
      const shown = calls.filter((call) => normal(call.arguments['token']) === token);
      const last = own.at(-1);
      if (shown.length === 0) faults.push(`${token} is not in the history.`);
      const times = shown.filter((call) => !isUnsent(call)).length;
      if (times > own.length) faults.push(`${token} is ${times} times in the history.`);
      const isKnown = last !== undefined && !mayRepeat(world, last);
      const isShown = shown.some(({ result }) => result.body?.ok === token);
      if (isKnown && !isShown) faults.push(`The result of ${token} is not in the history.`);
    }
    const unknown = sent.filter((call) => !runs.some((run) => run.token === normal(call.arguments['token'])));
    faults.push(...unknown.map((call) => `${name} shows a call that was not made: ${JSON.stringify(call)}`));
  }
  return faults;
}

interface Said {
  content?: string;
  text?: string;
  function_calls?: ShownCall[];
}

async function historyOf(
  account: Client,
  { uuid, callId }: Talk,
): Promise<{ calls: ShownCall[]; texts: string[] }> {
  if (uuid === '' && callId === null) return { calls: [], texts: [] };
  const { body } = await account.get(
    callId === null ? `/user/conversations/${uuid}` : `/user/calls/${callId}`,
  );
  const said: Said[] = (callId === null ? body.data : body).transcript;
  const ofCall: ShownCall[] = callId === null ? [] : body.function_calls;
  const calls = [...ofCall, ...said.flatMap(({ function_calls: all }) => all ?? [])];
  return { calls, texts: said.map(({ content, text }) => content ?? text ?? '') };
}

interface StoredReply {
  content: string;
  replies: string[];
  /** Attempts of the turn, and whether a kill ended one of them. */
  attempts: number;
  wasKilled: boolean;
}

/** Attempts after which a turn is given up. */
const ATTEMPTS = 5;

/**
 * Each message has one answer or one error. A turn of the channel is given up after five attempts, and only if a kill
 * ended one of them: the model's failures use up fewer.
 */
async function answerFaults({ database, talks }: Storm): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, kind, uuid, outcomes } of talks) {
    if (kind === 'call') continue;
    const stored = await database.query<StoredReply>(
      `select asked.content, coalesce((
         select json_agg(reply.content order by reply.id) from messages reply where reply.reply_to = asked.id
           and not exists (select from channel_messages lost where lost.message_id = reply.id
             and lost.state in ('failed', 'undelivered'))), '[]') as replies,
         coalesce(tried.attempts, 0) as attempts, coalesce(tried.killed, false) as "wasKilled"
       from messages asked join conversations on conversations.id = asked.conversation_id
       left join lateral (select max(attempt) as attempts, bool_or(was_abandoned) as killed from storm_attempts
         where message_id >= asked.id and storm_attempts.conversation_id = asked.conversation_id
         group by message_id order by max(attempt) desc limit 1) as tried on true
       where conversations.uuid = $1 and asked.author = 'customer' order by asked.id`,
      [uuid === '' ? null : uuid],
    );
    for (const { marker, kind: end, text } of outcomes) {
      const asked = stored.filter(({ content }) => content.includes(`(${marker})`));
      const replies = asked.flatMap((one) => one.replies);
      if (asked.length > 1) faults.push(`${marker} was stored ${asked.length} times.`);
      if (asked.length === 0 && end === 'answer') faults.push(`${marker} was not stored.`);
      const isExhausted = asked.some(({ attempts, wasKilled }) => attempts >= ATTEMPTS && wasKilled);
      if (kind === 'channel' && text === 'ASSISTANT_UNAVAILABLE' && isExhausted) continue;
      if (kind === 'channel') faults.push(...channelFaults(stored, { marker, end, text }));
      else if (end === 'answer' && (replies.length !== 1 || replies[0] !== text)) {
        faults.push(`${marker} was answered with ${text}, but has ${JSON.stringify(replies)}.`);
      } else if (end === 'error' && replies.length > 0) {
        faults.push(`${marker} failed, but has ${JSON.stringify(replies)}.`);
      }
      if (end === 'error' && text === '') faults.push(`${marker} failed without a word.`);
    }
    if (outcomes.length === 0) faults.push(`${name} said nothing.`);
  }
  return faults;
}

/** One answer may cover several messages. */
function channelFaults(
  stored: readonly StoredReply[],
  { marker, end, text }: { marker: string; end: string; text: string },
): string[] {
  const tried = stored.map(({ attempts }) => attempts).join(', ');
  const covering = stored.flatMap(({ replies }) => replies).filter((reply) => reply.includes(`(${marker})`));
  if (end === 'answer' && covering.length !== 1) return [`${marker} was answered ${covering.length} times.`];
  return end === 'answer' ? [] : [`${marker} stayed unanswered after ${tried} attempts: ${text}`];
}

/** Visitors' messages cost if they were answered, and messages over the channel if they were delivered. */
async function chargeFaults(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: number; paid: number; owed: number }>(
    `select * from (
       select messages.id, (select coalesce(sum(amount_micros), 0)::int from charges where message_id = messages.id) as paid,
         case when (type = 'widget' and author = 'customer'
             and exists (select from messages reply where reply.reply_to = messages.id))
           or (type = 'msgapp' and author = 'ai' and not exists (
             select from channel_messages lost where lost.message_id = messages.id
               and lost.state in ('failed', 'undelivered')))
           then 10000 else 0 end as owed
       from messages join conversations on conversations.id = messages.conversation_id) as each
     where paid <> owed`,
  );
  return rows.map(({ id, paid, owed }) => `Message ${id} cost ${paid} instead of ${owed}.`);
}

const UNSHOWN = ['<think', '</think', '{{', THOUGHT];

const textFaults = (name: string, text: string): string[] =>
  UNSHOWN.filter((part) => text.includes(part)).map((part) => `${name} saw ${part} in ${text}`);
