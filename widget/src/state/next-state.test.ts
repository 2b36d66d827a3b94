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

test('what the visitor writes is shown at once, then answered word by word', () => {
  expect(texts(...asked)).toEqual(['Hello!', 'Open?']);
  const midway = after(
    ...asked,
    { type: 'looking-up', key: 'k' },
    { type: 'words', key: 'k', text: 'Ye' },
    { type: 'words', key: 'k', text: 's.' },
  );
  expect(midway).toMatchObject({ words: 'Yes.', isSending: true, isLookingUp: false });
  const done = after(
    ...asked,
    { type: 'words', key: 'k', text: 'Ye' },
    { type: 'replied', key: 'k', text: 'Yes.' },
  );
  expect(done).toMatchObject({ words: '', isSending: false, outgoing: [] });
  expect(done.history).toEqual([hello, question, answer]);
});

test('a message that failed stays, marked, and is sent again under its key', () => {
  const failed = after(...asked, { type: 'failed', problem: 'offline' });
  expect(shownMessages(failed).at(-1)).toEqual({ ...question, isUnsent: true });
  const again = nextState(failed, { type: 'sending', key: 'k' });
  expect(again.outgoing).toEqual([{ key: 'k', text: 'Open?', after: 1 }]);
  expect(shownMessages(again).at(-1)).toEqual({ ...question, isUnsent: false });
});

test('a reply that broke off is completed by the history, and nothing is doubled', () => {
  const broken: ChatEvent[] = [...asked, { type: 'words', key: 'k', text: 'Y' }];
  const stored = after(...broken, { type: 'history', history: [hello, question] });
  expect(shownMessages(stored).map(({ text }) => text)).toEqual(['Hello!', 'Open?']);
  expect(stored).toMatchObject({ isSending: true, outgoing: [{ key: 'k' }] });
  const answered = nextState(stored, { type: 'history', history: [hello, question, answer] });
  expect(answered).toMatchObject({ isSending: false, outgoing: [], words: '' });
  expect(texts(...broken, { type: 'history', history: [hello] })).toEqual(['Hello!', 'Open?']);
});

test('a reply to a message that the history has already adds the reply only', () => {
  const state = after(
    ...asked,
    { type: 'history', history: [hello, question] },
    { type: 'replied', key: 'k', text: 'Yes.' },
  );
  expect(state.history).toEqual([hello, question, answer]);
});

test('an answer that the history brings settles the problem with it', () => {
  const failed: ChatEvent[] = [...asked, { type: 'failed', problem: 'unreachable' }];
  const healed = after(...failed, { type: 'history', history: [hello, question, answer] });
  expect(healed).toMatchObject({ problem: null, outgoing: [] });
});

test('the same words said earlier are not taken for the message', () => {
  const twice: ChatEvent[] = [
    ...asked,
    { type: 'replied', key: 'k', text: 'Yes.' },
    { type: 'wrote', key: 'l', text: 'Open?' },
  ];
  expect(texts(...twice)).toEqual(['Hello!', 'Open?', 'Yes.', 'Open?']);
  expect(texts(...twice, { type: 'history', history: [hello, question, answer] }).length).toBe(4);
});

const again: ChatEvent = { type: 'wrote', key: 'l', text: 'Open?' };

test.each<[string, Message[], string[]]>([
  ['is not there yet', [hello], ['k', 'l']],
  ['has no answer yet', [hello, question], ['k', 'l']],
  ['is answered', [hello, question, answer], ['l']],
  ['and the second are there', [hello, question, answer, question], ['l']],
  ['and the second are answered', [hello, question, answer, question, answer], []],
])('of two messages alike the first %s in the history', (_what, history, left) => {
  const found = after(...asked, again, { type: 'history', history });
  const [before, later] = [found, nextState(found, { type: 'history', history })].map(({ outgoing }) =>
    outgoing.map(({ key }) => key),
  );
  // The same history told again takes nothing away.
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
])('$type of a message of the conversation before is not taken for the new one’s', (late) => {
  const anew = after(
    ...[...asked, { type: 'restarted' } as const],
    ...[{ type: 'conversation', id: 'd', history: [hello] } as const, again],
  );
  expect(nextState(anew, late)).toEqual(anew);
  const second = nextState(anew, { type: 'replied', key: 'l', text: 'No.' });
  expect(second.history).toEqual([hello, question, { role: 'assistant', text: 'No.' }]);
});

test('with a person at the other end a stored message is settled, and their answer counts as unread', () => {
  const waiting = after(...asked, { type: 'replied', key: 'k', text: null }, { type: 'closed' });
  expect(waiting).toMatchObject({ isHuman: true, outgoing: [], isSending: false });
  const history = [hello, question, { role: 'assistant', text: 'Ana here.' }] as const;
  const state = nextState(waiting, { type: 'history', history });
  expect(unreadCount(state)).toBe(1);
  expect(unreadCount(nextState(state, { type: 'opened' }))).toBe(0);
  expect(unreadCount(nextState(state, { type: 'seen', count: 3 }))).toBe(0);
});

test('what was left before the page was loaded is found again', () => {
  const remembered = { conversationId: 'c', seen: 1, outgoing: [{ key: 'k', text: 'Open?', after: 1 }] };
  const loaded = after(
    { type: 'remembered', remembered },
    { type: 'conversation', id: 'c', history: [hello] },
  );
  expect(shownMessages(loaded).map(({ text }) => text)).toEqual(['Hello!', 'Open?']);
  expect(unreadCount(loaded)).toBe(0);
});

test('whoever was answered after the end is told of the next one only', () => {
  const ended: ChatEvent = { type: 'state', isHuman: false, isEnded: true };
  const active: ChatEvent = { ...ended, isEnded: false };
  const goneOn: ChatEvent[] = [
    ...opened,
    ended,
    ...asked.slice(2),
    { type: 'replied', key: 'k', text: 'Yes.' },
  ];
  expect(after(...opened, ended).isEnded).toBe(true);
  expect(after(...goneOn).isEnded).toBe(false);
  expect(after(...goneOn, ended).isEnded).toBe(false);
  expect(after(...goneOn, ended, active, ended).isEnded).toBe(true);
  const found: ChatEvent = { type: 'history', history: [hello, question, answer] };
  expect(after(...opened, ended, ...asked.slice(2), found, ended).isEnded).toBe(false);
});

test('a conversation begun anew keeps the window open and nothing else', () => {
  expect(after(...asked, { type: 'restarted' })).toEqual({ ...EMPTY, isOpen: true });
});

test('there is a way back to a conversation with words of the visitor, until they write in the new one', () => {
  const talked = after(...asked);
  const previous = { conversationId: 'c', outgoing: talked.outgoing };
  expect(leftBehind(talked)).toEqual(previous);
  const anew = nextState(talked, { type: 'restarted', previous: leftBehind(talked) });
  expect(anew).toEqual({ ...EMPTY, isOpen: true, previous });
  const begun = nextState(anew, { type: 'conversation', id: 'd', history: [hello] });
  // Nobody misses one without a word of theirs.
  expect(leftBehind(begun)).toEqual(previous);
  const written = nextState(begun, { type: 'wrote', key: 'n', text: 'New.' });
  expect(written.previous).toBeNull();
  expect(leftBehind(written)).toMatchObject({ conversationId: 'd' });
});

test('whatever happens, each message of the visitor is shown exactly once', () => {
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
