import manifest from '../../../package.json' with { type: 'json' };
import { run } from '../../../sdk/cli/src/program/run.ts';
import type { Verb } from '../../../sdk/cli/src/program/verb.ts';
import { completionVerb, nouns, remoteVerbs } from '../../../sdk/cli/src/verbs/remote-verbs.ts';
import { localVerbs, withLocalKeys } from './local-verbs.ts';

/** The verbs of this machine's installation, and those that work over the API. */
export const allVerbs: readonly Verb[] = [
  ...localVerbs,
  ...remoteVerbs.map((verb) => (verb.name === 'keys create' ? withLocalKeys(verb) : verb)),
  completionVerb(() => allVerbs),
];

/** Runs one command line. Returns the exit code: 0 done, 1 failed, 2 not understood. */
export function runCli(args: readonly string[]): Promise<number> {
  return run(
    {
      name: manifest.name,
      verbs: allVerbs,
      nouns: { ...nouns, users: 'Accounts of this machine.' },
      version: manifest.version,
      explain: async (error) => {
        const { startFailure } = await import('../start-failure.ts');
        return lostServer(error) ?? startFailure(error);
      },
    },
    args,
  );
}

const LOST_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** A message for a lost connection to a server that was running when the command began; null for other errors. */
function lostServer(error: unknown): string | null {
  const isLost = error instanceof Error && 'code' in error && LOST_CONNECTION.has(String(error.code));
  return isLost ? `The connection to the server was lost (${error.message}). Check the server's log.` : null;
}
