import { expect, test } from 'vitest';
import type { SpeechEvent } from '../../../data/live-call.ts';
import { NO_WORDS, nextWords } from './live-words.ts';

const event = (
  type: SpeechEvent['type'],
  sender: 'bot' | 'human',
  text: string,
  second = 0,
): SpeechEvent => ({
  type,
  id: '1.1',
  timestamp: `2026-01-01T00:00:0${second}.000000Z`,
  data: { sender, text },
});

const after = (...events: SpeechEvent[]) => events.reduce(nextWords, NO_WORDS);

test('words in progress are replaced by newer ones of the same sender', () => {
  const { said, speaking } = after(
    event('transcript.partial', 'human', 'When'),
    event('transcript.partial', 'bot', 'Good'),
    event('transcript.partial', 'human', 'When is'),
  );
  expect([said, speaking]).toEqual([[], { human: 'When is', bot: 'Good' }]);
});

test('final words end what is in progress, and are in the order of their beginning', () => {
  const { said, speaking } = after(
    event('transcript.partial', 'human', 'When is'),
    event('transcript.final', 'human', 'When is breakfast?', 2),
    event('transcript.final', 'bot', 'Good morning.', 1),
  );
  expect(said.map(({ text }) => text)).toEqual(['Good morning.', 'When is breakfast?']);
  expect(speaking).toEqual({});
});
