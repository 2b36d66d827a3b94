import { describe, expect, test } from 'vitest';
import { areAutomatic, type RecentMessage } from './automatic-replies.ts';

interface Reply {
  text: string;
  /** Seconds after our answer. */
  after: number;
}

/** A thread in which we answer every message after two seconds. */
function thread(replies: readonly Reply[], opening = 'Hello'): RecentMessage[] {
  const messages: RecentMessage[] = [{ author: 'customer', content: opening, atMs: 0 }];
  let now = 0;
  for (const { text, after } of replies) {
    now += 2000;
    messages.push({ author: 'ai', content: 'How can I help you?', atMs: now });
    now += after * 1000;
    messages.push({ author: 'customer', content: text, atMs: now });
  }
  return messages;
}

const all = (count: number, make: (index: number) => Reply): Reply[] =>
  Array.from({ length: count }, (_, index) => make(index));

const AUTO = 'Thank you for your message! We answer within a day.';
const WORDS = ['lamp', 'chair', 'table', 'carpet', 'mirror', 'sofa', 'shelf', 'desk'];

describe('automatic replies', () => {
  test.each<[string, RecentMessage[], number]>([
    ['one text, a minute after each answer', thread(all(4, () => ({ text: AUTO, after: 60 }))), 4],
    [
      'one text with a running number',
      thread(
        all(4, (index) => ({ text: `Ticket #${index}${index}: we have received your request.`, after: 60 })),
      ),
      4,
    ],
    [
      'long texts that vary, seconds after each answer',
      thread(
        all(4, (index) => ({ text: `${WORDS[index]}: ${'we have it in stock. '.repeat(8)}`, after: 6 })),
      ),
      4,
    ],
    [
      'short texts that vary, at once',
      thread(all(6, (index) => ({ text: WORDS[index] ?? '', after: 1 }))),
      6,
    ],
  ])('%s', (_what, messages, count) => {
    expect(areAutomatic(messages)).toBe(true);
    // One fewer is not enough.
    expect(messages.filter(({ author }) => author === 'ai')).toHaveLength(count);
    expect(areAutomatic(messages.slice(0, -2))).toBe(false);
  });

  test('two texts for each answer', () => {
    const messages = thread(all(4, () => ({ text: AUTO, after: 20 }))).flatMap((message) =>
      message.author === 'customer' && message.atMs > 0
        ? [message, { ...message, content: 'Goodbye', atMs: message.atMs + 100 }]
        : [message],
    );
    expect(areAutomatic(messages)).toBe(true);
  });
});

describe('people', () => {
  test.each<[string, RecentMessage[]]>([
    ['one message without an answer', [{ author: 'customer', content: AUTO, atMs: 0 }]],
    ['a short text again and again', thread(all(8, () => ({ text: 'Yes, 1', after: 5 })))],
    [
      'a burst without answers in between',
      [
        ...thread([]),
        ...all(8, (index) => ({ text: AUTO, after: index })).map(({ text, after }) => ({
          author: 'customer' as const,
          content: text,
          atMs: after * 100,
        })),
      ],
    ],
    [
      'someone who writes every 4 seconds without reading',
      thread(all(12, (index) => ({ text: `and the ${WORDS[index % 8]}?`, after: index % 5 === 4 ? 4 : 2 }))),
    ],
    ['one text four times in an hour', thread(all(4, () => ({ text: AUTO, after: 900 })))],
    ['pictures, one after another', thread(all(5, () => ({ text: '[attachment: image/jpeg]', after: 1.2 })))],
    [
      'a robot before a teammate wrote',
      [
        ...thread(all(4, () => ({ text: AUTO, after: 1 }))),
        { author: 'human', content: 'Anyone there?', atMs: 20_000 },
        { author: 'customer', content: 'Yes, I am here now, sorry for that.', atMs: 20_500 },
      ],
    ],
  ])('%s', (_what, messages) => {
    expect(areAutomatic(messages)).toBe(false);
  });
});
