import type { z } from 'zod';
import type { CallOverrides, makeCallRequest } from '#contract/calls.ts';
import { toCallable } from '#contract/phone-numbers.ts';
import type { SipHeader } from '#contract/sip-headers.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import { type NamedRequest, requireSameRequest } from '../../../core/named-request.ts';
import type { Executor } from '../../../db/client.ts';
import { brokenForeignKey } from '../../../db/errors.ts';
import { checkOverrides } from '../../assistants/actions.ts';
import {
  findAssistantTexts,
  unfilledVariables,
  unfilledWarnings,
  unusableWarnings,
} from '../../assistants/variables/unfilled-variables.ts';
import { isBlacklisted } from '../../blacklist/actions.ts';
import { findExtension } from '../../phone-numbers/sip-trunks/extensions.ts';
import { type AssistantRow, findAssistant } from '../assistant/assistant-row.ts';
import { overriddenTexts } from '../assistant/call-overrides.ts';
import { type CallerNumber, findCallerNumber } from '../assistant/caller-number.ts';
import { insertCall, type Schedule } from '../lifecycle/call-store.ts';
import { findLiveCall, lockPerson } from '../lifecycle/live-calls.ts';
import { FREE_CARRIER, scheduleProblem } from '../rules.ts';
import { coversNewCall, requireCallBalance } from './balance.ts';
import type { NewCallDependencies } from './dependencies.ts';

/**
 * Checks the time, and the overrides as an update of the assistant would, with errors such as `overrides.voice_id`. A
 * repeated request has no errors, even if its time has passed since.
 */
export async function checkCall(
  dependencies: NewCallDependencies,
  { userId, named }: { userId: number; named: NamedRequest | null },
  {
    assistant_id: assistantId,
    overrides: supplied,
    scheduled_at: at,
  }: Holding<z.output<typeof makeCallRequest>>,
): Promise<FieldErrors> {
  const hasChecks = at != null || supplied != null;
  if (hasChecks && named !== null && (await findEarlier(dependencies.database, userId, named)) !== null) {
    return {};
  }
  const problem = at == null ? null : scheduleProblem(new Date(at), dependencies.clock.now());
  const errors: FieldErrors = problem === null ? {} : { scheduled_at: [problem] };
  if (supplied == null || assistantId === undefined) return errors;
  const ofOverrides = await checkOverrides(dependencies, { userId }, { assistantId, supplied });
  for (const [name, texts] of Object.entries(ofOverrides)) errors[`overrides.${name}`] = texts;
  return errors;
}

/**
 * Queues an outbound call for a voice process, at once or for a later time. Throws `bad-request` for a number that
 * cannot be called, `not-found`, `invalid` without a calling number or balance, and `conflict` for a number in a live
 * call, unless parallel calls are allowed. A scheduled call is checked again when it is dialed. The same idempotency key
 * queues it once.
 * @returns the call's id, and warnings about assistant variables without a value
 */
export async function makeCall(
  dependencies: NewCallDependencies,
  { userId }: { userId: number },
  { named, callbackZone, ...input }: NewCall,
): Promise<MadeCall> {
  const request = {
    userId,
    phoneNumber: input.phone_number,
    assistantId: input.assistant_id,
    variables: input.variables ?? {},
    overrides: input.overrides ?? null,
    isParallelAllowed: input.allow_parallel === true,
    scheduledAt: input.scheduled_at == null ? null : new Date(input.scheduled_at),
    ignoresHours: input.ignore_hours === true,
    callbackZone: callbackZone ?? null,
    externalId: input.external_id ?? null,
    sipHeaders: input.sip_headers ?? [],
    named,
  };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const made = await placeOrder(dependencies, request);
    if (made !== null) return made;
  }
  throw new AppError(
    'unavailable',
    'The call could not be created because its settings changed in the meantime. Try again.',
  );
}

/** Retries when a precondition changes while the call is stored. */
const MAX_TRIES = 3;

type NewCall = z.output<typeof makeCallRequest> & {
  named: NamedRequest | null;
  /** The customer's time zone in a callback, whose legal hours apply. */
  callbackZone?: string;
};

