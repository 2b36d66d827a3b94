import { keepWish } from '../../channels/actions.ts';
import type { SmsDependencies } from '../wiring/dependencies.ts';

/** Records an opt-out at the carrier from the reason of a failed delivery. */
export async function hearStop(
  { database, blacklist, clock, carriers }: SmsDependencies,
  provider: string,
  { code, userId, phone: identity }: { code: string; userId: number; phone: string },
): Promise<void> {
  if (carriers.get(provider)?.vendor.stopCodes?.has(code) !== true) return;
  const said = { userId, identity, wish: 'stop', source: 'carrier', at: clock.now() } as const;
  await database.transaction(async (transaction) => {
    await keepWish(transaction, blacklist, said);
  });
}
