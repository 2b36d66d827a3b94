import { expect, test } from 'vitest';
import type { SpeechEvent } from '../../../data/live-call.ts';
import { NO_WORDS, nextWords } from './live-words.ts';

const speaking = (sender: 'bot' | 'human', text: string): SpeechEvent => ({
  type: 'transcript.partial',
  id: '1.partial',
  timestamp: '2026-01-01T00:00:00.000000Z',
  data: { sender, text },
});
const said = (sender: 'bot' | 'human', text: string, second: number): SpeechEvent => ({
  type: 'transcript.final',
  id: `1.${second}`,
  timestamp: `2026-01-01T00:00:0${second}.000000Z`,
  data: { sender, text },
});

const after = (...events: SpeechEvent[]) => events.reduce(nextWords, NO_WORDS);

test('newer words of a sender replace its words in progress', () => {
  const words = after(speaking('human', 'When'), speaking('bot', 'Good'), speaking('human', 'When is'));
  expect(words).toEqual({ said: [], speaking: { human: 'When is', bot: 'Good' } });
});

test('final words end speech in progress, and are sorted by the start of their speech', () => {
  const words = after(
    speaking('human', 'When is'),
    said('human', 'When is breakfast?', 2),
    said('bot', 'Good morning.', 1),
  );
  expect(words.said.map(({ text }) => text)).toEqual(['Good morning.', 'When is breakfast?']);
  expect(words.speaking).toEqual({});
});