interface MadeCall {
  callId: number;
  warnings: string[];
}

interface CallRequest {
  userId: number;
  phoneNumber: string;
  assistantId: number;
  variables: Record<string, unknown>;
  overrides: CallOverrides | null;
  isParallelAllowed: boolean;
  /** Null for an immediate call. */
  scheduledAt: Date | null;
  ignoresHours: boolean;
  /** The customer's time zone in a callback; null in other calls. */
  callbackZone: string | null;
  externalId: string | null;
  sipHeaders: readonly SipHeader[];
  named: NamedRequest | null;
}

interface Order extends CallRequest {
  /** The number to dial. */
  to: string;
}

/** Null if the calling number, the balance or the idempotency key changed during the request. */
async function placeOrder(dependencies: NewCallDependencies, request: CallRequest): Promise<MadeCall | null> {
  const { database, prices, notifier, dialProviders } = dependencies;
  const { userId, named } = request;
  const earlier = named === null ? null : await findEarlier(database, userId, named);
  const made = async (callId: number | null): Promise<MadeCall | null> =>
    callId === null ? null : { callId, warnings: await warningsOf(database, request) };
  if (earlier !== null) return made(earlier);
  const to = await requireTarget(dependencies, request);
  const assistant = await requireOutbound(database, userId, request.assistantId);
  if (await isBlacklisted(database, { userId, phoneNumber: to })) {
    throw new AppError('invalid', "This phone number is on the account's do-not-call list.");
  }
  await requireCallBalance(database, prices, userId);
  const { phone_number_id: phoneNumberId } = assistant;
  const from = await findCallerNumber(database, { userId, phoneNumberId, providers: dialProviders });
  if (from === null) throw missingNumber(phoneNumberId);
  const order = { ...request, to };
  const schedule = scheduleOf(dependencies, order, from);
  const id = await store(dependencies, { ...order, assistant, from, schedule });
  if (id !== null) {
    notifier.notifyAll('calls');
    return made(id);
  }
  // A concurrent retry of the same request has stored it.
  return made(named === null ? null : await findEarlier(database, userId, named));
}

/** Null for an immediate call. Throws `invalid` for a time outside the legal hours. */
function scheduleOf(
  { callingHours }: NewCallDependencies,
  { to, scheduledAt, ignoresHours, callbackZone, isParallelAllowed }: Order,
  { provider }: CallerNumber,
): Schedule | null {
  if (scheduledAt === null) return null;
  // An extension has no time zone.
  const ofNumber = ignoresHours || !to.startsWith('+') ? null : callingHours.zonesOf(to);
  const zoneKey = callbackZone ?? ofNumber;
  const state = zoneKey === null ? null : callingHours.stateAt(scheduledAt, { zoneKey, provider });
  if (state?.isOpen === false) {
    throw invalid({ scheduled_at: [`${state.reason} Choose another time, or set ignore_hours to true.`] });
  }
  return { atMs: scheduledAt.getTime(), zoneKey, isParallelAllowed, isCallback: callbackZone !== null };
}

async function warningsOf(
  database: Executor,
  { userId, assistantId, variables, overrides }: CallRequest,
): Promise<string[]> {
  const own = await findAssistantTexts(database, { userId, id: assistantId });
  const texts = own === null ? null : overriddenTexts(own, overrides);
  const names = texts === null ? [] : unfilledVariables(texts, { given: variables, isOfCampaign: false });
  return [
    ...unfilledWarnings(names, 'neither this call nor the assistant has a value for it'),
    ...unusableWarnings(Object.keys(variables)),
  ];
}

/** The number to dial: an international number or an extension of the account. Throws `bad-request` for others. */
async function requireTarget(
  { database, ownHosts }: NewCallDependencies,
  { userId, phoneNumber }: CallRequest,
): Promise<string> {
  const number = toCallable(phoneNumber);
  if (number !== null) return number;
  const extension = await findExtension(database, { userId, named: phoneNumber.trim(), ownHosts });
  if (extension !== null) return extension.phone_number;
  throw new AppError('bad-request', 'The phone number must be a valid phone number in international format.');
}

