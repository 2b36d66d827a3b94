import { SANDBOX_CARRIER } from '../../../providers/interfaces/sandbox-reports.ts';

/**
 * What an assistant that understands typed words alone will be like on the telephones of these carriers, in words; none where
 * it is understood all the same: people of the sandbox tell the words of their scripts.
 */
export function deafHints(isDeaf: boolean, numbers: readonly { provider: string }[]): string[] {
  if (!isDeaf || numbers.every(({ provider }) => provider === SANDBOX_CARRIER)) return [];
  return [
    'The assistant understands nothing that people say on the telephone: no speech-to-text is configured for it. Choose a transcriber in its settings.',
  ];
}
