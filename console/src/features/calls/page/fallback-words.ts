import type { Call } from '../../../data/calls.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';

/** Says in one sentence what took over when a provider failed, and why. */
export function fallbackWords({ part, from, to, reason }: Call['fallbacks'][number]): string {
  const sentence = translateServerText(/[.!?]$/.test(reason) ? reason : `${reason}.`);
  const values = { from, to, reason: sentence };
  if (reason === '') return afterEarlierFailure(part, values);
  switch (part) {
    case 'voice':
      return t('The voice switched from {from} to {to}: {reason}', values);
    case 'transcriber':
      return t('The speech-to-text provider switched from {from} to {to}: {reason}', values);
    case 'model':
      return t('The language model switched from {from} to {to}: {reason}', values);
    case 'realtime':
      return t('The realtime model switched from {from} to {to}: {reason}', values);
  }
}

function afterEarlierFailure(
  part: Call['fallbacks'][number]['part'],
  values: Readonly<Record<'from' | 'to', string>>,
): string {
  switch (part) {
    case 'voice':
      return t(
        'The voice switched from {from} to {to}, because {from} had failed just before this call.',
        values,
      );
    case 'transcriber':
      return t(
        'The speech-to-text provider switched from {from} to {to}, because {from} had failed just before this call.',
        values,
      );
    case 'model':
      return t(
        'The language model switched from {from} to {to}, because {from} had failed just before this call.',
        values,
      );
    case 'realtime':
      return t(
        'The realtime model switched from {from} to {to}, because {from} had failed just before this call.',
        values,
      );
  }
}
