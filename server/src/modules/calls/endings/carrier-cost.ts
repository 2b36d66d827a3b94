import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { enqueueAll } from '../../../jobs/define-job.ts';
import type { CallCarrier, CallPrice } from '../../../providers/interfaces/call-carrier.ts';
import { carrierCostJob } from '../jobs.ts';

/** Carriers know some time after its end what a call has cost; after the last of these pauses it stays unknown. */
const PAUSES_SECONDS = [10, 60, 300, 1800, 7200, 21_600, 86_400];
/** Costs are kept in dollars, and nobody here knows what another currency is worth. */
const CURRENCY = 'USD';

/** Orders the first question about calls that are over. @param carriers of numbers, that tell what calls have cost */
export async function orderCarrierCosts(
  transaction: Executor,
  callIds: readonly number[],
  carriers: readonly string[],
): Promise<void> {
  if (carriers.length === 0 || callIds.length === 0) return;
  await orderTries(transaction, await findUnpriced(transaction, { callIds, carriers, provider: null }), 0);
}

export interface CarrierCostWork {
  database: Database;
  log: Log;
  /** Accounts at carriers, by provider. */
  callCarriers: ReadonlyMap<string, Pick<CallCarrier, 'price'>>;
}

/** Asks carriers once for all that is not known of a call, stores what they have taken, and orders the next question. */
export async function fetchCarrierCost(
  work: CarrierCostWork,
  { callId, tries, provider }: { callId: number; tries: number; provider?: string | null | undefined },
  signal: AbortSignal,
): Promise<void> {
  const { database, log, callCarriers } = work;
  const carriers = [...callCarriers.keys()];
  const unpriced = await findUnpriced(database, { callIds: [callId], carriers, provider: provider ?? null });
  const untold: UnpricedLeg[] = [];
  for (const leg of unpriced) {
    const price = await priceOf(work, leg, signal);
    if (price === null) untold.push(leg);
    else if (price.currency === CURRENCY) await storePrice(database, leg, price);
    else {
      log.warn(
        { call: callId, currency: price.currency },
        'A carrier takes no dollars: what a call cost stays unknown.',
      );
    }
  }
  await orderTries(database, untold, tries + 1);
}

/** Null: it does not tell yet. Throws when it is aborted. */
async function priceOf(
  { log, callCarriers }: CarrierCostWork,
  { callId, provider, carrierCallId }: UnpricedLeg,
  signal: AbortSignal,
): Promise<CallPrice | null> {
  try {
    return (await callCarriers.get(provider)?.price(carrierCallId, signal)) ?? null;
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn({ call: callId, error: messageOf(error) }, 'A carrier did not tell what a call has cost.');
    return null;
  }
}

/** What a carrier has connected, and whose cost is not known. */
interface UnpricedLeg {
  userId: number;
  callId: number;
  /** Null: the call itself; else whoever was called for a transfer of it. */
  secondLegId: number | null;
  provider: string;
  carrierCallId: string;
  now: Date;
}

/** @param provider of calls that were stored before calls had one, and whose number was released; null: not known */
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

/** One question for each call, however much of it is not known. */
async function orderTries(database: Executor, legs: readonly UnpricedLeg[], tries: number): Promise<void> {
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
