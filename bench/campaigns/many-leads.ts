import { zoneKeyOf } from '../../server/src/modules/campaigns/rules/number-zones.ts';
import { createAssistant } from '../../server/test/kit/assistants.ts';
import type { Client } from '../../server/test/kit/test-server.ts';

/** Runs SQL on the database under test. */
export interface Sql {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** Number prefixes of several time zones, and how many digits follow. */
const PLACES = [
  { prefix: '+4072', digits: 7 },
  { prefix: '+447400', digits: 6 },
  { prefix: '+91984', digits: 7 },
  { prefix: '+4915112', digits: 6 },
];

let trunks = 0;

/** Creates a SIP trunk to a carrier on loopback; returns its number's id. */
export async function createTrunk(account: Client, port: number): Promise<number> {
  trunks += 1;
  return created(account, '/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: `+40311${String(100_000 + trunks)}`,
    sip_address: `127.0.0.1:${port}`,
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['127.0.0.0/8'],
  });
}

export async function createOutboundAssistant(account: Client): Promise<number> {
  const { id } = await createAssistant(account, { type: 'outbound', post_call_evaluation: false });
  return id;
}

export function createCampaign(account: Client, fields: Record<string, unknown>): Promise<number> {
  return created(account, '/user/campaign', { name: 'Bench', max_calls_in_parallel: 10, ...fields });
}

async function created(account: Client, path: string, body: Record<string, unknown>): Promise<number> {
  const answer = await account.post(path, body);
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body.data.id;
}

/**
 * Inserts leads directly (bench http measures the API), one country per campaign.
 * @param dueAt SQL for the due instant of lead `n`, from 0
 */
export async function addLeads(
  sql: Sql,
  about: { userId: number; campaignId: number; first: number; count: number; dueAt: string },
): Promise<void> {
  const place = PLACES[about.campaignId % PLACES.length];
  if (place === undefined) throw new RangeError('There are places.');
  const example = `${place.prefix}${'1'.repeat(place.digits)}`;
  await sql.query(
    `insert into leads (user_id, campaign_id, phone_number, variables, zone_key, due_at)
     select $1, $2::bigint, $3 || lpad(($4 + n)::text, $5, '0'), '{}', $6, ${about.dueAt}
     from generate_series(0, $7 - 1) as n`,
    [
      about.userId,
      about.campaignId,
      place.prefix,
      about.first,
      place.digits,
      zoneKeyOf(example),
      about.count,
    ],
  );
}

export async function startCampaign(account: Client, campaign_id: number): Promise<void> {
  const answer = await account.post('/user/campaigns/update-status', { campaign_id, action: 'start' });
  if (answer.status !== 200) throw new Error(`The campaign was not started: ${answer.text}`);
}
