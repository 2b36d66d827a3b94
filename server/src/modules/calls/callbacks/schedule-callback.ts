import type { BuiltInTool } from '#contract/built-in-tools.ts';
import type { ToolSubject } from '../../../agent/tool.ts';
import { formatNow } from '../../../agent/zone-time.ts';
import { AppError } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import type { NewCallDependencies } from '../asking/dependencies.ts';
import { makeCall } from '../asking/make-call.ts';
import { type AssistantRow, findAssistant } from '../assistant/assistant-row.ts';
import { findCallerNumber } from '../assistant/caller-number.ts';
import { endCall } from '../endings/end-call.ts';
import {
  type CallbackTalk,
  findCallTalk,
  findConversationTalk,
  findEarlierCallbacks,
} from './callback-store.ts';
import { callbackProblem, callbackTime, type WantedTime } from './callback-time.ts';

export type CallbackTool = Extract<BuiltInTool, { type: 'schedule_callback' }>;

export interface CallbackRequest {
  userId: number;
  /** The assistant whose tool was called. */
  assistantId: number;
  tool: CallbackTool;
  /** Identifies the tool call; the same when it is repeated. */
  key: string;
  subject: ToolSubject | undefined;
  wanted: WantedTime & { reason: string | null };
}

const DEFAULT_DAYS_AHEAD = 14;

/**
 * Schedules a call back to the customer, once for each tool call, and cancels their earlier callback. Throws
 * `bad-request`, with a sentence for the model, if the customer has to choose another time or cannot be called back.
 */
export async function scheduleCallback(
  deps: NewCallDependencies,
  request: CallbackRequest,
): Promise<{ status: 'scheduled'; scheduled_for: string; replaced_earlier: boolean; note: string }> {
  const { database, clock } = deps;
  const { userId, tool, key, wanted, subject } = request;
  const talk = await findTalk(database, request);
  const phoneNumber = subject?.customerPhone ?? null;
  if (talk === null || talk.isByVisitor || phoneNumber === null || !phoneNumber.startsWith('+')) {
    throw new AppError(
      'bad-request',
      "The customer's phone number is unknown, so they cannot be called back.",
    );
  }
  const caller = await findCaller(database, request);
  const zones = deps.callingHours.zonesOf(phoneNumber).split('&').filter(Boolean);
  const time = callbackTime(wanted, zones);
  if ('problem' in time) throw new AppError('bad-request', time.problem);
  const problem =
    callbackProblem(time, limitsOf(tool), clock.now()) ?? (await closedProblem(deps, { time, caller }));
  if (problem !== null) throw new AppError('bad-request', problem);
  const { callId } = await makeCall(
    deps,
    { userId },
    {
      phone_number: phoneNumber,
      assistant_id: caller.id,
      variables: { ...talk.variables, callback_reason: wanted.reason },
      scheduled_at: time.at.toISOString(),
      callbackZone: time.zone,
      named: { key: `callback:${key}`, hash: 'callback' },
    },
  );
  const earlier = await findEarlierCallbacks(database, { userId, phoneNumber, callId });
  for (const id of earlier) await replace(deps, { userId, id, by: callId });
  return {
    status: 'scheduled',
    scheduled_for: formatNow(time.at, time.zone),
    replaced_earlier: earlier.length > 0,
    note: `Say this day and time to the customer, and that it is the local time in ${placeOf(time.zone)}. If they are in another time zone, convert their time to it and schedule again.`,
  };
}

/** `New York` of `America/New_York` */
function placeOf(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}

function findTalk(database: Executor, { userId, subject }: CallbackRequest): Promise<CallbackTalk | null> {
  const { callId, conversationId: uuid } = subject ?? {};
  if (callId !== undefined) return findCallTalk(database, { userId, callId });
  return uuid === undefined ? Promise.resolve(null) : findConversationTalk(database, { userId, uuid });
}

/** The callback assistant: the selected one, otherwise the tool's own assistant if it is outbound. */
async function findCaller(
  database: Executor,
  { userId, assistantId, tool }: CallbackRequest,
): Promise<AssistantRow> {
  const caller = await findAssistant(database, { userId, id: tool.assistant_id ?? assistantId });
  if (caller?.type === 'outbound') return caller;
  throw new AppError(
    'unavailable',
    'This assistant cannot call back: its tool schedule_callback names no outbound assistant.',
  );
}

function limitsOf(tool: CallbackTool): Parameters<typeof callbackProblem>[1] {
  const { max_days_ahead, allowed_hours_start_time: start, allowed_hours_end_time: end } = tool;
  const hasHours = start != null || end != null;
  return {
    maxDaysAhead: max_days_ahead ?? DEFAULT_DAYS_AHEAD,
    hours: hasHours ? { start: start ?? '00:00', end: end ?? '23:59' } : null,
  };
}

/** Why the legal hours do not allow the call then; null if they do. */
async function closedProblem(
  { database, callingHours, dialProviders }: NewCallDependencies,
  { time, caller }: { time: { at: Date; zone: string }; caller: AssistantRow },
): Promise<string | null> {
  const { user_id: userId, phone_number_id: phoneNumberId } = caller;
  const number = await findCallerNumber(database, { userId, phoneNumberId, providers: dialProviders });
  if (number === null) throw new AppError('unavailable', 'There is no phone number to call back from.');
  const state = callingHours.stateAt(time.at, { zoneKey: time.zone, provider: number.provider });
  return state.isOpen ? null : `${state.reason} Ask the customer for another time.`;
}

/** No effect if the earlier call is being dialed or is over. */
async function replace(
  { clock, ...ending }: NewCallDependencies,
  { userId, id, by }: { userId: number; id: number; by: number },
): Promise<void> {
  const change = { type: 'canceled', at: clock.now(), reason: `Replaced by call ${by}.` } as const;
  await endCall(ending, { userId, callId: id, heldBy: 'nobody' }, change);
}
