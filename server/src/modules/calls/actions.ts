import type { Context } from '../../core/context.ts';
import { notFound } from '../../core/errors.ts';
import { type PageRequest, pageEnvelope } from '../../http/pagination.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { CallDependencies } from './asking/dependencies.ts';
import { type CallFilter, readCallPage } from './reading/call-page.ts';
import { readCallView } from './reading/call-view.ts';

export type { CampaignCallSetup, CampaignCalls } from './active/campaign-calls.ts';
export { type CallService, createCallService } from './active/create-call-service.ts';
export {
  CLAIM_AHEAD_MS,
  type DialRate,
  dialRateOf,
  type LockedRates,
  lockRates,
  storeRates,
} from './active/dial-rates.ts';
export { hasCallPrice } from './asking/balance.ts';
export type { CallDependencies } from './asking/dependencies.ts';
export { deleteCall, hangUpCall } from './asking/end-calls.ts';
export { makeCall } from './asking/make-call.ts';
export { findMediaOrigin, mediaOrigins, openWebCall, WEB_MEDIA_PATH } from './asking/web-call.ts';
export {
  type AccountNumber,
  CALLER_NUMBER,
  type CallerNumber,
  findCallerNumber,
  findNumbersById,
  findOwnCallerNumber,
} from './assistant/caller-number.ts';
export type { CallCampaigns, CalledLead } from './endings/call-campaigns.ts';
export { readAssistantLatency } from './estimate/assistant-latency.ts';
export type { ActiveCall } from './lifecycle/call-store.ts';
export { findInboundProcess } from './lifecycle/inbound-process.ts';
export { removeOldPendingHangUps } from './lifecycle/pending-hang-ups.ts';
export { countUnpaid, RICH_CALLS, SPARE_CALLS } from './lifecycle/unpaid-calls.ts';
export { FREE_CARRIER } from './rules.ts';

/** The paginated list as JSON text. */
export async function listCalls(
  { database }: CallDependencies,
  { userId }: Context,
  { filter, page, facts }: { filter: CallFilter; page: PageRequest; facts: RequestFacts },
): Promise<string> {
  const result = await readCallPage(database, { userId, filter, origin: facts.origin }, page);
  return pageEnvelope(facts, page, result);
}

/** One call with all details, as JSON text. Throws `not-found`. */
export async function readCall(
  { database }: CallDependencies,
  { userId }: Context,
  { callId, origin }: { callId: number; origin: string },
): Promise<string> {
  const view = await readCallView(database, { userId, callId, origin });
  if (view === null) throw notFound('Call');
  return view;
}
