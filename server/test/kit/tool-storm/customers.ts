import type { ChannelMessage } from '#contract/messaging.ts';
import { systemClock } from '../../../src/core/clock.ts';
import type { Database } from '../../../src/db/client.ts';
import { issueApiKey } from '../../../src/modules/accounts/actions.ts';
import { readEvents } from '../events.ts';
import { eventually } from '../eventually.ts';
import { customerPhone } from '../messaging.ts';
import type { Answer, Client } from '../test-server.ts';
import { openPhone } from '../voice/browser-phone.ts';
import { choice } from './plans.ts';
import type { StormWorld } from './world.ts';

export type TalkKind = 'streamed' | 'chat' | 'generate-reply' | 'channel' | 'call';

/** How a message ended for its customer. */
export interface Outcome {
  marker: string;
  kind: 'answer' | 'error' | 'lost';
  /** The answer, or the sentence of the error. */
  text: string;
}

export interface Talk {
  name: string;
  kind: TalkKind;
  uuid: string;
  callId: number | null;
  outcomes: Outcome[];
  /** Texts that the customer saw, at any time. */
  shown: string[];
}

export interface StormPlace {
  seed: number;
  database: Database;
  account: Client;
  assistant: { id: number; uuid: string };
  world: StormWorld;
  sender: { id: number };
  /** Root of the API of a living server. */
  api(): string;
  /** Client of a living server that checks each answer against the contract, or a plain one. */
  client(token: string | null): Client;
}

const ATTEMPTS = 40;

/** Plays one customer, who writes messages one after the other or two at once. */
export async function playCustomer(
  place: StormPlace,
  { number, kind, messages }: { number: number; kind: TalkKind; messages: number },
): Promise<Talk> {
  const name = `c${number}`;
  const random = choice(place.seed, `customer ${name}`);
  const talk: Talk = { name, kind, uuid: '', callId: null, outcomes: [], shown: [] };
  const { say, end } = await begin(place, talk, random);
  for (let message = 1; message <= messages; message += 1) {
    const isBurst = message < messages && random() < 0.3;
    const markers = [`${name}.m${message}`, ...(isBurst ? [`${name}.m${message + 1}`] : [])];
    message += markers.length - 1;
    const outcomes = await Promise.all(
      markers.map(async (marker, index) => {
        // The second message arrives while the first is answered.
        if (index > 0) await systemClock.sleep(20 + random() * 400);
        return say(marker, index < markers.length - 1);
      }),
    );
    talk.outcomes.push(...outcomes);
  }
  await end?.();
  return talk;
}

interface Customer {
  say(marker: string, isFollowed: boolean): Promise<Outcome>;
  end?(): Promise<void>;
}

async function begin(place: StormPlace, talk: Talk, random: () => number): Promise<Customer> {
  switch (talk.kind) {
    case 'streamed':
    case 'chat':
      return visitor(place, talk, random);
    case 'generate-reply':
      return asAccount(place, talk, random);
    case 'channel':
      return onChannel(place, talk, random);
    case 'call':
      return onCall(place, talk);
  }
}

const wording = (marker: string): string => `Please do this for me: (${marker}).`;

/** Repeats a request until a server answers it. */
async function untilAnswered<Result>(ask: () => Promise<Result | null>): Promise<Result> {
  const result = await eventually(
    () => ask().catch(() => null),
    (value) => value !== null,
    240_000,
  );
  if (result === null) throw new Error('No answer.');
  return result;
}

async function visitor(place: StormPlace, talk: Talk, random: () => number): Promise<Customer> {
  const opened = await untilAnswered(async () => {
    const { status, body } = await place
      .client(null)
      .post('/conversations', { assistant_id: place.assistant.uuid });
    return status === 200 ? body : null;
  });
  talk.uuid = opened.conversation_id;
  talk.shown.push(JSON.stringify(opened.history));
  const path = `/conversations/${talk.uuid}/messages`;
  const say = (marker: string): Promise<Outcome> => {
    const key = random() < 0.6 ? marker : null;
    const leaves = talk.kind === 'streamed' && key !== null && random() < 0.2;
    let asked = 0;
    return persist(marker, key, async () => {
      asked += 1;
      const about = { path, message: wording(marker), key, leaves: leaves && asked === 1 };
      return talk.kind === 'streamed' ? streamed(place, talk, about) : plain(place, talk, about);
    });
  };
  return { say };
}

