import type { Call } from '../../../data/calls.ts';

const PART_WORDS = {
  voice: 'voice',
  transcriber: 'speech-to-text provider',
  model: 'language model',
  realtime: 'realtime model',
} as const;

/** Says in one sentence what took over when a provider failed, and why. */
export function fallbackWords({ part, from, to, reason }: Call['fallbacks'][number]): string {
  const change = `The ${PART_WORDS[part]} switched from ${from} to ${to}`;
  if (reason === '') return `${change}, because ${from} had failed just before this call.`;
  return `${change}: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`;
}
