import type { Clock } from '../../core/clock.ts';
import { AppError, notFound } from '../../core/errors.ts';
import type { RawRequest } from '../../http/route.ts';
import type {
  CallAnswer,
  CallCarrier,
  CallInstruction,
  CallReport,
} from '../../providers/spec/call-carrier.ts';
import type { StreamLine } from '../../telephony/media-stream/stream-line.ts';
import { callAddresses, inboundPath } from './addresses.ts';
import { type HandedAnswer, isHandedOn, type OtherProcesses } from './other-processes.ts';

/** Carriers of calls as a process sees them, whether it holds calls itself or not. */
export interface CarrierDesk {
  /** This one, in the table of processes. */
  processId: string;
  clock: Clock;
  /** Accounts of this installation, by provider. */
  carriers: ReadonlyMap<string, CallCarrier>;
  /** Their lines in this process; none where it holds no calls. */
  lines: Map<string, StreamLine>;
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
 * is the call: it is hung up. Throws `forbidden` for anybody but the carrier, and `not-found`.
 */
export async function answerOrdered(
  desk: CarrierDesk,
  purpose: 'answer' | 'status',
  { call, request }: { call: OrderedCall; request: RawRequest },
): Promise<CallAnswer> {
  const carrier = carrierOf(desk, call.provider);
  const report = readReport(carrier, request);
  if (report === null) return carrier.acknowledgement;
  const isAnswer = purpose === 'answer';
  if (call.process === desk.processId) {
    const line = desk.lines.get(call.provider);
    const instruction = line?.ordered(call.attempt, { report, isAnswer }) ?? (isAnswer ? NOBODY : null);
    return instruction === null ? carrier.acknowledgement : carrier.answer(instruction);
  }
  const origin = isHandedOn(request) ? null : await desk.others.of(call.process);
  const path = callAddresses(call.provider, call.process)[purpose](call.attempt);
  const answer = origin === null ? null : await desk.others.ask(origin, withQuery(path, request), request);
  if (answer?.status === 200) return answer;
  return isAnswer ? carrier.answer(NOBODY) : carrier.acknowledgement;
}

/**
 * Answers a carrier about a call that comes in: the process that has it decides, else this one, else any that holds calls.
 * Throws as above.
 */
export async function answerInbound(
  desk: CarrierDesk,
  provider: string,
  request: RawRequest,
): Promise<CallAnswer> {
  const carrier = carrierOf(desk, provider);
  const report = readReport(carrier, request);
  if (report === null) return carrier.acknowledgement;
  const line = desk.lines.get(provider) ?? null;
  const isKnown = line?.hasInbound(report.carrierCallId) === true;
  if (!isKnown && !isHandedOn(request)) {
    const answer = await askHolder(desk, { provider, report, line, request });
    if (answer?.status === 200) return answer;
  }
  const isOver = report.progress.state === 'ended';
  if (line === null)
    return isOver ? carrier.acknowledgement : carrier.answer({ kind: 'reject', reason: 'busy' });
  const instruction = await line.inbound(report);
  return instruction === null ? carrier.acknowledgement : carrier.answer(instruction);
}

async function askHolder(
  { processId, others, inboundHolder }: CarrierDesk,
  about: { provider: string; report: CallReport; line: StreamLine | null; request: RawRequest },
): Promise<HandedAnswer | null> {
  const { provider, report, line, request } = about;
  const holder = await inboundHolder({ provider, carrierCallId: report.carrierCallId });
  const isOther = holder !== null && holder !== processId;
  const isNew = report.progress.state !== 'ended' && line === null;
  const origin =
    (isOther ? await others.of(holder) : null) ?? (isNew ? await others.anyThatHoldsCalls() : null);
  return origin === null ? null : others.ask(origin, withQuery(inboundPath(provider), request), request);
}

/** The carrier of a provider that this installation has an account at; throws `not-found`. */
export function carrierOf(desk: CarrierDesk, provider: string): CallCarrier {
  const carrier = desk.carriers.get(provider);
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
