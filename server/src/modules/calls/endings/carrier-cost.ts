import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { enqueueAll } from '../../../jobs/define-job.ts';
import type { CallCarrier, CallPrice } from '../../../providers/spec/call-carrier.ts';
import { carrierCostJob } from '../jobs.ts';

/** Carriers know some time after its end what a call has cost; after the last of these pauses it stays unknown. */
const PAUSES_SECONDS = [10, 60, 300, 1800, 7200, 21_600, 86_400];
/** Costs are kept in dollars, and nobody here knows what another currency is worth. */
const CURRENCY = 'USD';

interface OwnCall {
  userId: number;
  callId: number;
}

/** Orders the first question about calls that are over. @param carriers of numbers, that tell what calls have cost */
export async function orderCarrierCosts(
  transaction: Executor,
  callIds: readonly number[],
  carriers: readonly string[],
): Promise<void> {
  if (carriers.length === 0 || callIds.length === 0) return;
  const priced = await findPricedCalls(transaction, callIds);
  await orderTries(
    transaction,
    priced.filter(({ provider }) => carriers.includes(provider)),
    0,
  );
}

export interface CarrierCostWork {
  database: Database;
  log: Log;
  /** Accounts at carriers, by provider. */
  callCarriers: ReadonlyMap<string, Pick<CallCarrier, 'price'>>;
}

/** Asks the carrier once, and stores what it has taken or orders the next question. */
export async function fetchCarrierCost(
  { database, log, callCarriers }: CarrierCostWork,
  { tries, ...call }: OwnCall & { tries: number },
  signal: AbortSignal,
): Promise<void> {
  const [priced] = await findPricedCalls(database, [call.callId]);
  const carrier = callCarriers.get(priced?.provider ?? '');
  if (priced === undefined || carrier === undefined) return;
  const { callId } = call;
  let price: CallPrice | null = null;
  try {
    price = await carrier.price(priced.carrierCallId, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn({ call: callId, error: messageOf(error) }, 'A carrier did not tell what a call has cost.');
  }
  if (price === null) return orderTries(database, [priced], tries + 1);
  if (price.currency !== CURRENCY) {
    log.warn(
      { call: callId, currency: price.currency },
      'A carrier takes no dollars: what a call cost stays unknown.',
    );
    return;
  }
  await database.query(
    `update calls set carrier_cost_micros = $3, updated_at = clock_timestamp() where user_id = $1 and id = $2`,
    [call.userId, callId, price.micros],
  );
}

interface PricedCall extends OwnCall {
  provider: string;
  carrierCallId: string;
  now: Date;
}

/** Those that a carrier has connected, and whose cost is not known. */
function findPricedCalls(database: Executor, callIds: readonly number[]): Promise<PricedCall[]> {
  return database.query<PricedCall>(
    `select call.id as "callId", call.user_id as "userId", number.provider, call.carrier_call_id as "carrierCallId",
       clock_timestamp() as now
     from calls call join phone_numbers number on number.id = call.phone_number_id
     where call.id = any($1) and call.carrier_call_id is not null and call.carrier_cost_micros is null`,
    [callIds],
  );
}

async function orderTries(database: Executor, calls: readonly PricedCall[], tries: number): Promise<void> {
  const pauseSeconds = PAUSES_SECONDS[tries];
  if (pauseSeconds === undefined) return;
  const jobs = calls.map(({ userId, callId, now }) => ({
    payload: { userId, callId, tries },
    key: `carrier-cost-${callId}`,
    runAt: new Date(now.getTime() + pauseSeconds * 1000),
  }));
  await enqueueAll(database, carrierCostJob, jobs);
}
