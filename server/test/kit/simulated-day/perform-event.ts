import { type Content, inOrderOf, writerOf } from './carrier-webhooks.ts';
import type { Channel, CustomerEvent, ScenarioEvent, Timing } from './customer-scenarios.ts';
import { type DayHarness, untilAnswered } from './day-harness.ts';
import { TAG } from './faulty-model.ts';
import type { Person, Said } from './journal.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Performs one event of a customer's day. */
export async function performEvent(
  harness: DayHarness,
  person: Person,
  { channel, event }: ScenarioEvent,
): Promise<void> {
  switch (event.kind) {
    case 'writes':
      return writes(harness, person, { channel, ...event });
    case 'sends': {
      const kind = event.what === 'sticker' ? 'quiet' : 'question';
      const report = say(harness, person, { channel, content: event, kind });
      return deliver(harness, event, [report]);
    }
    case 'wishes':
      return wishes(harness, person, { channel, ...event });
    case 'edits':
      return edits(harness, person, event);
    case 'deletes':
      return deletes(harness, person, event);
    case 'reacts':
      return reacts(harness, person, { channel, ...event });
    case 'in-group':
      return harness.carriers.inGroup(person)();
    case 'garbage':
      return harness.carriers.garbage(channel);
    case 'echo':
      return harness.carriers.echo(person)();
    case 'moves':
      return moves(harness, person);
    case 'template':
    case 'freeform':
      return send(harness, person, { channel, kind: event.kind });
    case 'takeover':
    case 'hand-back':
      return takeOver(harness, person, { channel, kind: event.kind });
    case 'robot':
      return robot(harness, person, { channel, answers: event.answers });
  }
}

type Change = Pick<Extract<CustomerEvent, { timing: Timing }>, 'timing' | 'text'>;

/** Notes a message and returns its report. */
function say(
  { carriers, journal, world }: DayHarness,
  person: Person,
  about: { channel: Channel; content: Content; kind: Said['kind']; id?: string },
): () => Promise<void> {
  const { channel, content, kind, id = carriers.newId() } = about;
  const report = carriers.message(person, channel, { id, content });
  const text = 'text' in content ? content.text : content.what;
  const tag = text.match(TAG)?.[0] ?? null;
  journal.said.push({
    scenario: person.scenario.index,
    channel,
    id,
    kind,
    text,
    tag,
    isEdited: false,
    isDeleted: false,
  });
  person.hasWritten = true;
  person.own.set(channel, [...(person.own.get(channel) ?? []), id]);
  person.wroteMs.set(channel, world.day.clock.now().getTime());
  return report;
}

async function deliver(
  harness: DayHarness,
  { delivery }: Pick<Extract<CustomerEvent, { kind: 'writes' }>, 'delivery'>,
  reports: readonly (() => Promise<void>)[],
): Promise<void> {
  for (const report of inOrderOf(delivery, reports)) await report();
  if (delivery.isRepeatedLate) for (const report of reports) harness.keep(report);
}

async function writes(
  harness: DayHarness,
  person: Person,
  { channel, texts, delivery }: { channel: Channel } & Extract<CustomerEvent, { kind: 'writes' }>,
): Promise<void> {
  const reports = texts.map((text) => say(harness, person, { channel, content: { text }, kind: 'question' }));
  await deliver(harness, { delivery }, reports);
  // The same person writes to another account, which receives no report of a new number.
  if (person.scenario.index % 10 !== 0 || person.phone === null || person.hasMoved) return;
  const { account, senderId } = harness.world.other;
  const id = harness.carriers.newId();
  const text = texts.join(' ');
  const about = { scenario: person.scenario.index, channel: 'other', id, kind: 'question', text } as const;
  harness.journal.said.push({ ...about, tag: null, isEdited: false, isDeleted: false });
  await harness.carriers.toSandbox(account, senderId, { id, from: person.phone, text: 'Hello, other shop' });
}

async function wishes(
  harness: DayHarness,
  person: Person,
  { channel, wish, word, delivery }: { channel: Channel } & Extract<CustomerEvent, { kind: 'wishes' }>,
): Promise<void> {
  const isAnswered = wish === 'start' && !person.optedOut;
  const kind = isAnswered ? 'question' : wish;
  const report = say(harness, person, { channel, content: { text: word }, kind });
  person.optedOut = wish === 'stop';
  await deliver(harness, { delivery }, [report]);
}

async function edits(harness: DayHarness, person: Person, { timing, text }: Change): Promise<void> {
  const report = say(harness, person, {
    channel: 'cloud',
    content: { text: `Draft of ${text}` },
    kind: 'question',
  });
  const said = harness.journal.said.at(-1);
  if (said === undefined) return;
  const edit = harness.carriers.edit(person, { id: said.id, text });
  if (timing === 'before') await edit();
  await report();
  if (timing === 'after') await untilAnswered(harness, person);
  said.isEdited = timing !== 'before';
  if (timing !== 'before') await edit();
  await edit();
}

