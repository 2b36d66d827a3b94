import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../../src/core/seeded-random.ts';
import {
  type Behavior,
  type Shares,
  seededBehaviors,
} from '../../../src/telephony/simulated/seeded-population.ts';
import { drawFault, LATE_COPY_MS, type SipFault } from './sip-faults.ts';
import { type SipStep, type SipTempo, sipScript } from './sip-person.ts';
import { header, keyBody, methodOf, numberCalled, requestWithin, response, sdp } from './sip-words.ts';

/**
 * A carrier on loopback UDP (mode `signaling`) that connects the people of a population and keeps a ledger for its
 * parent process. It shares only the population with the product.
 */
export interface CarrierOrder extends SipTempo {
  seed: number;
  shares: Shares;
  /** Probability of a fault; 0 if absent. */
  faults?: number;
  /** Kinds of faults; required with `faults`. */
  faultKinds?: readonly SipFault[];
  /** Timer T1 (RFC 3261 17.1.1.1); 500 if absent. A call whose answer is not acknowledged within 64 T1 ends. */
  t1Ms?: number;
}

export interface CarrierEntry {
  callId: string;
  to: string;
  fromPort: number;
  dialedAtMs: number;
  answeredAtMs: number | null;
  /** Null while the call rings or is active. */
  endedAtMs: number | null;
  /**
   * `caller`: CANCEL or BYE from the calling process; `other`: BYE from another process; `person`: the callee hung up;
   * `carrier`: everything else.
   */
  endedBy: 'caller' | 'other' | 'person' | 'carrier' | null;
  behavior: Behavior;
  fault: SipFault | null;
}

interface Call {
  entry: CarrierEntry;
  invite: string;
  peer: RemoteInfo;
  /** The last response to the INVITE, for retransmissions. */
  answer: string;
  isFinal: boolean;
  isAcknowledged: boolean;
  /** Resolves when the answer is acknowledged or the call has ended. */
  goesOn: PromiseWithResolvers<void>;
  /** CSeq of the carrier's last request. */
  sequence: number;
}

const order: CarrierOrder = JSON.parse(process.argv[2] ?? '{}');
const t1Ms = order.t1Ms ?? 500;
const random = seededRandom(order.seed);
const behaviorOf = seededBehaviors({ seed: order.seed, shares: order.shares });
const ledger: CarrierEntry[] = [];
/** Calls by Call-ID. */
const calls = new Map<string, Call>();
/** INVITEs whose first packet was dropped. */
const lost = new Set<string>();
/** The carrier's unanswered requests, by Call-ID and CSeq. */
const unanswered = new Set<string>();

const socket = createSocket({ type: 'udp4', recvBufferSize: 8_388_608 });
const sound = createSocket('udp4').bind(0, '127.0.0.1');
socket.bind(0, '127.0.0.1');
await Promise.all([once(socket, 'listening'), once(sound, 'listening')]);
const { port } = socket.address();
const offer = sdp(sound.address().port);

socket.on('message', (packet, peer) => {
  const message = packet.toString('latin1');
  const call = calls.get(header(message, 'Call-ID'));
  switch (methodOf(message)) {
    case 'SIP/2.0':
      unanswered.delete(nameOf(message));
      return;
    case 'INVITE':
      return call === undefined ? invited(message, peer) : invitedAgain(call, message);
    case 'ACK':
      if (call !== undefined) acknowledged(call);
      return;
    case 'BYE':
      if (call !== undefined) ended(call, peer.port === call.peer.port ? 'caller' : 'other');
      break;
    case 'CANCEL':
      // A CANCEL after the answer has no effect (RFC 3261 9.2, 17.2.1).
      if (call === undefined || call.entry.answeredAtMs !== null) {
        send(response(message, '481 Call/Transaction Does Not Exist', { port }), peer);
        return;
      }
      if (!call.isFinal) canceled(call);
      break;
  }
  send(response(message, '200 OK', { port }), peer);
});

function invited(invite: string, peer: RemoteInfo): void {
  const callId = header(invite, 'Call-ID');
  const fault = drawFault(order.faultKinds ?? [], order.faults ?? 0, random);
  if (fault === 'loses-invite' && !lost.has(callId)) {
    lost.add(callId);
    return;
  }
  const to = numberCalled(invite);
  const entry: CarrierEntry = {
    callId,
    to,
    fromPort: peer.port,
    dialedAtMs: nowMs(),
    answeredAtMs: null,
    endedAtMs: null,
    endedBy: null,
    behavior: behaviorOf(to),
    fault: lost.has(callId) ? 'loses-invite' : fault,
  };
  ledger.push(entry);
  const call: Call = {
    entry,
    invite,
    peer,
    answer: response(invite, '100 Trying', { port }),
    isFinal: false,
    isAcknowledged: false,
    sequence: 0,
    goesOn: Promise.withResolvers<void>(),
  };
  calls.set(callId, call);
  send(call.answer, peer);
  void hold(call, sipScript(entry.behavior, order, random));
}

