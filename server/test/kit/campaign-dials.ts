import { mobileNumber } from './calls.ts';
import { createCampaign, createLead, setStatus } from './campaigns.ts';
import { eventually } from './eventually.ts';
import type { Answer, Client } from './test-server.ts';
import type { ScriptedDial, ScriptedVoice } from './voice/scripted-calls.ts';

/** Applies the real legal calling hours to sandbox numbers. */
export const LIKE_PEOPLE = { PARLEY_SANDBOX_CALLING_HOURS: '08:00-21:00' };
/** Allows calls at any hour. */
export const AT_ANY_HOUR = { PARLEY_CALLING_HOURS: '0:00-24:00' };

/** A running campaign with leads; returns its id and their numbers. */
export async function runningCampaign(
  account: Client,
  { leads, ...fields }: { leads: number } & Record<string, unknown>,
): Promise<{ id: number; numbers: string[] }> {
  const { id } = await createCampaign(account, fields);
  const numbers = Array.from({ length: leads }, mobileNumber);
  for (const phone_number of numbers) await createLead(account, { campaign_id: id, phone_number });
  const started = await setStatus(account, id, 'start');
  if (started.status !== 200) throw new Error(`The campaign was not started: ${started.text}`);
  return { id, numbers };
}

/** All leads of a campaign, oldest first. */
export async function leadsOf(account: Client, campaignId: number): Promise<Answer['body'][]> {
  const { body } = await account.get(`/user/leads?campaign_id=${campaignId}&per_page=100`);
  return [...body.data].sort((one: { id: number }, other: { id: number }) => one.id - other.id);
}

/** Waits until the campaign's only lead matches. */
export function leadOnce(
  account: Client,
  campaignId: number,
  isDone: (lead: Answer['body']) => boolean,
): Promise<Answer['body']> {
  return eventually(async () => (await leadsOf(account, campaignId))[0], isDone);
}

/** Waits until the campaign matches. */
export function campaignOnce(
  account: Client,
  id: number,
  isDone: (campaign: Answer['body']) => boolean,
): Promise<Answer['body']> {
  return eventually(async () => (await account.get(`/user/campaign/${id}`)).body.data, isDone);
}

/** Waits for this many dials of the scripted routes to these numbers. */
export function dialsTo(
  voices: readonly ScriptedVoice[],
  numbers: readonly string[],
  count: number,
): Promise<ScriptedDial[]> {
  const known = new Set(numbers);
  return eventually(
    async () => voices.flatMap(({ dials }) => dials).filter(({ request }) => known.has(request.to)),
    (dials) => dials.length >= count,
  );
}

export const busy = { type: 'failed', failure: 'busy', code: '486', reason: '' } as const;
export const noAnswer = { type: 'failed', failure: 'no-answer', code: null, reason: '' } as const;
export const invalidNumber = { type: 'failed', failure: 'invalid-number', code: '404', reason: '' } as const;
