import type { Executor } from '../../../db/client.ts';

/** Id of the process that runs a live inbound call; null if no process runs it. */
export async function findInboundProcess(
  database: Pick<Executor, 'query'>,
  { provider, carrierCallId }: { provider: string; carrierCallId: string },
): Promise<string | null> {
  const [row] = await database.query<{ process_id: string }>(
    `select call.process_id from calls call
     left join phone_numbers number on number.id = call.phone_number_id
     where call.carrier_call_id = $1 and coalesce(call.number_provider, number.provider) = $2
       and call.type = 'inbound' and call.ended_at is null and call.process_id is not null
     order by call.id desc limit 1`,
    [carrierCallId, provider],
  );
  return row?.process_id ?? null;
}
