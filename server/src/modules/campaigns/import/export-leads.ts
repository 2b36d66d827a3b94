import { stringify } from 'csv-stringify/sync';
import type { LeadStatus } from '#contract/campaign-states.ts';
import { safeCell } from '../../../core/safe-cell.ts';
import { plainInZone } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { EXTERNAL_ID, MORE_VARIABLES, OUTCOMES, variableColumn } from './export-columns.ts';

const LEADS_PER_BATCH = 500;
/** Maximum number of variables with their own column; further ones share one JSON column. */
const MAX_VARIABLES = 500;

/** Columns specific to one export. */
interface OwnColumns {
  contacts: number;
  /** Variables with a column each. */
  variables: readonly string[];
  /** True if there are variables without a column. */
  hasMore: boolean;
}

/**
 * All leads of a campaign as CSV, oldest first, with a byte order mark for spreadsheets. Leads added during the export
 * may be included.
 */
export async function* exportLeads(
  { database }: Pick<CampaignDependencies, 'database'>,
  { userId }: { userId: number },
  campaignId: number,
): AsyncGenerator<string> {
  const names = await findVariableNames(database, campaignId, MAX_VARIABLES + 1);
  const own: OwnColumns = {
    contacts: await countMaxContacts(database, campaignId),
    variables: names.slice(0, MAX_VARIABLES),
    hasMore: names.length > MAX_VARIABLES,
  };
  yield `\ufeff${csv([header(own)])}`;
  for (let afterId = 0; ; ) {
    const leads = await readExport(database, { userId, campaignId, afterId }, LEADS_PER_BATCH);
    if (leads.length > 0) yield csv(leads.map((lead) => cells(lead, own)));
    afterId = leads.at(-1)?.id ?? afterId;
    if (leads.length < LEADS_PER_BATCH) return;
  }
}

function header({ contacts, variables, hasMore }: OwnColumns): string[] {
  return [
    ...OUTCOMES,
    EXTERNAL_ID,
    ...positionsOf(contacts).flatMap((position) => [
      `secondary_phone_number_${position}`,
      `secondary_status_${position}`,
      `secondary_variables_${position}`,
    ]),
    ...variables.map(variableColumn),
    ...(hasMore ? [MORE_VARIABLES] : []),
  ];
}

function cells(lead: ExportedLead, { contacts, variables, hasMore }: OwnColumns): string[] {
  return [
    ...OUTCOMES.map((name) => asText(lead[name])),
    asText(lead[EXTERNAL_ID]),
    ...positionsOf(contacts).flatMap((position) => {
      const contact = lead.contacts[position - 1];
      return [contact?.phone_number ?? '', contact?.status ?? '', asJson(contact?.variables)];
    }),
    ...variables.map((name) => (Object.hasOwn(lead.variables, name) ? asText(lead.variables[name]) : '')),
    ...(hasMore ? [asJson(othersThan(variables, lead.variables))] : []),
  ];
}

function othersThan(names: readonly string[], variables: Record<string, unknown>): Record<string, unknown> {
  const known = new Set(names);
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !known.has(name)));
}

function positionsOf(contacts: number): number[] {
  return Array.from({ length: contacts }, (_, index) => index + 1);
}

/** Empty if there are no variables. */
function asJson(variables: Record<string, unknown> = {}): string {
  return Object.keys(variables).length === 0 ? '' : JSON.stringify(variables);
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function csv(rows: readonly string[][]): string {
  return stringify(rows.map((row) => row.map(safeCell)));
}

/** A lead with its results. */
interface ExportedLead {
  id: number;
  external_id: string | null;
  phone_number: string;
  status: LeadStatus;
  call_tries: number;
  retries: number;
  last_outcome: string | null;
  goal_met: boolean | null;
  /** Times are in the account's zone. */
  created_at: string;
  updated_at: string;
  last_call_id: number | null;
  last_called_at: string | null;
  /** Talk time of all its calls. */
  talk_seconds: number;
  total_cost: number;
  variables: Record<string, unknown>;
  contacts: { phone_number: string; status: LeadStatus; variables: Record<string, unknown> }[];
}

const CONTACT = jsonObject<ExportedLead['contacts'][number]>({
  phone_number: 'phone_number',
  status: 'status',
  variables: 'variables',
});

/** The first `max` variable names of a campaign's leads, sorted. */
export async function findVariableNames(
  database: Executor,
  campaignId: number,
  max: number,
): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `select distinct name from leads cross join json_object_keys(variables) as name
     where campaign_id = $1 order by name limit $2`,
    [campaignId, max],
  );
  return rows.map(({ name }) => name);
}

export async function countMaxContacts(database: Executor, campaignId: number): Promise<number> {
  const [row] = await database.query<{ max: number }>(
    `select coalesce(max(position), 0)::int as max from lead_contacts
     where lead_id in (select id from leads where campaign_id = $1)`,
    [campaignId],
  );
  return row?.max ?? 0;
}

/** Up to `max` leads after an id, oldest first. */
export function readExport(
  database: Executor,
  about: { userId: number; campaignId: number; afterId: number },
  max: number,
): Promise<ExportedLead[]> {
  return database.query<ExportedLead>(
    // Selects the page first, then each lead by id, because the planner's statistics are outdated after an import.
    // `offset 0` keeps the planner from merging the two.
    `with page as materialized (
       select id from leads where campaign_id = $2 and id > $3 order by id limit $4)
     select lead.id, lead.external_id, lead.phone_number, lead.status, lead.call_tries, lead.retries, lead.last_outcome,
       lead.goal_met, ${plainInZone('lead.created_at', '$1')} as created_at,
       ${plainInZone('lead.updated_at', '$1')} as updated_at, calls.last_call_id,
       ${plainInZone('calls.last_called_at', '$1')} as last_called_at, calls.talk_seconds, calls.total_cost,
       lead.variables,
       coalesce((select json_agg(${CONTACT} order by position)
         from lead_contacts where lead_id = lead.id), '[]') as contacts
     from page cross join lateral (select * from leads where id = page.id offset 0) as lead cross join lateral (
       -- Deleted calls still count for duration and cost.
       select max(id) filter (where deleted_at is null) as last_call_id, max(created_at) as last_called_at,
         coalesce(sum(extract(epoch from ended_at - answered_at)), 0)::int as talk_seconds,
         coalesce(sum(cost_micros), 0) / 1000000.0::float8 as total_cost
       from calls where calls.lead_id = lead.id) as calls
     where lead.user_id = $1 order by lead.id`,
    [about.userId, about.campaignId, about.afterId, max],
  );
}
