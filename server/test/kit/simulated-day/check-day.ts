import { unexplainedMoney } from '../ledger.ts';
import { checkAnswers, checkRobots } from './check-answers.ts';
import { checkConsent, checkWindows } from './check-consent.ts';
import type { Scenario } from './customer-scenarios.ts';
import { type DayFacts, type DayMessage, readDayRows } from './day-rows.ts';
import type { DayWorld } from './day-world.ts';
import type { Journal } from './journal.ts';

/** Everything that went wrong on a day, in words; empty if nothing did. */
export async function checkDay(
  world: DayWorld,
  scenarios: readonly Scenario[],
  journal: Journal,
): Promise<string[]> {
  const facts = { world, scenarios, journal, rows: await readDayRows(world, journal) };
  const checks = {
    refused: journal.refused,
    lost: checkLost(facts),
    unattributed: await checkUnattributed(facts),
    threads: checkThreads(facts),
    answers: checkAnswers(facts),
    robots: checkRobots(facts),
    effects: checkEffects(facts),
    texts: await checkTexts(facts),
    recipients: await checkRecipients(facts),
    consent: checkConsent(facts),
    windows: checkWindows(facts),
    sends: checkSends(facts),
    money: [...(await unexplainedMoney(world.installation.server.database)), ...(await checkPrices(facts))],
    events: await checkEvents(facts),
  };
  return Object.entries(checks).flatMap(([name, faults]) => [
    ...faults.slice(0, 10).map((fault) => `${name}: ${fault}`),
    ...(faults.length > 10 ? [`${name}: ${faults.length - 10} more`] : []),
  ]);
}

/** Every message has one row with its latest text. Rows are unique by the carrier's id. */
function checkLost({ journal, rows }: DayFacts): string[] {
  const known = new Set(journal.said.map(({ id }) => id));
  const lost = journal.said.flatMap(({ id, kind, isDeleted, isEdited }) => {
    const row = rows.received.get(id);
    if (row === undefined) return [`${id} (${kind}) has no row`];
    if (isDeleted !== row.is_deleted) return [`${id} should be deleted: ${isDeleted}`];
    return isEdited && !row.is_edited ? [`${id} is not edited`] : [];
  });
  const invented = rows.messages
    .filter(({ author, received_id: id }) => author === 'customer' && !known.has(id ?? ''))
    .map(({ id, content }) => `message ${id} was not written by a customer: ${content}`);
  return [...lost, ...invented];
}

/** The most that a sender keeps. */
const MAX_UNATTRIBUTED = 1000;

async function checkUnattributed({ world, journal }: DayFacts): Promise<string[]> {
  const kept = await world.installation.server.database.query<{ content: string }>(
    'select content from unattributed_reports',
  );
  if (kept.length >= MAX_UNATTRIBUTED) return [`${kept.length} reports are too many to check`];
  const all = kept.map(({ content }) => content).join('\n');
  return journal.unattributed
    .filter((marker) => !all.includes(`"${marker}"`))
    .map((marker) => `${marker} was not kept`);
}

const isOther = ({ world }: DayFacts, { user_id: userId }: DayMessage): boolean =>
  userId === world.other.account.userId;

/** One thread for each person and sender. */
function checkThreads(facts: DayFacts): string[] {
  const { journal, rows } = facts;
  const owners = new Map<number, string>();
  const threads = new Map<string, Set<number>>();
  const faults: string[] = [];
  for (const { id, scenario, channel } of journal.said) {
    const row = rows.received.get(id);
    if (row === undefined) continue;
    if (isOther(facts, row) !== (channel === 'other')) faults.push(`${id} is in the wrong account`);
    const owner = `${scenario} at ${channel}`;
    const earlier = owners.get(row.conversation_id) ?? owner;
    if (earlier !== owner) faults.push(`thread ${row.conversation_id} has ${earlier} and ${owner}`);
    owners.set(row.conversation_id, owner);
    threads.set(owner, (threads.get(owner) ?? new Set()).add(row.conversation_id));
  }
  for (const [owner, ids] of threads)
    if (ids.size > 1) faults.push(`${owner} has threads ${[...ids].join(', ')}`);
  const spoken = new Set(rows.messages.map(({ conversation_id: id }) => id));
  const expected = new Set(threads.keys());
  for (const { scenario, channel, status } of journal.sent)
    if (status !== 403) expected.add(`${scenario} at ${channel}`);
  for (const { scenario } of journal.echoes) expected.add(`${scenario} at cloud`);
  if (spoken.size !== expected.size) faults.push(`${spoken.size} threads instead of ${expected.size}`);
  return faults;
}

/** One booking for each reference. */
function checkEffects({ world }: DayFacts): string[] {
  return [...world.effects.bookings].flatMap(([reference, keys]) =>
    keys.size === 1 ? [] : [`${reference} was booked ${keys.size} times`],
  );
}