async function requireOutbound(database: Executor, userId: number, id: number): Promise<AssistantRow> {
  const assistant = await findAssistant(database, { userId, id });
  if (assistant?.type === 'outbound') return assistant;
  throw new AppError('not-found', 'Outbound assistant not found.');
}

function missingNumber(chosen: number | null): AppError {
  const text =
    chosen === null
      ? 'This account has no phone number to call from.'
      : 'The phone number of this assistant cannot make calls: its carrier is not configured on this server, or its subscription has ended.';
  return new AppError('invalid', text);
}

/**
 * Stores the call and activates its assistant in one transaction. Null if the idempotency key exists, the balance no
 * longer covers the call, or the calling number was released.
 */
async function store(
  { database, prices }: NewCallDependencies,
  order: Order & { assistant: AssistantRow; from: CallerNumber; schedule: Schedule | null },
): Promise<number | null> {
  const { userId, assistant, from, to, variables, named, schedule } = order;
  try {
    return await database.transaction(async (transaction) => {
      if (!order.isParallelAllowed && schedule === null) await requireIdleNumber(transaction, order);
      if (!(await coversNewCall(transaction, prices, userId))) return null;
      const call = await insertCall(transaction, {
        userId,
        assistantId: assistant.id,
        type: 'outbound',
        processId: null,
        named,
        externalId: order.externalId,
        sipHeaders: order.sipHeaders,
        phoneNumberId: from.id,
        assistantPhone: from.phone_number,
        clientPhone: to,
        provider: from.provider,
        variables: { ...assistant.variables, ...order.overrides?.variables, ...variables },
        given: Object.keys(variables),
        overrides: order.overrides,
        schedule,
        isFree: from.provider === FREE_CARRIER,
        ringingTimeMs: assistant.ringing_time * 1000,
      });
      if (call !== null) await activate(transaction, assistant, call.id);
      return call?.id ?? null;
    });
  } catch (error) {
    if (brokenForeignKey(error) !== 'calls_phone_number_id_fkey') throw error;
    return null;
  }
}

/**
 * Throws `conflict` if the account has a live call with this person. Locks the person until the call is stored, so that
 * of concurrent requests one is accepted. A call of the same idempotency key does not count.
 */
async function requireIdleNumber(transaction: Executor, { userId, to, named }: Order): Promise<void> {
  const person = { userId, phoneNumber: to };
  await lockPerson(transaction, person);
  const live = await findLiveCall(transaction, person, named?.key ?? null);
  if (live === null) return;
  throw new AppError(
    'conflict',
    `${to} is already in a call (call ${live}): wait until it ends, or set allow_parallel to true to call it anyway.`,
  );
}

/** Activates the assistant with its first outbound call. Later calls do not reactivate it. */
async function activate(
  transaction: Executor,
  { user_id: userId, id, status }: AssistantRow,
  callId: number,
): Promise<void> {
  if (status === 'active') return;
  await transaction.query(
    `update assistants set status = 'active' where user_id = $1 and id = $2 and deleted_at is null
       and not exists (select from calls where assistant_id = $2 and id <> $3 and type = 'outbound')`,
    [userId, id, callId],
  );
}

/**
 * The call that was stored for this idempotency key; null if the key is new, or 24 hours older than the call's request
 * and time.
 */
async function findEarlier(database: Executor, userId: number, named: NamedRequest): Promise<number | null> {
  await database.query(
    `update calls set request_key = null
     where user_id = $1 and request_key = $2
       and greatest(created_at, scheduled_at) < clock_timestamp() - interval '24 hours'`,
    [userId, named.key],
  );
  const [row] = await database.query<{ id: number; request_hash: string | null }>(
    'select id, request_hash from calls where user_id = $1 and request_key = $2',
    [userId, named.key],
  );
  if (row === undefined) return null;
  requireSameRequest(row.request_hash, named);
  return row.id;
}