async function deletes(harness: DayHarness, person: Person, { timing, text }: Change): Promise<void> {
  const kind = timing === 'before' ? 'quiet' : 'question';
  const report = say(harness, person, { channel: 'cloud', content: { text }, kind });
  const said = harness.journal.said.at(-1);
  if (said === undefined) return;
  said.isDeleted = true;
  const deletion = harness.carriers.deletion(person, said.id);
  if (timing === 'before') await deletion();
  await report();
  if (timing === 'after') await untilAnswered(harness, person);
  await deletion();
}

async function reacts(
  harness: DayHarness,
  person: Person,
  { channel, to, emoji }: { channel: Channel } & Extract<CustomerEvent, { kind: 'reacts' }>,
): Promise<void> {
  const own = person.own.get(channel)?.at(-1);
  const ours = to === 'own' ? undefined : await lastSent(harness, person, channel);
  const id = ours ?? own;
  if (id === undefined) return;
  await harness.carriers.reaction(person, channel, { id, emoji })();
}

/** The carrier's id of the last message to a customer. */
async function lastSent(
  { world }: DayHarness,
  person: Person,
  channel: Channel,
): Promise<string | undefined> {
  const { phone, channelId } = writerOf(person);
  const addresses = [phone, channelId, ...person.scenario.spellings].flatMap((one) =>
    one === null ? [] : [one, `whatsapp:${one}`],
  );
  const sent = await world.fake.messages();
  const isCloud = (account: string): boolean => !account.startsWith('AC');
  return sent.findLast(
    ({ to, account }) => addresses.includes(to) && isCloud(account) === (channel === 'cloud'),
  )?.providerMessageId;
}

async function moves(harness: DayHarness, person: Person): Promise<void> {
  await untilAnswered(harness, person);
  await harness.carriers.moved(person)();
  person.phone = person.scenario.nextPhone;
  person.hasMoved = true;
}

/** The account writes. Errors of the carrier are allowed at any time. */
async function send(
  harness: DayHarness,
  person: Person,
  { channel, kind }: { channel: Channel; kind: 'template' | 'freeform' },
): Promise<void> {
  const { account, senders, day } = harness.world;
  const recipient_phone = person.phone ?? person.scenario.channelId;
  const { id: sender_id, templateId: template_id } = senders[channel];
  const variables = { '1': 'Ana' };
  const sinceMs = day.clock.now().getTime() - (person.wroteMs.get(channel) ?? 0);
  const isOpen = sinceMs < DAY_MS;
  const mayBeClosed = kind === 'freeform' && sinceMs > DAY_MS - MINUTE_MS;
  const answer = await patiently(harness, () =>
    kind === 'template'
      ? account.post('/user/msgapp/send', { sender_id, template_id, recipient_phone, variables })
      : account.post('/user/msgapp/send-freeform', { sender_id, recipient_phone, message: 'A person here.' }),
  );
  const allowed = [
    ...(kind === 'template' || isOpen ? CARRIER_OUTCOMES : []),
    ...(mayBeClosed ? ['403 SESSION_EXPIRED'] : []),
  ];
  harness.journal.sent.push({
    scenario: person.scenario.index,
    channel,
    kind,
    status: answer.status,
    code: answer.body.error_code ?? null,
    expected: person.optedOut ? ['403 OPTED_OUT'] : allowed,
  });
}

const CARRIER_OUTCOMES = ['200 null', '503 CARRIER_UNAVAILABLE', '503 DELIVERY_UNKNOWN'];

type Answer = Awaited<ReturnType<DayHarness['world']['account']['post']>>;

/** An account may send five messages a second. */
async function patiently({ world }: DayHarness, ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429) return answer;
    await world.day.clock.sleep(250);
  }
}

async function takeOver(
  harness: DayHarness,
  person: Person,
  { channel, kind }: { channel: Channel; kind: 'takeover' | 'hand-back' },
): Promise<void> {
  const { account, installation } = harness.world;
  const last = person.own.get(channel)?.at(-1);
  const [messageId = 0] = [...harness.journal.sandboxIds].find(([, id]) => id === last) ?? [];
  const [talk] = await installation.server.database.query<{ uuid: string }>(
    `select uuid from conversations where id = (
       select conversation_id from received_messages where provider_message_id = $1 or message_id = $2)`,
    [last ?? '', messageId],
  );
  if (talk === undefined) return;
  const path = `/user/conversations/${talk.uuid}`;
  await account.post(`${path}/${kind === 'takeover' ? 'disable-ai' : 'enable-ai'}`);
  if (kind === 'takeover') await account.post(`${path}/messages`, { message: 'A person has taken over.' });
}

const ROBOT = 'Thank you for your message. We are away and will answer on Monday.';

async function robot(
  harness: DayHarness,
  person: Person,
  { channel, answers }: { channel: Channel; answers: number },
): Promise<void> {
  for (let answer = 0; answer < answers; answer += 1) {
    await say(harness, person, { channel, content: { text: ROBOT }, kind: 'robot' })();
    await untilAnswered(harness, person);
  }
}