interface Asked {
  path: string;
  message: string;
  key: string | null;
  /** Disconnects after the first event. */
  leaves?: boolean;
}

/** One attempt: an answer, an error that allows another attempt, or null if the connection broke. */
type Attempt = { status: number; text: string } | null;

const keyed = (key: string | null): Record<string, string> =>
  key === null ? {} : { 'Idempotency-Key': key };

async function plain(place: StormPlace, talk: Talk, { path, message, key }: Asked): Promise<Attempt> {
  const answer = await place
    .client(null)
    .post(path, { message }, keyed(key))
    .catch(() => null);
  return answer && seen(talk, answer);
}

function seen(talk: Talk, { status, body, text }: Answer): Attempt {
  talk.shown.push(text);
  return { status, text: String(body.message ?? body.reply ?? body.error) };
}

async function streamed(place: StormPlace, talk: Talk, about: Asked): Promise<Attempt> {
  const { path, message, key, leaves = false } = about;
  const body = JSON.stringify({ message });
  try {
    const events = await readEvents(`${place.api()}${path}`, { method: 'POST', body, headers: keyed(key) });
    let words = '';
    let end: Attempt = null;
    for (let event = await events.next(); event !== null; event = await events.next()) {
      const { data } = event;
      if (event.event === 'delta') words += data.text;
      if (event.event === 'reset') words = data.text;
      talk.shown.push(words, JSON.stringify(data));
      if (event.event === 'done') end = { status: 200, text: data.message };
      if (event.event === 'error') end = { status: 503, text: data.error };
      if (!leaves) continue;
      events.leave();
      return null;
    }
    if (events.status === 200 && end?.status === 200 && end.text !== words && words !== '') {
      throw new Error(`${message} streamed ${words} but ended as ${end.text}`);
    }
    return events.status === 200 ? end : { status: events.status, text: '' };
  } catch (error) {
    if (error instanceof Error && error.message.includes('but ended as')) throw error;
    return null;
  }
}

/** Attempts under one key until it is answered; without a key, once. */
async function persist(
  marker: string,
  key: string | null,
  attempt: () => Promise<Attempt>,
): Promise<Outcome> {
  for (let attempts = 1; ; attempts += 1) {
    const result = await attempt();
    if (result?.status === 200) return { marker, kind: 'answer', text: result.text };
    const isOver = key === null && result?.status !== 429;
    if (isOver || attempts > ATTEMPTS) {
      return { marker, kind: result === null ? 'lost' : 'error', text: result?.text ?? '' };
    }
    if (result !== null && ![409, 429, 503].includes(result.status)) {
      throw new Error(`${marker} was refused: ${result.status} ${result.text}`);
    }
    await systemClock.sleep(100);
  }
}

function asAccount(place: StormPlace, talk: Talk, random: () => number): Customer {
  const say = (marker: string): Promise<Outcome> => {
    const key = random() < 0.6 ? marker : null;
    return persist(marker, key, async () => {
      // A token may ask five times a minute.
      const { token } = await issueApiKey(place.database, {
        userId: place.account.userId,
        role: 'admin',
        name: marker,
        expiresAt: null,
        createdBy: null,
      });
      const body = {
        assistant_id: place.assistant.id,
        customer_identifier: talk.name,
        message: wording(marker),
      };
      const answer = await place
        .client(token)
        .post('/user/ai/generate-reply', body, keyed(key))
        .catch(() => null);
      // Errors do not name the conversation.
      talk.uuid = answer?.body?.conversation_id ?? (await uuidOf(place, talk)) ?? talk.uuid;
      return answer && seen(talk, answer);
    });
  };
  return { say };
}

