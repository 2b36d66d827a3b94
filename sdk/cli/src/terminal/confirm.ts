import { ask } from './ask.ts';
import { CommandError, UsageError } from './failures.ts';
import type { Terminal } from './terminal.ts';

/** Asks for confirmation. Without a terminal, `--yes` is required. */
export async function confirm(
  terminal: Terminal,
  { question, isSure }: { question: string; isSure: boolean },
): Promise<void> {
  if (isSure) return;
  if (!terminal.canAsk) throw new UsageError(`${question} Add --yes to confirm.`);
  const answer = await ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw new CommandError('Nothing was changed.');
}
