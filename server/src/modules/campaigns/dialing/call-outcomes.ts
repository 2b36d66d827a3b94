import type { Clock } from '../../../core/clock.ts';
import type { Executor } from '../../../db/client.ts';
import type { Notifier } from '../../../work/notifier.ts';
import type { CallCampaigns, CalledLead } from '../../calls/endings/call-campaigns.ts';
import { callOutcome, isCutOffByUs } from '../rules/call-outcome.ts';
import { type LeadState, progress } from '../rules/lead-progress.ts';
import { releaseCallback } from './contact-pause.ts';
import {
  type LeadCall,
  type LeadChange,
  type LockedLead,
  lockLeadsOfCalls,
  storeLeads,
} from './lead-store.ts';

interface OutcomeDeps {
  clock: Pick<Clock, 'now'>;
  notifier: Notifier;
}

/** Updates leads when their calls end, inside the same transactions. */
export function createCallCampaigns({ clock, notifier }: OutcomeDeps): CallCampaigns {
  return {
    callsEnded: async (transaction, callIds) => {
      const now = clock.now();
      const leads = await lockLeadsOfCalls(transaction, callIds);
      const changes = leads.filter(isOfItsCall).map((lead) => afterCall(lead, now));
      await storeLeads(transaction, changes, now);
      notifyAfter(transaction, notifier, leads);
      return shown(leads, changes, now);
    },
    scheduledCallEnded: async (transaction, callId) => {
      const campaignIds = await releaseCallback(transaction, { callId, now: clock.now() });
      if (campaignIds.length > 0) transaction.afterCommit(() => notifier.notify('campaigns', campaignIds));
    },
    callEvaluated: async (transaction, callId, fields) => {
      const now = clock.now();
      const leads = await lockLeadsOfCalls(transaction, [callId]);
      const values = new Map(fields.map(({ name, value }) => [name, value]));
      const changes = leads.flatMap((lead) => afterEvaluation(lead, values, now));
      await storeLeads(transaction, changes, now);
      if (changes.length > 0) notifyAfter(transaction, notifier, leads);
      return shown(leads, changes, now).get(callId) ?? null;
    },
  };
}

type CalledLeadRow = LockedLead & { call: LeadCall };

/** False if the account closed or reset the lead during the call. */
function isOfItsCall({ callId, call }: CalledLeadRow): boolean {
  return callId === call.id;
}

function afterCall(lead: CalledLeadRow, now: Date): LeadChange {
  const outcome = callOutcome(lead.call);
  const isCutOff = isCutOffByUs(lead.call);
  const after = progress(lead, { type: 'call-ended', outcome, isCutOff }, { policy: lead.campaign, now });
  return { before: lead, after: withoutListed(lead, after, now), outcome };
}

/** Skips the lead's numbers that were blacklisted during the call. */
function withoutListed(
  { call, contactId: called, campaign }: CalledLeadRow,
  after: LeadState,
  now: Date,
): LeadState {
  const listed = [...(call.isOwnNumberListed ? [null] : []), ...(call.isNumberListed ? [called] : [])];
  return listed.reduce<LeadState>(
    (lead, contactId) =>
      lead.dueAt === null
        ? lead
        : progress(lead, { type: 'blacklisted', contactId }, { policy: campaign, now }),
    after,
  );
}

/** The change by an evaluation; empty if it changes nothing, for example because a later call decides. */
function afterEvaluation(lead: CalledLeadRow, values: ReadonlyMap<string, unknown>, now: Date): LeadChange[] {
  const { goalVariable } = lead.campaign;
  const { answeredBy, isAnswered, isLatest } = lead.call;
  const value = goalVariable === null ? null : values.get(goalVariable);
  // A call answered by a machine cannot miss the goal.
  const isAsked = goalVariable !== null && isAnswered && (answeredBy !== 'machine' || value === true);
  const isOpen = isOfItsCall(lead) || (lead.callId === null && isLatest && isAsked);
  if (!isOpen) return [];
  const goalMet = typeof value === 'boolean' ? value : null;
  const isOff = goalVariable === null || !values.has(goalVariable);
  const after = progress(lead, { type: 'evaluated', goalMet, isOff }, { policy: lead.campaign, now });
  if (after === lead) return [];
  return [{ before: lead, after: withoutListed(lead, after, now), outcome: null }];
}

function notifyAfter(transaction: Executor, notifier: Notifier, leads: readonly LockedLead[]): void {
  const ids = [...new Set(leads.map(({ campaign }) => campaign.id))];
  if (ids.length > 0) transaction.afterCommit(() => notifier.notify('campaigns', ids));
}

function shown(
  leads: readonly CalledLeadRow[],
  changes: readonly LeadChange[],
  now: Date,
): ReadonlyMap<number, CalledLead> {
  const changed = new Map(changes.map(({ before, after }) => [before.id, after]));
  return new Map(leads.map((lead) => [lead.call.id, calledLead(lead, changed.get(lead.id) ?? null, now)]));
}

const textOf = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

function calledLead(lead: LockedLead, after: LeadState | null, now: Date): CalledLead {
  const { id, name } = lead.campaign;
  return {
    id: lead.id,
    external_id: lead.externalId,
    phone_number: lead.phoneNumber,
    variables: lead.variables,
    status: (after ?? lead).status,
    call_tries: lead.callTries,
    goal_met: (after ?? lead).goalMet,
    created_at: textOf(lead.createdAt),
    updated_at: textOf(after === null ? lead.updatedAt : now),
    campaign: { id, name },
  };
}
