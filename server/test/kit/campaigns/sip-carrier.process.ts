import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../../src/core/seeded-random.ts';
import { type Behaviour, seededBehaviours } from '../../../src/telephony/simulated/seeded-population.ts';

/**
 * A carrier on loopback UDP that shares no code with the product: it reads SIP by its own few lines, connects the people
 * of a population and keeps a ledger of what it was asked to do, which it tells its parent on demand. It sends no sound.
 */
export interface CarrierOrder {
  seed: number;
  shares: Partial<Record<Behaviour, number>>;
  ringMs: number;
  talkMs: number;
  /** Each call may be so much longer, seeded; absent: none is. */
  talkSpreadMs?: number;
}

export interface CarrierEntry {
  /** Our name of the attempt. */
  callId: string;
  to: string;
  /** Of the process that called. */
  fromPort: number;
  dialledAtMs: number;
  answeredAtMs: number | null;
  endedAtMs: number | null;
  behaviour: Behaviour;
}

const ledger: CarrierEntry[] = [];
/** By Call-ID: what was answered last, for callers who ask again. */
const calls = new Map<string, Call>();

interface Call {
  entry: CarrierEntry;
  invite: string;
  peer: RemoteInfo;
  /** The last answer to the INVITE. */
  answer: string;
  isAcknowledged: boolean;
  isCancelled: boolean;
}

const FAILURES: Partial<Record<Behaviour, string>> = {
  busy: '486 Busy Here',
  declines: '603 Decline',
  'no-answer': '480 Temporarily Unavailable',
  'wrong-number': '404 Not Found',
  'carrier-error': '503 Service Unavailable',
};

const order: CarrierOrder = JSON.parse(process.argv[2] ?? '{}');
const random = seededRandom(order.seed);
const behaviourOf = seededBehaviours({ seed: order.seed, shares: order.shares });
const socket = createSocket({ type: 'udp4', recvBufferSize: 8_388_608 });
const sound = createSocket('udp4').bind(0, '127.0.0.1');
socket.bind(0, '127.0.0.1');
await Promise.all([once(socket, 'listening'), once(sound, 'listening')]);
const { port } = socket.address();

socket.on('message', (packet, peer) => {
  const message = packet.toString('latin1');
  const method = message.slice(0, message.indexOf(' '));
  if (method === 'INVITE') invited(message, peer);
  if (method === 'INVITE' || method === 'SIP/2.0') return;
  const call = calls.get(header(message, 'Call-ID'));
  if (method === 'ACK') {
    if (call !== undefined) call.isAcknowledged = true;
    return;
  }
  send(response(message, '200 OK'), peer);
  if (call === undefined) return;
  if (method === 'BYE') call.entry.endedAtMs ??= Date.now();
  if (method === 'CANCEL' && call.entry.answeredAtMs === null && call.entry.endedAtMs === null) {
    call.isCancelled = true;
    finish(call, '487 Request Terminated');
  }
});

function invited(message: string, peer: RemoteInfo): void {
  const callId = header(message, 'Call-ID');
  const known = calls.get(callId);
  const isAgain = known !== undefined && header(known.invite, 'CSeq') === header(message, 'CSeq');
  if (known !== undefined) {
    if (isAgain) send(known.answer, known.peer);
    // A call that is up is to be changed: it stays as it was.
    else send(response(message, '200 OK', body()), peer);
    return;
  }
  const to = /^INVITE sips?:([^@;>]+)@/.exec(message)?.[1] ?? '';
  const entry: CarrierEntry = {
    ...{ callId, to, fromPort: peer.port, dialledAtMs: Date.now() },
    ...{ answeredAtMs: null, endedAtMs: null, behaviour: behaviourOf(to) },
  };
  ledger.push(entry);
  const call = { entry, invite: message, peer, answer: '', isAcknowledged: false, isCancelled: false };
  calls.set(callId, call);
  void hold(call);
}

/** A call from its first ring to its end. */
async function hold(call: Call): Promise<void> {
  const { entry } = call;
  answer(call, '180 Ringing');
  await pause(order.ringMs);
  if (call.isCancelled) return;
  const failure = FAILURES[entry.behaviour];
  if (failure !== undefined) return finish(call, failure);
  entry.answeredAtMs = Date.now();
  answer(call, '200 OK', body());
  void repeat(call);
  await pause(order.talkMs + Math.round((order.talkSpreadMs ?? 0) * random()));
  if (entry.endedAtMs !== null) return;
  entry.endedAtMs = Date.now();
  hangUp(call);
}

function finish(call: Call, status: string): void {
  call.entry.endedAtMs = Date.now();
  answer(call, status);
  void repeat(call);
}

/** Until it is acknowledged, as RFC 3261 wants it of answers over UDP. */
async function repeat(call: Call): Promise<void> {
  for (let waitMs = 500; waitMs <= 8000 && !call.isAcknowledged; waitMs *= 2) {
    await pause(waitMs);
    if (!call.isAcknowledged) send(call.answer, call.peer);
  }
}

function answer(call: Call, status: string, text = ''): void {
  call.answer = response(call.invite, status, text);
  send(call.answer, call.peer);
}

function hangUp({ invite, peer, entry }: Call): void {
  const target = /<([^>]+)>/.exec(header(invite, 'Contact'))?.[1] ?? '';
  const lines = [
    `BYE ${target} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK-bye-${entry.callId}`,
    'Max-Forwards: 70',
    `From: ${header(invite, 'To')};tag=carrier`,
    `To: ${header(invite, 'From')}`,
    `Call-ID: ${entry.callId}`,
    'CSeq: 1 BYE',
  ];
  send(`${lines.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`, peer);
}

function response(request: string, status: string, text = ''): string {
  const vias = request.split('\r\n').filter((line) => /^via:/i.test(line));
  const to = header(request, 'To');
  const lines = [
    `SIP/2.0 ${status}`,
    ...vias,
    `From: ${header(request, 'From')}`,
    `To: ${to.includes('tag=') ? to : `${to};tag=carrier`}`,
    `Call-ID: ${header(request, 'Call-ID')}`,
    `CSeq: ${header(request, 'CSeq')}`,
    `Contact: <sip:carrier@127.0.0.1:${port}>`,
    ...(text === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${text.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

function body(): string {
  const lines = [
    ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'],
    ...[`m=audio ${sound.address().port} RTP/AVP 0 101`, 'a=rtpmap:0 PCMU/8000'],
    ...['a=rtpmap:101 telephone-event/8000', 'a=sendrecv'],
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function header(message: string, name: string): string {
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(message)?.[1]?.trim() ?? '';
}

function send(text: string, { port: to, address }: RemoteInfo): void {
  socket.send(text, to, address);
}

process.on('message', (asked) => process.send?.(asked === 'count' ? { count: ledger.length } : { ledger }));
process.once('disconnect', () => process.exit());
process.send?.({ port });
