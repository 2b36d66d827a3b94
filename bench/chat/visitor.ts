import type { Pool } from 'undici';
import type { Target } from './talk-job.ts';

/** When a turn's first word and its end came, by `performance.now()`. */
export interface TurnTimes {
  firstWordAt: number;
  endAt: number;
}

/** A visitor who asks one question per turn and starts a new conversation after some turns. */
export interface Visitor {
  /** Preparation before the next question, not part of the turn. */
  prepare(): Promise<void>;
  ask(): Promise<TurnTimes>;
}

const TURNS_PER_CONVERSATION = 8;
const QUESTIONS = [
  'When are you open?',
  'What does a check-up cost, and how long does it take?',
  'Can I move my appointment on short notice?',
  'Where can I park?',
];
const JSON_HEADERS = { 'content-type': 'application/json' };

export function createVisitor(pool: Pool, target: Target): Visitor {
  return target.kind === 'model' ? modelVisitor(pool, target.requests) : parleyVisitor(pool, target);
}

function modelVisitor(pool: Pool, requests: number): Visitor {
  const messages = [
    { role: 'system', content: 'You answer for a medical practice. '.repeat(40) },
    { role: 'user', content: QUESTIONS[0] },
  ];
  const body = JSON.stringify({ model: 'instant', stream: true, messages });
  const path = '/v1/chat/completions';
  return {
    prepare: async () => {},
    ask: async () => {
      for (let left = requests; left > 1; left -= 1) await send(pool, { path, body, mark: '"content":"' });
      return send(pool, { path, body, mark: '"content":"' });
    },
  };
}

function parleyVisitor(pool: Pool, target: Extract<Target, { kind: 'parley' }>): Visitor {
  let uuid = '';
  let turns = TURNS_PER_CONVERSATION;
  return {
    prepare: async () => {
      turns += 1;
      if (turns <= TURNS_PER_CONVERSATION) return;
      turns = 1;
      uuid = await openConversation(pool, target.assistantUuid);
    },
    ask: () =>
      send(pool, {
        path: `/api/conversations/${uuid}/messages`,
        body: JSON.stringify({ message: QUESTIONS[turns % QUESTIONS.length] }),
        mark: target.isStreamed ? 'event: delta' : '"message":"',
        ...(target.isStreamed && { accept: 'text/event-stream' }),
      }),
  };
}

async function openConversation(pool: Pool, assistantUuid: string): Promise<string> {
  const answer = await pool.request({
    method: 'POST',
    path: '/api/conversations',
    headers: JSON_HEADERS,
    body: JSON.stringify({ assistant_id: assistantUuid, type: 'widget' }),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200)
    throw new Error(`Opening a conversation answered ${answer.statusCode}: ${text}`);
  return /"conversation_id":"([^"]+)"/.exec(text)?.[1] ?? '';
}

/** Sends one question and reads the whole answer; `mark` precedes the first word. */
async function send(
  pool: Pool,
  about: { path: string; body: string; mark: string; accept?: string },
): Promise<TurnTimes> {
  const { path, body, mark, accept = 'application/json' } = about;
  const answer = await pool.request({ method: 'POST', path, headers: { ...JSON_HEADERS, accept }, body });
  let text = '';
  let firstWordAt: number | null = null;
  for await (const piece of answer.body) {
    text += String(piece);
    if (firstWordAt === null && text.includes(mark)) firstWordAt = performance.now();
  }
  if (answer.statusCode !== 200 || firstWordAt === null || text.includes('event: error')) {
    throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  }
  return { firstWordAt, endAt: performance.now() };
}