/** Braces, thoughts and Markdown of models. */
const RAW = /\{\{|\}\}|<\/?think|\*\*|~~|\]\(http|^#{1,6} |^\|[-|: ]+\|$/im;

async function checkTexts({ world, rows }: DayFacts): Promise<string[]> {
  const taken = (await world.fake.messages()).map(({ text }) => text ?? '');
  const stored = rows.messages.flatMap(({ author, content }) => (author === 'ai' ? [content] : []));
  return [...taken, ...stored].flatMap((text) => {
    const found = RAW.exec(text);
    return found === null ? [] : [`"${text.slice(Math.max(0, found.index - 30), found.index + 60)}"`];
  });
}

/** The carrier got each message at most once, for the right person. */
async function checkRecipients({ world, rows, scenarios, journal }: DayFacts): Promise<string[]> {
  const owners = new Map(
    journal.said.map(({ id, scenario }) => [rows.received.get(id)?.conversation_id, scenario]),
  );
  const sent = new Map(rows.messages.map((message) => [`pm${message.channel_message_id}`, message]));
  const seen = new Set<string>();
  return (await world.fake.messages()).flatMap(({ reference, to }) => {
    const message = sent.get(reference ?? '');
    if (message === undefined) return [`${reference} is unknown`];
    if (seen.has(reference ?? '')) return [`${reference} was submitted twice`];
    seen.add(reference ?? '');
    const scenario = scenarios.find(({ index }) => index === owners.get(message.conversation_id));
    if (scenario === undefined) return [];
    const { phone, spellings, channelId, nextPhone } = scenario;
    const own = [phone, channelId, nextPhone, ...spellings];
    return own.includes(to.replace('whatsapp:', ''))
      ? []
      : [`${reference} for ${scenario.index} went to ${to}`];
  });
}

function checkSends({ journal }: DayFacts): string[] {
  return journal.sent.flatMap(({ scenario, channel, kind, status, code, expected }) =>
    expected.includes(`${status} ${code}`)
      ? []
      : [`${kind} to ${scenario} at ${channel}: ${status} ${code}, not ${expected.join(' or ')}`],
  );
}

const PRICE_MICROS = 10_000;

/** A message that the carrier has and did not fail costs its price; confirmations, further parts of an answer and the account's echoes are free. */
async function checkPrices({ world, rows, journal }: DayFacts): Promise<string[]> {
  const echoes = new Set(journal.echoes.map(({ id }) => id));
  const priced = rows.messages.filter(({ channel_message_id: id }) => id !== null);
  const faults = priced.flatMap((message) => {
    const isFree =
      message.part_of !== null ||
      message.request_key?.startsWith('wish:') === true ||
      echoes.has(message.provider_message_id ?? '');
    const expected = isFree || message.state === 'failed' ? 0 : PRICE_MICROS;
    const about = `message ${message.id} (${message.state}) costs ${message.net_micros}, not ${expected}`;
    return message.net_micros === expected ? [] : [about];
  });
  const others = await world.installation.server.database.query<{ kind: string; micros: number }>(
    `select kind, sum(amount_micros)::bigint as micros from charges
     where reference is null or reference not like 'msgapp:%' group by kind having sum(amount_micros) > 0`,
  );
  return [...faults, ...others.map(({ kind, micros }) => `${micros} were charged for ${kind}`)];
}

/** One event for each message and opt-out. */
async function checkEvents(facts: DayFacts): Promise<string[]> {
  const { world, rows } = facts;
  const deliveries = await world.installation.server.database.query<{
    event: string;
    message: string | null;
  }>(
    `select event, payload::json -> 'data' ->> 'message_id' as message from webhook_deliveries where user_id = $1`,
    [world.account.userId],
  );
  const count = new Map<string, number>();
  for (const { event, message } of deliveries) {
    const key = `${event} ${message ?? ''}`;
    count.set(key, (count.get(key) ?? 0) + 1);
  }
  const optOuts = checkOptOutEvents(facts, count.get('contact.opted_out ') ?? 0);
  const messages = rows.messages
    .filter((message) => !isOther(facts, message))
    .flatMap(({ id, author }) => {
      const event = author === 'customer' ? 'message.received' : 'message.sent';
      const times = count.get(`${event} ${id}`) ?? 0;
      return times === 1 ? [] : [`${times} events ${event} of message ${id}`];
    });
  return [...optOuts, ...messages, ...receivedTwice(facts)];
}

/** One for each opt-out, none for a new number of the customer. */
function checkOptOutEvents({ journal }: DayFacts, count: number): string[] {
  const stopped = new Set<number>();
  let expected = 0;
  for (const { scenario, kind } of journal.said) {
    if (kind === 'stop' && !stopped.has(scenario)) expected += 1;
    if (kind === 'stop') stopped.add(scenario);
    if (kind === 'start') stopped.delete(scenario);
  }
  return count === expected ? [] : [`${count} events contact.opted_out instead of ${expected}`];
}

/** The endpoint always answers 200, so nothing is sent again. */
function receivedTwice({ world }: DayFacts): string[] {
  const ids = world.sink.received.map(({ headers }) => String(headers['webhook-id']));
  return ids.length === new Set(ids).size ? [] : ['an event was delivered twice'];
}
