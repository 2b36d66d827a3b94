import type { Call } from '../../../data/calls.ts';
import type { SpeechEvent } from '../../../data/live-call.ts';

type Said = Call['transcript'][number];

/** The speech of a running call, as its event stream reports it. */
export interface LiveWords {
  /** Finished utterances, oldest first. */
  said: readonly Said[];
  /** Words of an utterance in progress, by its sender. */
  speaking: Readonly<Partial<Record<Said['sender'], string>>>;
}

export const NO_WORDS: LiveWords = { said: [], speaking: {} };

/** Applies an event to the words. */
export function nextWords({ said, speaking }: LiveWords, event: SpeechEvent): LiveWords {
  const { sender, text } = event.data;
  if (event.type === 'transcript.partial') return { said, speaking: { ...speaking, [sender]: text } };
  const item: Said = { ...event.data, type: 'transcript', timestamp: event.timestamp };
  const inOrder = [...said, item].sort((one, other) => one.timestamp.localeCompare(other.timestamp));
  // Noise never gets final words, so any final words also end earlier speech in progress.
  return { said: inOrder, speaking: {} };
}
