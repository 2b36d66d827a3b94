import { SANDBOX_CARRIER } from '../../../providers/interfaces/sandbox-reports.ts';

/**
 * Hints for an assistant without speech recognition; empty if all calls go to the sandbox, whose people send their
 * words as text.
 */
export function noSpeechHints(hasNoSpeech: boolean, numbers: readonly { provider: string }[]): string[] {
  if (!hasNoSpeech || numbers.every(({ provider }) => provider === SANDBOX_CARRIER)) return [];
  return [
    'The assistant cannot understand speech: no speech-to-text provider is configured for it. Choose one in its settings.',
  ];
}
