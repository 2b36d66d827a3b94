import type { CreateCampaign, UpdateCampaign } from '#contract/campaigns.ts';
import type { FieldErrors } from '#contract/validation.ts';
import type { Context } from '../../core/context.ts';
import { AppError, invalid, notFound } from '../../core/errors.ts';
import type { Executor } from '../../db/client.ts';
import { brokenForeignKey } from '../../db/errors.ts';
import { changedSettings, newSettings } from './configuration/campaign-columns.ts';
import { findOutboundAssistant, findOwnNumbers, findTimezone } from './configuration/campaign-references.ts';
import {
  awaitNewLeads,
  findCampaign,
  hideCampaign,
  insertCampaign,
  lockAndCount,
  readCampaign,
  readCampaigns,
  removeLeads,
  type StoredCampaign,
  setCampaignNumbers,
  updateCampaign,
} from './configuration/campaign-store.ts';
import type { CampaignDependencies } from './configuration/dependencies.ts';
import { awaitInFlightCalls } from './dialing/await-in-flight.ts';
import { releasePaused } from './dialing/contact-pause.ts';
import { campaignErrors, type SuppliedCampaign } from './rules.ts';

/** All campaigns as JSON text. */
export function listCampaigns({ database }: CampaignDependencies, { userId }: Context): Promise<string> {
  return readCampaigns(database, userId);
}

/** One campaign as JSON text. Throws `not-found`. */
export async function showCampaign(
  { database }: { database: Executor },
  { userId }: Context,
  id: number,
): Promise<string> {
  const text = await readCampaign(database, { userId, id });
  if (text === null) throw notFound('Campaign');
  return text;
}

/** Validates rules between fields and references. `id` is null for a new campaign. Throws `not-found`. */
export async function checkCampaign(
  { database, plan }: CampaignDependencies,
  { userId }: Context,
  { supplied, id }: { supplied: SuppliedCampaign; id: number | null },
): Promise<FieldErrors> {
  const stored = id === null ? null : await findCampaign(database, { userId, id });
  if (id !== null && stored === null) throw notFound('Campaign');
  return brokenRules({ database, plan }, userId, { supplied, stored });
}

async function brokenRules(
  { database, plan }: { database: Executor; plan: CampaignDependencies['plan'] },
  userId: number,
  { supplied, stored }: { supplied: SuppliedCampaign; stored: StoredCampaign | null },
): Promise<FieldErrors> {
  const assistantId = supplied.assistant_id ?? stored?.assistant_id ?? null;
  const isGoalAsked = supplied.assistant_id !== undefined || supplied.goal_completion_variable != null;
  const assistant =
    assistantId === null || !isGoalAsked
      ? null
      : await findOutboundAssistant(database, { userId, id: assistantId });
  const ids = (supplied.phone_number_ids ?? []).flatMap((one) => (one === undefined ? [] : [one]));
  return campaignErrors(supplied, {
    goals: assistant?.goals ?? null,
    storedGoal: stored?.goal_completion_variable ?? null,
    ownNumbers: await findOwnNumbers(database, userId, ids),
    parallelCalls: plan.parallelCalls,
    storedParallelCalls: stored?.max_calls_in_parallel ?? null,
    storedDates: stored === null ? null : { start: stored.starts_at, end: stored.ends_at },
    storedHours:
      stored === null ? null : { start: stored.allowed_hours_start_time, end: stored.allowed_hours_end_time },
  });
}

async function requireAssistant(database: Executor, userId: number, id: number): Promise<void> {
  if ((await findOutboundAssistant(database, { userId, id })) !== null) return;
  throw new AppError('not-found', 'Outbound assistant not found.');
}

/**
 * Throws `not-found` for the assistant, and `forbidden` at the plan's limit of campaigns.
 * @param input has passed `checkCampaign`
 * @returns the campaign as JSON text
 */
export function createCampaign(
  { database, plan }: CampaignDependencies,
  context: Context,
  input: CreateCampaign,
): Promise<string> {
  const { userId } = context;
  const create = async (transaction: Executor): Promise<string> => {
    await requireAssistant(transaction, userId, input.assistant_id);
    if ((await lockAndCount(transaction, userId)) >= plan.campaigns) {
      throw new AppError('forbidden', `This account has reached its limit of ${plan.campaigns} campaigns.`);
    }
    const from = { timezone: await findTimezone(transaction, userId), parallelCalls: plan.parallelCalls };
    const { name, assistant_id } = input;
    const columns = { name, assistant_id, ...newSettings(input, from) };
    const id = await insertCampaign(transaction, userId, columns);
    await setCampaignNumbers(transaction, id, input.phone_number_ids ?? []);
    return showCampaign({ database: transaction }, context, id);
  };
  return withNumberError(() => database.transaction(create));
}

/** Checks the rules again under the row lock. Throws `not-found` and `invalid`. @returns the campaign as JSON text */
export async function changeCampaign(
  { database, plan, notifier, clock }: CampaignDependencies,
  context: Context,
  { id, input }: { id: number; input: UpdateCampaign },
): Promise<string> {
  const { userId } = context;
  const change = async (transaction: Executor): Promise<string> => {
    const stored = await findCampaign(transaction, { userId, id, isLocked: true });
    if (stored === null) throw notFound('Campaign');
    if (input.assistant_id !== undefined) await requireAssistant(transaction, userId, input.assistant_id);
    const errors = await brokenRules({ database: transaction, plan }, userId, { supplied: input, stored });
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const from = { timezone: await findTimezone(transaction, userId), parallelCalls: plan.parallelCalls };
    const settings = changedSettings(input, { stored, from });
    await updateCampaign(
      transaction,
      { userId, id },
      {
        name: input.name ?? stored.name,
        assistant_id: input.assistant_id ?? stored.assistant_id,
        ...settings,
      },
    );
    if (settings.contact_pause !== stored.contact_pause) {
      await releasePaused(transaction, { campaignId: id, now: clock.now() });
    }
    if (input.phone_number_ids !== undefined) {
      await setCampaignNumbers(transaction, id, input.phone_number_ids ?? []);
    }
    return showCampaign({ database: transaction }, context, id);
  };
  const text = await withNumberError(() => database.transaction(change));
  notifier.notify('campaigns', [id]);
  return text;
}

/** Reports a number that was deleted between check and write like an unknown one. */
async function withNumberError<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (brokenForeignKey(error) !== 'campaign_phone_numbers_phone_number_id_fkey') throw error;
    throw invalid({ phone_number_ids: ['The selected phone number ids is invalid.'] });
  }
}

/** Live calls continue; no new call begins after this resolves. Throws `not-found`. */
export async function deleteCampaign(
  { database, clock, notifier }: CampaignDependencies,
  { userId }: Context,
  id: number,
): Promise<void> {
  const isHidden = await database.transaction(async (transaction) => {
    if (!(await hideCampaign(transaction, { userId, id, now: clock.now() }))) return false;
    await removeLeads(transaction, id);
    return true;
  });
  if (!isHidden) throw notFound('Campaign');
  notifier.notify('campaigns', [id]);
  // Transactions that started earlier did not see the campaign as hidden and may still add leads.
  await database.transaction(async (transaction) => {
    await awaitNewLeads(transaction, id);
    await removeLeads(transaction, id);
  });
  await awaitInFlightCalls({ database, clock }, id);
}
