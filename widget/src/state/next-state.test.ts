import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChatEvent, EMPTY, type Message } from './chat-state.ts';
import { leftBehind, nextState, shownMessages, unreadCount } from './next-state.ts';

const hello: Message = { role: 'assistant', text: 'Hello!' };
const opened: ChatEvent[] = [{ type: 'opened' }, { type: 'conversation', id: 'c', history: [hello] }];
const asked: ChatEvent[] = [
  ...opened,
  { type: 'wrote', key: 'k', text: 'Open?' },
  { type: 'sending', key: 'k' },
];
const question: Message = { role: 'user', text: 'Open?' };
const answer: Message = { role: 'assistant', text: 'Yes.' };

const after = (...events: ChatEvent[]) => events.reduce(nextState, EMPTY);
const texts = (...events: ChatEvent[]) => shownMessages(after(...events)).map(({ text }) => text);

test('shows a message immediately, then streams the answer', () => {
  expect(texts(...asked)).toEqual(['Hello!', 'Open?']);
  const midway = after(
    ...asked,
    { type: 'looking-up', key: 'k' },
    { type: 'words', key: 'k', text: 'Ye' },
    { type: 'words', key: 'k', text: 's.' },
  );
  expect(midway).toMatchObject({ words: 'Yes.', isSending: true, isLookingUp: false });
  expect(nextState(midway, { type: 'reset', key: 'k', text: 'No.' }).words).toBe('No.');
  const done = after(
    ...asked,
    { type: 'words', key: 'k', text: 'Ye' },
    { type: 'replied', key: 'k', text: 'Yes.' },
  );
  expect(done).toMatchObject({ words: '', isSending: false, outgoing: [] });
  expect(done.history).toEqual([hello, question, answer]);
});

test('keeps a failed message, marked as unsent, and resends it with its key', () => {
  const failed = after(...asked, { type: 'failed', problem: 'offline' });
  expect(shownMessages(failed).at(-1)).toEqual({ ...question, isUnsent: true });
  const again = nextState(failed, { type: 'sending', key: 'k' });
  expect(again.outgoing).toEqual([{ key: 'k', text: 'Open?', after: 1 }]);
  expect(shownMessages(again).at(-1)).toEqual({ ...question, isUnsent: false });
});

test('completes a broken reply from the history without duplicates', () => {
  const broken: ChatEvent[] = [...asked, { type: 'words', key: 'k', text: 'Y' }];
  const stored = after(...broken, { type: 'history', history: [hello, question] });
  expect(shownMessages(stored).map(({ text }) => text)).toEqual(['Hello!', 'Open?']);
  expect(stored).toMatchObject({ isSending: true, outgoing: [{ key: 'k' }] });
  const answered = nextState(stored, { type: 'history', history: [hello, question, answer] });
  expect(answered).toMatchObject({ isSending: false, outgoing: [], words: '' });
  expect(texts(...broken, { type: 'history', history: [hello] })).toEqual(['Hello!', 'Open?']);
});

test('adds only the reply if the history already has the message', () => {
  const state = after(
    ...asked,
    { type: 'history', history: [hello, question] },
    { type: 'replied', key: 'k', text: 'Yes.' },
  );
  expect(state.history).toEqual([hello, question, answer]);
});

test('clears the problem when the history contains the answer', () => {
  const failed: ChatEvent[] = [...asked, { type: 'failed', problem: 'unreachable' }];
  const resolved = after(...failed, { type: 'history', history: [hello, question, answer] });
  expect(resolved).toMatchObject({ problem: null, outgoing: [] });
});

test('does not confuse a message with an earlier one of the same text', () => {
  const twice: ChatEvent[] = [
    ...asked,
    { type: 'replied', key: 'k', text: 'Yes.' },
    { type: 'wrote', key: 'l', text: 'Open?' },
  ];
  expect(texts(...twice)).toEqual(['Hello!', 'Open?', 'Yes.', 'Open?']);
  expect(texts(...twice, { type: 'history', history: [hello, question, answer] }).length).toBe(4);
});

test('recognizes a message with files that the server lists in another order', () => {
  const files = ['b', 'a'].map((id) => ({ id, name: id, type: 'image/png', size: 1, url: id }));
  const wrote: ChatEvent = { type: 'wrote', key: 'k', text: '', files };
  const stored: Message = { role: 'user', text: '', files: files.toReversed() };
  const found = after(...opened, wrote, { type: 'history', history: [hello, stored] });
  expect(shownMessages(found)).toHaveLength(2);
  const other: Message = { ...stored, files: files.slice(1) };
  expect(shownMessages(after(...opened, wrote, { type: 'history', history: [hello, other] }))).toHaveLength(
    3,
  );
});

const again: ChatEvent = { type: 'wrote', key: 'l', text: 'Open?' };

