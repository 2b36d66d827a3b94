import type { Call } from '../../../data/calls.ts';
import { t } from '../../../lib/i18n/t.ts';

const PART_WORDS = {
  voice: 'voice',
  transcriber: 'speech-to-text provider',
  model: t('language model'),
  realtime: t('realtime model'),
} as const;

/** Says in one sentence what took over when a provider failed, and why. */
export function fallbackWords({ part, from, to, reason }: Call['fallbacks'][number]): string {
  const change = t('The {value} switched from {from} to {to}', { value: PART_WORDS[part], from, to });
  if (reason === '') return t('{change}, because {from} had failed just before this call.', { change, from });
  return `${change}: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`;
}
