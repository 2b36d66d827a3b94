import type { CampaignStatus } from '#contract/campaign-states.ts';
import { AppError } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { hasCallPrice } from '../../calls/asking/balance.ts';
import { awaitInFlightCalls } from '../dialing/await-in-flight.ts';
import { areChosenGone, findCampaignNumbers } from '../dialing/caller-numbers.ts';
import { type CampaignSnapshot, WAITING_ZONES } from '../dialing/campaign-snapshot.ts';
import { type CampaignHours, callingState } from '../rules/calling-hours.ts';
import { ineffectiveSettings } from '../rules/campaign-warnings.ts';
import { type LegalHours, legalHoursOf } from '../rules/legal-hours.ts';
import { whyNoNumber } from '../rules/no-number.ts';
import { whyClosed } from '../rules/why-waiting.ts';
import { type CampaignAssistant, findOutboundAssistant } from './campaign-references.ts';
import { findCampaign, type StoredCampaign } from './campaign-store.ts';
import type { CampaignDependencies } from './dependencies.ts';
import { unfilledByLeads } from './unfilled-columns.ts';

export type CampaignAction = 'start' | 'stop';

const refuse = (text: string): AppError => new AppError('bad-request', text);

/**
 * Starts or stops a campaign. Live calls continue after a stop. Throws `bad-request` if the transition is not possible,
 * and `not-found`.
 */
export async function setCampaignStatus(
  dependencies: CampaignDependencies,
  { userId }: { userId: number },
  { id, action }: { id: number; action: CampaignAction },
): Promise<{ status: CampaignStatus; warnings: string[] }> {
  const { database, notifier } = dependencies;
  const set = await database.transaction(async (transaction) => {
    const campaign = await findCampaign(transaction, { userId, id, isLocked: true });
    if (campaign === null) throw new AppError('not-found', 'Campaign not found.');
    if (action === 'stop') return { status: await stop(transaction, userId, campaign), warnings: [] };
    const { status, assistant } = await start({ ...dependencies, database: transaction }, userId, campaign);
    const about = { userId, campaignId: id, assistantId: campaign.assistant_id };
    const warnings = [
      ...ineffectiveSettings(campaign, assistant),
      ...(await unfilledByLeads(transaction, about)),
    ];
    return { status, warnings };
  });
  notifier.notify('campaigns', [id]);
  if (action === 'stop') await awaitInFlightCalls(dependencies, id);
  return set;
}

async function stop(
  database: Executor,
  userId: number,
  { id, status }: StoredCampaign,
): Promise<CampaignStatus> {
  if (status !== 'in-progress') throw refuse('The campaign is not running.');
  await database.query(
    `update campaigns set status = 'stopped', stop_reason = null, updated_at = clock_timestamp()
     where user_id = $1 and id = $2`,
    [userId, id],
  );
  return 'stopped';
}

type StartDeps = Omit<CampaignDependencies, 'database'> & { database: Executor };

async function start(
  { database, clock, prices, dialProviders, legalHours }: StartDeps,
  userId: number,
  campaign: StoredCampaign,
): Promise<{ status: CampaignStatus; assistant: CampaignAssistant }> {
  if (campaign.status === 'in-progress') throw refuse('The campaign is already running.');
  const assistant = await findOutboundAssistant(database, { userId, id: campaign.assistant_id });
  if (assistant === null)
    throw refuse('The assistant of this campaign was deleted or is not an outbound assistant.');
  const about = { userId, campaignId: campaign.id, phoneNumberId: assistant.phone_number_id };
  const numbers = await findCampaignNumbers(database, { ...about, providers: dialProviders });
  if (numbers.length === 0) throw refuse(whyNoNumber(await areChosenGone(database, campaign.id)));
  const now = clock.now();
  const hours = hoursOf(campaign);
  const legal = legalHoursOf(numbers, legalHours);
  const problem = await whyNoLeadIsCallable(database, { id: campaign.id, hours }, { now, legal });
  if (problem !== null) throw refuse(problem);
  if (!(await hasCallPrice(database, prices, userId))) {
    throw refuse('The balance of this account does not cover a call.');
  }
  await database.query(
    `update campaigns set status = 'in-progress', stop_reason = null, started_at = $3, completed_at = null,
       updated_at = clock_timestamp()
     where user_id = $1 and id = $2`,
    [userId, campaign.id, now],
  );
  if (assistant.status === 'inactive') await activate(database, userId, assistant.id);
  return { status: 'in-progress', assistant };
}

function hoursOf(campaign: StoredCampaign): CampaignHours {
  const { timezone, allowed_hours_start_time: start, allowed_hours_end_time: end } = campaign;
  return { timezone, start, end, days: campaign.allowed_days };
}

/** An assistant becomes active with its first campaign. */
async function activate(database: Executor, userId: number, id: number): Promise<void> {
  await database.query(
    `update assistants set status = 'active' where user_id = $1 and id = $2 and deleted_at is null`,
    [userId, id],
  );
}

/**
 * Why no lead of a campaign can ever be called, for its owner; null if one can. Leads in a call or awaiting evaluation
 * count as callable.
 */
async function whyNoLeadIsCallable(
  database: Executor,
  { id, hours }: { id: number; hours: CampaignHours },
  { now, legal }: { now: Date; legal: LegalHours },
): Promise<string | null> {
  const [row] = await database.query<{ isProcessing: boolean; waiting: CampaignSnapshot['waiting'] }>(
    `select exists (select from leads where campaign_id = $1 and call_id is not null) as "isProcessing",
       ${WAITING_ZONES('$1')} as waiting`,
    [id],
  );
  if (row === undefined || row.isProcessing) return null;
  const states = row.waiting.map(({ zoneKey }) => callingState(now, hours, { zoneKey, legal }));
  const reasons = states.flatMap((state) => (state.open || state.from !== null ? [] : [whyClosed(state)]));
  if (reasons.length < states.length) return null;
  return ['The campaign has no lead that can be called.', ...new Set(reasons)].join(' ');
}
