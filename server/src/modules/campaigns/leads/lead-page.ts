import type { LeadStatus } from '#contract/campaign-states.ts';
import { withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import type { PageRequest } from '../../../http/pagination.ts';
import type { UndialableNumber } from '../rules/undialable.ts';
import { LEAD_FACTS, LEAD_JSON } from './lead-json.ts';

export interface LeadFilter {
  status: LeadStatus | null;
  campaignId: number | null;
  /** Substring of the lead's own number. */
  phoneNumber: string | null;
  /** `YYYY-MM-DD`, inclusive, in the account's zone. */
  dateFrom: string | null;
  dateTo: string | null;
}

/** A lead as JSON text, with the facts behind its waiting reason. */
export interface ReadLead {
  item: string;
  campaignId: number;
  status: LeadStatus;
  dueAt: Date | null;
  zoneKey: string;
  isCallOver: boolean;
  isNumberInCall: boolean;
  undialable: UndialableNumber[];
}

/** One page, newest first, with the total. */
export async function readLeadPage(
  database: Executor,
  { userId, filter }: { userId: number; filter: LeadFilter },
  { page, perPage }: PageRequest,
): Promise<{ leads: ReadLead[]; total: number }> {
  const values = [
    userId,
    filter.status,
    filter.campaignId,
    filter.phoneNumber,
    filter.dateFrom,
    filter.dateTo,
  ];
  const [counted] = await database.query<{ total: number }>(
    `select count(*)::int as total from leads where ${MATCHES}`,
    values,
  );
  const leads = await database.query<ReadLead>(
    `with page as (select id from leads where ${MATCHES} order by id desc limit $7 offset $8)
     select ${LEAD_JSON}::text as item, ${LEAD_FACTS}
     from page join leads lead on lead.user_id = $1 and lead.id = page.id
     join campaigns campaign on campaign.id = lead.campaign_id order by lead.id desc`,
    [...values, perPage, (page - 1) * perPage],
  );
  return { leads, total: counted?.total ?? 0 };
}

const MATCHES = `user_id = $1
  and ($2::text is null or status = $2)
  and ($3::bigint is null or campaign_id = $3)
  and ($4::text is null or strpos(phone_number, $4) > 0)
  and ${withinDays('created_at', { user: '$1', from: '$5', to: '$6' })}`;

/** Null if the account has no lead with this id. */
export async function readLead(
  database: Executor,
  about: { userId: number; id: number },
): Promise<ReadLead | null> {
  const [row] = await database.query<ReadLead>(
    `select ${LEAD_JSON}::text as item, ${LEAD_FACTS}
     from leads lead join campaigns campaign on campaign.id = lead.campaign_id
     where lead.user_id = $1 and lead.id = $2`,
    [about.userId, about.id],
  );
  return row ?? null;
}
