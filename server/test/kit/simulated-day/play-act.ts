import { type Content, inOrderOf, writerOf } from './carrier-side.ts';
import type { Act, Channel, LifeEvent, Timing } from './customer-lives.ts';
import { TAG } from './ill-model.ts';
import type { Person, Said } from './journal.ts';
import { type Stage, untilQuiet } from './stage.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Plays one event of a customer's life. */
export async function playAct(stage: Stage, person: Person, { channel, act }: LifeEvent): Promise<void> {
  switch (act.kind) {
    case 'writes':
      return writes(stage, person, { channel, ...act });
    case 'sends': {
      const kind = act.what === 'sticker' ? 'quiet' : 'question';
      const report = say(stage, person, { channel, content: act, kind });
      return deliver(stage, act, [report]);
    }
    case 'wishes':
      return wishes(stage, person, { channel, ...act });
    case 'edits':
      return edits(stage, person, act);
    case 'deletes':
      return deletes(stage, person, act);
    case 'reacts':
      return reacts(stage, person, { channel, ...act });
    case 'in-group':
      return stage.carriers.inGroup(person)();
    case 'garbage':
      return stage.carriers.garbage(channel);
    case 'echo':
      return stage.carriers.echo(person)();
    case 'moves':
      return moves(stage, person);
    case 'template':
    case 'freeform':
      return send(stage, person, { channel, kind: act.kind });
    case 'takeover':
    case 'hand-back':
      return takeOver(stage, person, { channel, kind: act.kind });
    case 'robot':
      return robot(stage, person, { channel, answers: act.answers });
  }
}

type Change = Pick<Extract<Act, { timing: Timing }>, 'timing' | 'text'>;