test.each<[string, Message[], string[]]>([
  ['is missing', [hello], ['k', 'l']],
  ['has no answer', [hello, question], ['k', 'l']],
  ['is answered', [hello, question, answer], ['l']],
  ['and the second are present', [hello, question, answer, question], ['l']],
  ['and the second are answered', [hello, question, answer, question, answer], []],
])('of two equal messages, the first %s in the history', (_what, history, left) => {
  const found = after(...asked, again, { type: 'history', history });
  const [before, later] = [found, nextState(found, { type: 'history', history })].map(({ outgoing }) =>
    outgoing.map(({ key }) => key),
  );
  // Applying the same history again changes nothing.
  expect([before, later]).toEqual([left, left]);
  const written = shownMessages(found).filter(({ text }) => text === question.text);
  expect(written).toHaveLength(2);
});

test.each<ChatEvent>([
  { type: 'sending', key: 'k' },
  { type: 'words', key: 'k', text: 'Ye' },
  { type: 'looking-up', key: 'k' },
  { type: 'replied', key: 'k', text: 'Yes.' },
  { type: 'replied', key: 'k', text: null },
  { type: 'failed', key: 'k', problem: 'broken-off' },
])('ignores $type for a message of the previous conversation', (late) => {
  const restarted = after(
    ...asked,
    { type: 'restarted' } as const,
    { type: 'conversation', id: 'd', history: [hello] } as const,
    again,
  );
  expect(nextState(restarted, late)).toEqual(restarted);
  const second = nextState(restarted, { type: 'replied', key: 'l', text: 'No.' });
  expect(second.history).toEqual([hello, question, { role: 'assistant', text: 'No.' }]);
});

test('settles a stored message for a teammate and counts their answer as unread', () => {
  const waiting = after(...asked, { type: 'replied', key: 'k', text: null }, { type: 'closed' });
  expect(waiting).toMatchObject({ isHuman: true, outgoing: [], isSending: false });
  const history = [hello, question, { role: 'assistant', text: 'Ana here.' }] as const;
  const state = nextState(waiting, { type: 'history', history });
  expect(unreadCount(state)).toBe(1);
  expect(unreadCount(nextState(state, { type: 'opened' }))).toBe(0);
  expect(unreadCount(nextState(state, { type: 'seen', count: 3 }))).toBe(0);
});

test('restores an unsent message after a page load', () => {
  const remembered = { conversationId: 'c', seen: 1, outgoing: [{ key: 'k', text: 'Open?', after: 1 }] };
  const loaded = after(
    { type: 'remembered', remembered },
    { type: 'conversation', id: 'c', history: [hello] },
  );
  expect(shownMessages(loaded).map(({ text }) => text)).toEqual(['Hello!', 'Open?']);
  expect(unreadCount(loaded)).toBe(0);
});

test('shows the end again only after the conversation was active', () => {
  const ended: ChatEvent = { type: 'state', isHuman: false, isEnded: true };
  const active: ChatEvent = { ...ended, isEnded: false };
  const continued: ChatEvent[] = [
    ...opened,
    ended,
    ...asked.slice(2),
    { type: 'replied', key: 'k', text: 'Yes.' },
  ];
  expect(after(...opened, ended).isEnded).toBe(true);
  expect(after(...continued).isEnded).toBe(false);
  expect(after(...continued, ended).isEnded).toBe(false);
  expect(after(...continued, ended, active, ended).isEnded).toBe(true);
  const found: ChatEvent = { type: 'history', history: [hello, question, answer] };
  expect(after(...opened, ended, ...asked.slice(2), found, ended).isEnded).toBe(false);
});

test('a restart keeps only the open window', () => {
  expect(after(...asked, { type: 'restarted' })).toEqual({ ...EMPTY, isOpen: true });
});

test('allows going back to a conversation with visitor messages until the visitor writes again', () => {
  const talked = after(...asked);
  const previous = { conversationId: 'c', outgoing: talked.outgoing };
  expect(leftBehind(talked)).toEqual(previous);
  const restarted = nextState(talked, { type: 'restarted', previous: leftBehind(talked) });
  expect(restarted).toEqual({ ...EMPTY, isOpen: true, previous });
  const begun = nextState(restarted, { type: 'conversation', id: 'd', history: [hello] });
  // A conversation without a visitor message is not remembered.
  expect(leftBehind(begun)).toEqual(previous);
  const written = nextState(begun, { type: 'wrote', key: 'n', text: 'New.' });
  expect(written.previous).toBeNull();
  expect(leftBehind(written)).toMatchObject({ conversationId: 'd' });
});

test('shows each visitor message exactly once for any events', () => {
  const event = fc.constantFrom<ChatEvent>(
    { type: 'sending', key: 'k' },
    { type: 'words', key: 'k', text: 'x' },
    { type: 'failed', problem: 'offline' },
    { type: 'history', history: [hello] },
    { type: 'history', history: [hello, question] },
    { type: 'closed' },
    { type: 'opened' },
    { type: 'state', isHuman: true, isEnded: true },
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      expect(texts(...asked, ...events).filter((text) => text === 'Open?')).toHaveLength(1);
    }),
  );
});
