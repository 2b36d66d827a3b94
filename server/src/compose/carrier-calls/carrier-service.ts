import type { Clock } from '../../core/clock.ts';
import { AppError, notFound } from '../../core/errors.ts';
import type { RawRequest } from '../../http/route.ts';
import type {
  CallAnswer,
  CallCarrier,
  CallInstruction,
  CallReport,
} from '../../providers/interfaces/call-carrier.ts';
import type { StreamRoute } from '../../telephony/media-stream/stream-route.ts';
import { callAddresses, inboundPath } from './addresses.ts';
import { type HandedAnswer, isHandedOn, type OtherProcesses } from './other-processes.ts';

/** Carriers of calls as a process sees them, whether it holds calls itself or not. */
export interface CarrierService {
  /** This one, in the table of processes. */
  processId: string;
  clock: Clock;
  /** Accounts of this installation, by provider. */
  carriers: ReadonlyMap<string, CallCarrier>;
  /** Their lines in this process; none where it holds no calls. */
  routes: Map<string, StreamRoute>;
  others: OtherProcesses;
  /** The process that holds a call which came in; null: none does. */
  inboundHolder(call: { provider: string; carrierCallId: string }): Promise<string | null>;
}

/** What the addresses say of a call that we have ordered: whose it is, and of which attempt. */
export interface OrderedCall {
  provider: string;
  process: string;
  attempt: string;
}

const NOBODY: CallInstruction = { kind: 'hang-up' };

/**
 * Answers a carrier about a call that was ordered: here, or by the process that has ordered it. Where that one is gone, so
 * is the call: it is hung up. Throws `forbidden` for anybody but the carrier, `not-found`, and `unavailable` where that one
 * lives and cannot be reached.
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
    const instruction = route?.ordered(call.attempt, { report, isAnswer }) ?? (isAnswer ? NOBODY : null);
    return instruction === null ? carrier.acknowledgement : carrier.answer(instruction);
  }
  // Whoever handed this on was led here by an address that means another machine there: the one that has the call may live.
  if (isHandedOn(request)) throw unreached();
  const origin = await service.others.of(call.process);
  const path = callAddresses(call.provider, call.process)[purpose](call.attempt);
  const answer = origin === null ? null : await service.others.ask(origin, withQuery(path, request), request);
  if (answer?.status === 200) return answer;
  // The carrier asks again where it got no answer, and another process may reach the one that has the call.
  if (origin !== null && !(await isGone(service, call.process))) throw unreached();
  return isAnswer ? carrier.answer(NOBODY) : carrier.acknowledgement;
}

/** A process that was killed this moment still seems to live for another. */
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
 * Answers a carrier about a call that comes in: the process that has it decides, else this one, else, where this one takes no
 * more, any other that holds calls. Throws `forbidden` for anybody but the carrier, and `not-found`.
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
  const mayHand = !isHandedOn(request);
  if (mayHand && route?.hasInbound(carrierCallId) !== true) {
    const holder = await holderOf(service, { provider, carrierCallId });
    const answer = await handInbound(service, holder, { provider, request });
    if (answer !== null) return answer;
  }
  const instruction = route === undefined ? withoutRoute(report) : await route.inbound(report);
  if (instruction === null) return carrier.acknowledgement;
  if (mayHand && instruction.kind === 'reject' && instruction.reason === 'busy') {
    const other = await service.others.anyThatHoldsCalls();
    const answer = await handInbound(service, other, { provider, request });
    if (answer !== null) {
      route?.letGo(carrierCallId);
      return answer;
    }
  }
  return carrier.answer(instruction);
}

function withoutRoute({ progress }: CallReport): CallInstruction | null {
  return progress.state === 'ended' ? null : { kind: 'reject', reason: 'busy' };
}

async function handInbound(
  { others }: CarrierService,
  origin: string | null,
  { provider, request }: { provider: string; request: RawRequest },
): Promise<HandedAnswer | null> {
  const path = withQuery(inboundPath(provider), request);
  const answer = origin === null ? null : await others.ask(origin, path, request);
  return answer?.status === 200 ? answer : null;
}

/** Where another process is that holds a call which came in; null: none does. */
async function holderOf(
  { processId, others, inboundHolder }: CarrierService,
  call: { provider: string; carrierCallId: string },
): Promise<string | null> {
  const holder = await inboundHolder(call);
  return holder === null || holder === processId ? null : others.of(holder);
}

function unreached(): AppError {
  return new AppError('unavailable', 'The process that has this call cannot be reached.');
}

/** The carrier of a provider that this installation has an account at; throws `not-found`. */
export function carrierOf(service: CarrierService, provider: string): CallCarrier {
  const carrier = service.carriers.get(provider);
  if (carrier === undefined) throw notFound('Carrier');
  return carrier;
}

/** Whatever process it came to: nobody else's words are handed on. Null: it says nothing of a call. */
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
