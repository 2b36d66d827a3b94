import type { Clock } from '../../core/clock.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { type ForwardedAnswer, isForwarded, type OtherProcesses } from '../../http/other-processes.ts';
import type { RawRequest } from '../../http/route.ts';
import type {
  CallAnswer,
  CallCarrier,
  CallInstruction,
  CallReport,
} from '../../providers/interfaces/call-carrier.ts';
import type { StreamRoute } from '../../telephony/media-stream/stream-route.ts';
import { callAddresses, inboundPath } from './addresses.ts';

/** Call carriers, available in every process, with or without calls. */
export interface CarrierService {
  /** Id of this process in the `processes` table. */
  processId: string;
  clock: Clock;
  /** Carriers by provider. */
  carriers: ReadonlyMap<string, CallCarrier>;
  /** Routes by provider; empty in a process without calls. */
  routes: Map<string, StreamRoute>;
  others: OtherProcesses;
  /** Id of the process that holds an inbound call; null if no process holds it. */
  inboundHolder(call: { provider: string; carrierCallId: string }): Promise<string | null>;
}

export interface OrderedCall {
  provider: string;
  process: string;
  attempt: string;
}

const HANG_UP: CallInstruction = { kind: 'hang-up' };

/**
 * Answers a carrier request for an outbound call, or forwards it to the process that placed the call. If that process is
 * dead, the call is hung up. Throws `forbidden` for a forged request, `not-found`, and `unavailable` if the process is
 * alive but unreachable.
 */
export async function answerOrdered(
  service: CarrierService,
  purpose: 'answer' | 'status',
  { call, request }: { call: OrderedCall; request: RawRequest },
): Promise<CallAnswer> {
  const carrier = carrierOf(service, call.provider);
  const report = readReport(carrier, request);
  if (report === null) return carrier.acknowledgement;
  const isAnswer = purpose === 'answer';
  if (call.process === service.processId) {
    const route = service.routes.get(call.provider);
    const instruction = route?.ordered(call.attempt, { report, isAnswer }) ?? (isAnswer ? HANG_UP : null);
    return instruction === null ? carrier.acknowledgement : carrier.answer(instruction);
  }
  // The request was forwarded to the wrong process, because the address resolves differently there. The right process
  // may be alive.
  if (isForwarded(request)) throw unreachable();
  const origin = await service.others.of(call.process);
  const path = callAddresses(call.provider, call.process)[purpose](call.attempt);
  const answer =
    origin === null ? null : await service.others.forward(origin, withQuery(path, request), request);
  if (answer?.status === 200) return answer;
  // The carrier retries after an error, and another process may reach the right one.
  if (origin !== null && !(await isGone(service, call.process))) throw unreachable();
  return isAnswer ? carrier.answer(HANG_UP) : carrier.acknowledgement;
}

/** A process still looks alive for a moment after it was killed. */
const DEATH_CHECKS = 10;
const DEATH_CHECK_MS = 200;

async function isGone({ others, clock }: CarrierService, processId: string): Promise<boolean> {
  for (let check = 1; await others.isAlive(processId); check += 1) {
    if (check === DEATH_CHECKS) return false;
    await clock.sleep(DEATH_CHECK_MS);
  }
  return true;
}

/**
 * Answers a carrier request for an inbound call in the process that holds it, or in this one. If this process is busy,
 * any other process with calls answers. Throws `forbidden` for a forged request, and `not-found`.
 */
export async function answerInbound(
  service: CarrierService,
  provider: string,
  request: RawRequest,
): Promise<CallAnswer> {
  const carrier = carrierOf(service, provider);
  const report = readReport(carrier, request);
  if (report === null) return carrier.acknowledgement;
  const route = service.routes.get(provider);
  const { carrierCallId } = report;
  const mayForward = !isForwarded(request);
  if (mayForward && route?.hasInbound(carrierCallId) !== true) {
    const holder = await holderOf(service, { provider, carrierCallId });
    const answer = await forwardInbound(service, holder, { provider, request });
    if (answer !== null) return answer;
  }
  const instruction = route === undefined ? withoutRoute(report) : await route.inbound(report);
  if (instruction === null) return carrier.acknowledgement;
  if (mayForward && instruction.kind === 'reject' && instruction.reason === 'busy') {
    const other = await service.others.anyThatHoldsCalls();
    const answer = await forwardInbound(service, other, { provider, request });
    if (answer !== null) {
      route?.release(carrierCallId);
      return answer;
    }
  }
  return carrier.answer(instruction);
}

function withoutRoute({ progress }: CallReport): CallInstruction | null {
  return progress.state === 'ended' ? null : { kind: 'reject', reason: 'busy' };
}

async function forwardInbound(
  { others }: CarrierService,
  origin: string | null,
  { provider, request }: { provider: string; request: RawRequest },
): Promise<ForwardedAnswer | null> {
  const path = withQuery(inboundPath(provider), request);
  const answer = origin === null ? null : await others.forward(origin, path, request);
  return answer?.status === 200 ? answer : null;
}

/** Origin of the other process that holds an inbound call; null if no other process does. */
async function holderOf(
  { processId, others, inboundHolder }: CarrierService,
  call: { provider: string; carrierCallId: string },
): Promise<string | null> {
  const holder = await inboundHolder(call);
  return holder === null || holder === processId ? null : others.of(holder);
}

function unreachable(): AppError {
  return new AppError('unavailable', 'The process that handles this call cannot be reached.');
}

/** The carrier of a configured provider; throws `not-found`. */
export function carrierOf(service: CarrierService, provider: string): CallCarrier {
  const carrier = service.carriers.get(provider);
  if (carrier === undefined) throw notFound('Carrier');
  return carrier;
}

/** Verifies the request before it is forwarded. Returns null if it is not about a call. */
function readReport(carrier: CallCarrier, request: RawRequest): CallReport | null {
  const reading = carrier.readRequest(request);
  if (reading.kind === 'refused') throw new AppError('forbidden', reading.reason);
  return reading.report;
}

/** @param path relative to `/api` */
function withQuery(path: string, { url }: RawRequest): string {
  const queryAt = url.indexOf('?');
  return `/api${path}${queryAt === -1 ? '' : url.slice(queryAt)}`;
}
