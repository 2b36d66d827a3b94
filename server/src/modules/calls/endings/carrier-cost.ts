import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Database, Executor } from '../../../db/client.ts';
import type { CallCarrier, CallPrice } from '../../../providers/interfaces/call-carrier.ts';
import { enqueueAll } from '../../../work/define-job.ts';
import { carrierCostJob } from '../jobs.ts';

/** Delays between price requests after a call's end; after the last one the cost stays unknown. */
const PAUSES_SECONDS = [10, 60, 300, 1800, 7200, 21_600, 86_400];
/** Costs are stored in US dollars; other currencies are not converted. */
const CURRENCY = 'USD';

/**
 * Enqueues the first price request of ended calls.
 * @param carriers providers that report call costs
 */
export async function orderCarrierCosts(
  transaction: Executor,
  callIds: readonly number[],
  carriers: readonly string[],
): Promise<void> {
  if (carriers.length === 0 || callIds.length === 0) return;
  await enqueueRequests(
    transaction,
    await findUnpriced(transaction, { callIds, carriers, provider: null }),
    0,
  );
}

export interface CarrierCostWork {
  database: Database;
  log: Log;
  /** Carriers that report prices, by provider. */
  callCarriers: ReadonlyMap<string, Pick<CallCarrier, 'price'>>;
}

/**
 * Requests missing prices of a call and its transfer legs once, stores them, and enqueues the next request if any are
 * still unknown.
 */
export async function fetchCarrierCost(
  work: CarrierCostWork,
  { callId, tries, provider }: { callId: number; tries: number; provider?: string | null | undefined },
  signal: AbortSignal,
): Promise<void> {
  const { database, log, callCarriers } = work;
  const carriers = [...callCarriers.keys()];
  const unpriced = await findUnpriced(database, { callIds: [callId], carriers, provider: provider ?? null });
  const unpricedLegs: UnpricedLeg[] = [];
  for (const leg of unpriced) {
    const price = await priceOf(work, leg, signal);
    if (price === null) unpricedLegs.push(leg);
    else if (price.currency === CURRENCY) await storePrice(database, leg, price);
    else {
      log.warn(
        { call: callId, currency: price.currency },
        'A carrier reported a price in a currency other than USD; the cost remains unknown.',
      );
    }
  }
  await enqueueRequests(database, unpricedLegs, tries + 1);
}

/** Null if the price is not known yet. Throws when aborted. */
async function priceOf(
  { log, callCarriers }: CarrierCostWork,
  { callId, provider, carrierCallId }: UnpricedLeg,
  signal: AbortSignal,
): Promise<CallPrice | null> {
  try {
    return (await callCarriers.get(provider)?.price(carrierCallId, signal)) ?? null;
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn(
      { call: callId, error: messageOf(error) },
      'The price of a call could not be read from its carrier.',
    );
    return null;
  }
}

/** A connected leg with unknown cost. */
interface UnpricedLeg {
  userId: number;
  callId: number;
  /** Null for the call itself, otherwise a transfer leg. */
  secondLegId: number | null;
  provider: string;
  carrierCallId: string;
  now: Date;
}

/** @param about `provider` of old calls that were stored without one and whose number was released; null if unknown */
function findUnpriced(
  database: Executor,
  about: { callIds: readonly number[]; carriers: readonly string[]; provider: string | null },
): Promise<UnpricedLeg[]> {
  return database.query<UnpricedLeg>(
    `select legs.*, clock_timestamp() as now from (
       select call.user_id as "userId", call.id as "callId", null::bigint as "secondLegId",
         coalesce(call.number_provider, number.provider, $3) as provider, call.carrier_call_id as "carrierCallId"
       from calls call left join phone_numbers number on number.id = call.phone_number_id
       where call.id = any($1) and call.carrier_cost_micros is null
       union all
       select user_id, call_id, id, provider, carrier_call_id from second_legs
       where call_id = any($1) and carrier_cost_micros is null) as legs
     where provider = any($2) and "carrierCallId" is not null
     order by "callId", "secondLegId" nulls first`,
    [about.callIds, about.carriers, about.provider],
  );
}

async function storePrice(
  database: Executor,
  { userId, callId, secondLegId }: UnpricedLeg,
  { micros }: CallPrice,
): Promise<void> {
  await database.query(
    `with priced as (
       update second_legs set carrier_cost_micros = $3 where user_id = $1 and id = $4)
     update calls set carrier_cost_micros = case when $4::bigint is null then $3 else carrier_cost_micros end,
       updated_at = clock_timestamp()
     where user_id = $1 and id = $2`,
    [userId, callId, micros, secondLegId],
  );
}

/** Enqueues one job per call, unless all requests were made. */
async function enqueueRequests(
  database: Executor,
  legs: readonly UnpricedLeg[],
  tries: number,
): Promise<void> {
  const pauseSeconds = PAUSES_SECONDS[tries];
  if (pauseSeconds === undefined) return;
  const ofCalls = legs.filter(({ secondLegId }) => secondLegId === null);
  const providers = new Map(ofCalls.map(({ callId, provider }) => [callId, provider]));
  const calls = new Map(legs.map((leg) => [leg.callId, leg]));
  const jobs = [...calls.values()].map(({ userId, callId, now }) => ({
    payload: { userId, callId, tries, provider: providers.get(callId) ?? null },
    key: `carrier-cost-${callId}`,
    runAt: new Date(now.getTime() + pauseSeconds * 1000),
  }));
  await enqueueAll(database, carrierCostJob, jobs);
}
