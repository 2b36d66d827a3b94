import type { Executor } from '../../../db/client.ts';
import { lockLeads, storeLeads } from '../dialing/lead-store.ts';
import { progress } from '../rules/lead-progress.ts';

/** Makes the first dialable contact current for new leads whose own number is undialable. */
export async function skipUndialable(
  transaction: Executor,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const leads = await lockLeads(transaction, ids);
  const changes = leads.flatMap((before) => {
    const after = progress(before, { type: 'numbers-set' }, { policy: before.campaign, now });
    return after === before ? [] : [{ before, after, outcome: null }];
  });
  await storeLeads(transaction, changes, now);
}