function invitedAgain(call: Call, message: string): void {
  if (header(call.invite, 'CSeq') === header(message, 'CSeq')) send(call.answer, call.peer);
  // A re-INVITE is accepted without changes.
  else send(response(message, '200 OK', { port, body: offer }), call.peer);
}

function acknowledged(call: Call): void {
  call.isAcknowledged = true;
  call.goesOn.resolve();
}

/** Handles a CANCEL. The person may answer at the same moment; then the caller has to end the call. */
function canceled(call: Call): void {
  if (call.entry.fault === 'answers-canceled') {
    answered(call);
    return;
  }
  ended(call, 'caller');
  finish(call, '487 Request Terminated');
}

function ended({ entry, goesOn }: Call, endedBy: CarrierEntry['endedBy']): void {
  if (entry.endedAtMs !== null) return;
  entry.endedAtMs = nowMs();
  entry.endedBy = endedBy;
  goesOn.resolve();
}

/** Runs a call from the first ring to its end. */
async function hold(call: Call, script: readonly SipStep[]): Promise<void> {
  const isRungLate = call.entry.fault === 'rings-late';
  for (const step of script) {
    if (step.afterMs > 0) await pause(step.afterMs);
    const isOutcome = step.type === 'answers' || step.type === 'fails';
    // A canceled call ends its script, and an outcome is not sent twice if the person answered at the CANCEL.
    if (call.entry.endedAtMs !== null || (isOutcome && call.isFinal)) return;
    if (step.type !== 'rings' || !isRungLate) act(call, step);
    if (isRungLate && isOutcome) send(response(call.invite, '180 Ringing', { port }), call.peer);
    if (step.type === 'answers') await call.goesOn.promise;
  }
}

function act(call: Call, step: SipStep): void {
  switch (step.type) {
    case 'rings':
      answer(call, '180 Ringing');
      break;
    case 'fails':
      ended(call, 'carrier');
      finish(call, step.status);
      break;
    case 'answers':
      answered(call);
      break;
    case 'signs':
      request(call, 'INFO', keyBody(step));
      break;
    case 'hangs-up':
      ended(call, 'person');
      request(call, 'BYE');
      break;
  }
}

function answered(call: Call): void {
  call.entry.answeredAtMs = nowMs();
  finish(call, '200 OK', offer);
}

/** Repeats the final response until it is acknowledged. */
function finish(call: Call, status: string, body = ''): void {
  call.isFinal = true;
  answer(call, status, body);
  void repeat(() => (call.isAcknowledged ? null : call.answer), call.peer).then((isHeard) => {
    if (isHeard || call.entry.endedAtMs !== null) return;
    ended(call, 'carrier');
    request(call, 'BYE');
  });
}

function answer(call: Call, status: string, body = ''): void {
  call.answer = response(call.invite, status, { port, body });
  if (call.isFinal && call.entry.fault === 'loses-answer') return;
  sendFaulty(call, call.answer);
}

function request(call: Call, method: 'BYE' | 'INFO', body = ''): void {
  call.sequence += 1;
  const text = requestWithin(call.invite, { method, sequence: call.sequence, port, body });
  const name = nameOf(text);
  unanswered.add(name);
  sendFaulty(call, text);
  void repeat(() => (unanswered.has(name) ? text : null), call.peer).then(() => unanswered.delete(name));
}

/** Retransmits after T1, then at doubling intervals up to 8 T1. @returns false if there is no response within 64 T1 */
async function repeat(next: () => string | null, peer: RemoteInfo): Promise<boolean> {
  let leftMs = 64 * t1Ms;
  for (let waitMs = t1Ms; leftMs > 0; waitMs = Math.min(2 * waitMs, 8 * t1Ms)) {
    await pause(waitMs);
    leftMs -= waitMs;
    const text = next();
    if (text === null) return true;
    send(text, peer);
  }
  return false;
}

function sendFaulty({ entry, peer }: Call, text: string): void {
  send(text, peer);
  if (entry.fault === 'repeats') send(text, peer);
  if (entry.fault === 'late-copies') setTimeout(() => send(text, peer), LATE_COPY_MS);
}

function send(text: string, { port: to, address }: RemoteInfo): void {
  socket.send(text, to, address);
}

/** Finer than `Date.now`, because lateness is measured in fractions of a millisecond. */
const nowMs = (): number => performance.timeOrigin + performance.now();

const nameOf = (message: string): string => `${header(message, 'Call-ID')} ${header(message, 'CSeq')}`;

process.on('message', (asked) => process.send?.(asked === 'count' ? { count: ledger.length } : { ledger }));
process.once('disconnect', () => process.exit());
process.send?.({ port });