async function uuidOf({ database }: StormPlace, { name }: Talk): Promise<string | undefined> {
  const [row] = await database.query<{ uuid: string }>(
    'select uuid from conversations where customer_identifier = $1',
    [name],
  );
  return row?.uuid;
}

type ThreadMessage = Pick<ChannelMessage, 'author' | 'content' | 'unanswered_reason' | 'delivery'>;

const isLost = ({ delivery }: ThreadMessage): boolean =>
  delivery?.state === 'failed' || delivery?.state === 'undelivered';

/** The customer's carrier delivers each message once or twice. */
function onChannel(place: StormPlace, talk: Talk, random: () => number): Customer {
  const from = customerPhone();
  const say = async (marker: string): Promise<Outcome> => {
    const send = (): Promise<Answer | null> => {
      const client = place.client(place.account.token);
      const request = { from, message: wording(marker) };
      return client.post(`/sandbox/msgapp/senders/${place.sender.id}/inbound`, request, {
        'Idempotency-Key': marker,
      });
    };
    const deliver = () =>
      untilAnswered(async () => {
        const answer = await send();
        return answer?.status === 200 ? answer.body.data : null;
      });
    const isDoubled = random() < 0.4;
    const [ids] = await Promise.all([deliver(), ...(isDoubled ? [deliver()] : [])]);
    talk.uuid = ids.conversation_uuid;
    const thread = () =>
      untilAnswered<ThreadMessage[]>(async () => {
        const path = `/user/msgapp/conversations/${ids.conversation_id}/messages`;
        const { status, body } = await place.client(place.account.token).get(path);
        return status === 200 ? body.data : null;
      });
    const end = await eventually(thread, (all) => answerTo(all, marker) !== null, 400_000);
    if (isDoubled) await deliver();
    return answerTo(end, marker) ?? { marker, kind: 'lost', text: '' };
  };
  return { say };
}

/** A customer who types in a call of a page, and may interrupt the assistant. */
async function onCall(place: StormPlace, talk: Talk): Promise<Customer> {
  const client = place.client(place.account.token);
  const { body } = await client.post('/user/calls/web', { assistant_id: place.assistant.id });
  place.world.calls.add(talk.name);
  talk.callId = body.data.call_id;
  const phone = await openPhone(body.data.media_url);
  let isOver = false;
  phone.closed.then(() => {
    isOver = true;
  });
  await eventually(
    async () => phone.transcript().length,
    (lines) => isOver || lines > 0,
    240_000,
  );
  return {
    say: async (marker, isFollowed) => {
      const before = phone.transcript().length;
      phone.type(wording(marker));
      if (isFollowed) return { marker, kind: 'answer', text: '' };
      const lines = await eventually(
        async () => phone.transcript().slice(before),
        // A call ends when the assistant has failed too often.
        (all) => isOver || all.some((line) => isEnd(line, marker)),
        240_000,
      );
      const end = lines.find((line) => isEnd(line, marker)) ?? 'The call ended.';
      return { marker, kind: end.includes(marker) ? 'answer' : 'error', text: end };
    },
    end: async () => {
      talk.shown.push(...phone.transcript());
      phone.hangUp();
      await phone.closed;
      await eventually(
        async () => (await client.get(`/user/calls/${talk.callId}`)).body,
        ({ ended_at }) => ended_at !== null,
      );
    },
  };
}

const isEnd = (line: string, marker: string): boolean =>
  line.startsWith('bot:') && (line.includes(`(${marker})`) || /sorry/i.test(line));

function answerTo(all: readonly ThreadMessage[], marker: string): Outcome | null {
  const asked = all.find(({ author, content }) => author === 'customer' && content.includes(`(${marker})`));
  // The process that submits a queued answer may be killed.
  const isSent = (one: ThreadMessage): boolean => !isLost(one) && one.delivery?.state !== 'queued';
  const answer = all.find((one) => one.author === 'ai' && one.content.includes(`(${marker})`) && isSent(one));
  if (answer !== undefined) return { marker, kind: 'answer', text: answer.content };
  const reason = asked?.unanswered_reason ?? null;
  return reason === null ? null : { marker, kind: 'error', text: reason };
}
