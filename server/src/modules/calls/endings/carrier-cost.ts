import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { enqueue } from '../../../jobs/define-job.ts';
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

/** Orders the first question about a call that is over. @param carriers of numbers, that tell what calls have cost */
export async function orderCarrierCost(
  transaction: Executor,
  { carriers, ...call }: OwnCall & { carriers: readonly string[] },
): Promise<void> {
  if (carriers.length === 0) return;
  const priced = await findPricedCall(transaction, call);
  if (priced !== null && carriers.includes(priced.provider))
    await orderTry(transaction, call, { priced, tries: 0 });
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
  const priced = await findPricedCall(database, call);
  const carrier = callCarriers.get(priced?.provider ?? '');
  if (priced === null || carrier === undefined) return;
  const { callId } = call;
  let price: CallPrice | null = null;
  try {
    price = await carrier.price(priced.carrierCallId, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn({ call: callId, error: messageOf(error) }, 'A carrier did not tell what a call has cost.');
  }
  if (price === null) return orderTry(database, call, { priced, tries: tries + 1 });
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

interface PricedCall {
  provider: string;
  carrierCallId: string;
  now: Date;
}

/** A call that a carrier has connected, and whose cost is not known; null: it is none, or gone. */
async function findPricedCall(database: Executor, { userId, callId }: OwnCall): Promise<PricedCall | null> {
  const [row] = await database.query<PricedCall>(
    `select number.provider, call.carrier_call_id as "carrierCallId", clock_timestamp() as now
     from calls call join phone_numbers number on number.id = call.phone_number_id
     where call.user_id = $1 and call.id = $2 and call.carrier_call_id is not null
       and call.carrier_cost_micros is null`,
    [userId, callId],
  );
  return row ?? null;
}

async function orderTry(
  database: Executor,
  call: OwnCall,
  { priced, tries }: { priced: PricedCall; tries: number },
): Promise<void> {
  const pauseSeconds = PAUSES_SECONDS[tries];
  if (pauseSeconds === undefined) return;
  await enqueue(database, carrierCostJob, {
    payload: { ...call, tries },
    key: `carrier-cost-${call.callId}`,
    runAt: new Date(priced.now.getTime() + pauseSeconds * 1000),
  });
}