/** Notes a message and returns its report. */
function say(
  { carriers, journal, world }: Stage,
  person: Person,
  about: { channel: Channel; content: Content; kind: Said['kind']; id?: string },
): () => Promise<void> {
  const { channel, content, kind, id = carriers.newId() } = about;
  const report = carriers.message(person, channel, { id, content });
  const text = 'text' in content ? content.text : content.what;
  const tag = text.match(TAG)?.[0] ?? null;
  journal.said.push({
    life: person.life.index,
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
  stage: Stage,
  { delivery }: Pick<Extract<Act, { kind: 'writes' }>, 'delivery'>,
  reports: readonly (() => Promise<void>)[],
): Promise<void> {
  for (const report of inOrderOf(delivery, reports)) await report();
  if (delivery.isRepeatedLate) for (const report of reports) stage.keep(report);
}

async function writes(
  stage: Stage,
  person: Person,
  { channel, texts, delivery }: { channel: Channel } & Extract<Act, { kind: 'writes' }>,
): Promise<void> {
  const reports = texts.map((text) => say(stage, person, { channel, content: { text }, kind: 'question' }));
  await deliver(stage, { delivery }, reports);
  if (person.life.index % 10 !== 0 || person.phone === null) return;
  // The same person writes to another account.
  const { account, senderId } = stage.world.other;
  const id = stage.carriers.newId();
  const text = texts.join(' ');
  const about = { life: person.life.index, channel: 'other', id, kind: 'question', text } as const;
  stage.journal.said.push({ ...about, tag: null, isEdited: false, isDeleted: false });
  await stage.carriers.toSandbox(account, senderId, { id, from: person.phone, text: 'Hello, other shop' });
}

async function wishes(
  stage: Stage,
  person: Person,
  { channel, wish, word, delivery }: { channel: Channel } & Extract<Act, { kind: 'wishes' }>,
): Promise<void> {
  const isAnswered = wish === 'start' && !person.optedOut;
  const kind = isAnswered ? 'question' : wish;
  const report = say(stage, person, { channel, content: { text: word }, kind });
  person.optedOut = wish === 'stop';
  await deliver(stage, { delivery }, [report]);
}

async function edits(stage: Stage, person: Person, { timing, text }: Change): Promise<void> {
  const report = say(stage, person, {
    channel: 'cloud',
    content: { text: `Draft of ${text}` },
    kind: 'question',
  });
  const said = stage.journal.said.at(-1);
  if (said === undefined) return;
  const edit = stage.carriers.edit(person, { id: said.id, text });
  if (timing === 'before') await edit();
  await report();
  if (timing === 'after') await untilQuiet(stage.world);
  said.isEdited = timing !== 'before';
  if (timing !== 'before') await edit();
  await edit();
}

async function deletes(stage: Stage, person: Person, { timing, text }: Change): Promise<void> {
  const kind = timing === 'before' ? 'quiet' : 'question';
  const report = say(stage, person, { channel: 'cloud', content: { text }, kind });
  const said = stage.journal.said.at(-1);
  if (said === undefined) return;
  said.isDeleted = true;
  const deletion = stage.carriers.deletion(person, said.id);
  if (timing === 'before') await deletion();
  await report();
  if (timing === 'after') await untilQuiet(stage.world);
  await deletion();
}

async function reacts(
  stage: Stage,
  person: Person,
  { channel, to, emoji }: { channel: Channel } & Extract<Act, { kind: 'reacts' }>,
): Promise<void> {
  const own = person.own.get(channel)?.at(-1);
  const ours = to === 'own' ? undefined : await lastSent(stage, person, channel);
  const id = ours ?? own;
  if (id === undefined) return;
  await stage.carriers.reaction(person, channel, { id, emoji })();
}

/** The carrier's id of the last message to a customer. */
async function lastSent({ world }: Stage, person: Person, channel: Channel): Promise<string | undefined> {
  const { phone, channelId } = writerOf(person);
  const addresses = [phone, channelId, ...person.life.spellings].flatMap((one) =>
    one === null ? [] : [one, `whatsapp:${one}`],
  );
  const sent = await world.fake.messages();
  const isCloud = (account: string): boolean => !account.startsWith('AC');
  return sent.findLast(
    ({ to, account }) => addresses.includes(to) && isCloud(account) === (channel === 'cloud'),
  )?.providerMessageId;
}

async function moves(stage: Stage, person: Person): Promise<void> {
  await untilQuiet(stage.world);
  await stage.carriers.moved(person)();
  person.phone = person.life.nextPhone;
  person.hasMoved = true;
}

/** The account writes. Errors of the carrier are allowed at any time. */
async function send(
  stage: Stage,
  person: Person,
  { channel, kind }: { channel: Channel; kind: 'template' | 'freeform' },
): Promise<void> {
  const { account, senders, day } = stage.world;
  const recipient_phone = person.phone ?? person.life.channelId;
  const { id: sender_id, templateId: template_id } = senders[channel];
  const variables = { '1': 'Ana' };
  const sinceMs = day.clock.now().getTime() - (person.wroteMs.get(channel) ?? 0);
  const isOpen = sinceMs < DAY_MS;
  const mayBeClosed = kind === 'freeform' && sinceMs > DAY_MS - MINUTE_MS;
  const answer = await patiently(stage, () =>
    kind === 'template'
      ? account.post('/user/msgapp/send', { sender_id, template_id, recipient_phone, variables })
      : account.post('/user/msgapp/send-freeform', { sender_id, recipient_phone, message: 'A person here.' }),
  );
  const allowed = [
    ...(kind === 'template' || isOpen ? CARRIER_OUTCOMES : []),
    ...(mayBeClosed ? ['403 SESSION_EXPIRED'] : []),
  ];
  stage.journal.sent.push({
    life: person.life.index,
    channel,
    kind,
    status: answer.status,
    code: answer.body.error_code ?? null,
    expected: person.optedOut ? ['403 OPTED_OUT'] : allowed,
  });
}

const CARRIER_OUTCOMES = ['200 null', '503 CARRIER_UNAVAILABLE', '503 DELIVERY_UNKNOWN'];

type Answer = Awaited<ReturnType<Stage['world']['account']['post']>>;

/** An account may send five messages a second. */
async function patiently({ world }: Stage, ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429) return answer;
    await world.day.clock.sleep(250);
  }
}

async function takeOver(
  stage: Stage,
  person: Person,
  { channel, kind }: { channel: Channel; kind: 'takeover' | 'hand-back' },
): Promise<void> {
  const { account, installation } = stage.world;
  const last = person.own.get(channel)?.at(-1);
  const [messageId = 0] = [...stage.journal.sandboxIds].find(([, id]) => id === last) ?? [];
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
  stage: Stage,
  person: Person,
  { channel, answers }: { channel: Channel; answers: number },
): Promise<void> {
  for (let answer = 0; answer < answers; answer += 1) {
    await say(stage, person, { channel, content: { text: ROBOT }, kind: 'robot' })();
    await untilQuiet(stage.world);
  }
}
