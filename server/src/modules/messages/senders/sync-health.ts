import { storableText } from '../../../core/storable.ts';
import type { SenderHealth } from '../../../providers/interfaces/messaging-carrier.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import { SANDBOX_CARRIER } from '../../../providers/interfaces/sandbox-reports.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { type SenderRow, storeCheck } from './sender-store.ts';

const MAX_NAME_LENGTH = 255;
const MAX_PROBLEM_LENGTH = 1_000;

/** Asks the carrier for the sender's quality, limit, name and problems. If it cannot answer, the last answer stays. */
export async function syncHealth(
  { database, carrierOf, log }: Pick<MessageDependencies, 'database' | 'carrierOf' | 'log'>,
  sender: SenderRow,
  signal: AbortSignal,
): Promise<void> {
  if (sender.provider === SANDBOX_CARRIER) return;
  const about = { id: sender.id, credentials: sender.sealed_credentials };
  try {
    const told = await carrierOf(sender)?.carrier.check(sender.phone_number, signal);
    if (told === undefined) return;
    const check =
      told.kind === 'rejected'
        ? { ...told, problem: cut(told.problem, MAX_PROBLEM_LENGTH) }
        : { ...told, health: storableHealth(told.health) };
    await storeCheck(database, about, check);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ error, sender: sender.id }, 'The carrier did not say how a sender is.');
  }
}

export function storableHealth(health: SenderHealth): SenderHealth {
  return {
    ...health,
    name: health.name === null ? null : cut(health.name, MAX_NAME_LENGTH),
    problem: health.problem === null ? null : cut(health.problem, MAX_PROBLEM_LENGTH),
  };
}

function cut(text: string, length: number): string {
  return [...storableText(text)].slice(0, length).join('');
}
