import type { CampaignStatus } from '#contract/campaign-states.ts';
import { AppError } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import type { CampaignAssistant } from '../configuration/campaign-references.ts';
import { findCampaign, type StoredCampaign } from '../configuration/campaign-store.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { unfilledByLeads } from '../configuration/unfilled-columns.ts';
import { awaitInFlightCalls } from '../dialing/await-in-flight.ts';
import { ineffectiveSettings } from '../rules/campaign-warnings.ts';
import { checkReadiness } from './start-problems.ts';

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
  dependencies: StartDeps,
  userId: number,
  campaign: StoredCampaign,
): Promise<{ status: CampaignStatus; assistant: CampaignAssistant }> {
  const { database, clock } = dependencies;
  const { assistant, problems } = await checkReadiness(dependencies, userId, campaign);
  const [problem] = problems;
  if (problem !== undefined) throw refuse(problem);
  if (assistant === null) throw new Error('A campaign without an assistant has no problem.');
  await database.query(
    `update campaigns set status = 'in-progress', stop_reason = null, started_at = $3, completed_at = null,
       updated_at = clock_timestamp()
     where user_id = $1 and id = $2`,
    [userId, campaign.id, clock.now()],
  );
  if (assistant.status === 'inactive') await activate(database, userId, assistant.id);
  return { status: 'in-progress', assistant };
}

/** An assistant becomes active with its first campaign. */
async function activate(database: Executor, userId: number, id: number): Promise<void> {
  await database.query(
    `update assistants set status = 'active' where user_id = $1 and id = $2 and deleted_at is null`,
    [userId, id],
  );
}
