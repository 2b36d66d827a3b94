import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { systemClock } from '../../server/src/core/clock.ts';
import { collectStartupGarbage } from '../../server/src/core/garbage-collection.ts';
import { markdownTable } from '../kit/table.ts';
import { startAgent, trunkAt } from '../sip/agent.ts';

/*
 * Memory of finished calls. The agent's clock does not advance, so it keeps everything that it keeps for 32 seconds
 * after a call. Prints the heap in use per call after garbage collection.
 */

const count = Number(process.env['BENCH_CALLS'] ?? 10_000);
const parallel = 20;

/** Its waits never end. */
const clock = {
  now: () => new Date(0),
  monotonicMs: () => 0,
  sleep: (delayMs: number, signal?: AbortSignal) => systemClock.sleep(delayMs + 3_600_000, signal),
};
function ignore(): void {
  // Discard the audio.
}

const agent = await startAgent({ clock, rtpPorts: { first: 0, last: 0 } });
const peer = createSocket('udp4');
peer.bind(0, '127.0.0.1');
await once(peer, 'listening');

const rows = [await measured('outgoing', callOut), await measured('incoming', callIn)];
console.log(`\n${count} finished calls of each kind, ended by the peer\n`);
console.log(markdownTable([['', 'heap bytes per call', 'outside the heap'], ...rows]));
process.exit();

async function measured(name: string, call: (index: number) => Promise<void>): Promise<string[]> {
  // The first calls compile code and fill caches.
  for (let index = 0; index < 200; index += 1) await call(index);
  const before = inUse();
  let next = 200;
  const work = async (): Promise<void> => {
    while (next < count + 200) {
      next += 1;
      await call(next);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const after = inUse();
  const perCall = (bytes: number): string => Math.round(bytes / count).toLocaleString('en');
  return [name, perCall(after.heap - before.heap), perCall(after.external - before.external)];
}

function inUse(): { heap: number; external: number } {
  collectStartupGarbage();
  collectStartupGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, external };
}

/** A call that the agent makes; the peer answers and hangs up. */
async function callOut(): Promise<void> {
  const trunk = trunkAt(peer.address().port);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const attempt = { attemptId: crypto.randomUUID(), from: '+40721000000', to: '+40722000000' };
  const route = agent.routeFor(trunk);
  const invited = nextMessage(({ text }) => text.startsWith('INVITE') && text.includes(attempt.attemptId));
  route.dial({ ...attempt, ringingTimeMs: 30_000 }, (event) => {
    if (event.type === 'failed') reject(new Error(event.reason));
    if (event.type !== 'answered') return;
    event.leg.start({ audio: ignore, digit: ignore, typed: ignore, ended: () => resolve() });
  });
  const invite = await invited;
  const acknowledged = nextMessage(({ text }) => text.startsWith('ACK') && text.includes(attempt.attemptId));
  reply(invite, 'SIP/2.0 200 OK', sdp());
  await acknowledged;
  const over = nextMessage(({ text }) => text.startsWith('SIP/2.0 200') && text.includes(attempt.attemptId));
  send([
    `BYE ${/Contact: <([^>]+)>/.exec(invite.text)?.[1]} SIP/2.0`,
    ...callHeaders({ callId: attempt.attemptId, method: 'BYE', sequence: 1 }),
    `From: ${headerIn(invite.text, 'To')};tag=peer`,
    `To: ${headerIn(invite.text, 'From')}`,
    'Content-Length: 0',
  ]);
  await over;
  await promise;
}

/** A call that the agent gets from the peer, which hangs up. */
async function callIn(): Promise<void> {
  const callId = crypto.randomUUID();
  const from = '<sip:+40733000000@127.0.0.1>;tag=caller';
  const uri = `sip:+40721000000@127.0.0.1:${agent.port}`;
  const isFinal = ({ text }: Message): boolean => text.startsWith('SIP/2.0 200') && text.includes(callId);
  const answered = nextMessage(isFinal);
  const body = sdp();
  send(
    [
      `INVITE ${uri} SIP/2.0`,
      ...callHeaders({ callId, method: 'INVITE', sequence: 1 }),
      `From: ${from}`,
      `To: <${uri}>`,
      'Content-Type: application/sdp',
      `Content-Length: ${body.length}`,
    ],
    body,
  );
  const to = headerIn((await answered).text, 'To');
  const within = (method: string, sequence: number): void =>
    send([
      `${method} ${uri} SIP/2.0`,
      ...callHeaders({ callId, method, sequence }),
      `From: ${from}`,
      `To: ${to}`,
      'Content-Length: 0',
    ]);
  within('ACK', 1);
  const over = nextMessage(isFinal);
  within('BYE', 2);
  await over;
}

interface Message {
  text: string;
}

function nextMessage(matches: (message: Message) => boolean): Promise<Message> {
  return new Promise((resolve) => {
    const receive = (bytes: Buffer): void => {
      const message = { text: bytes.toString() };
      if (!matches(message)) return;
      peer.off('message', receive);
      resolve(message);
    };
    peer.setMaxListeners(10 * parallel);
    peer.on('message', receive);
  });
}

function callHeaders(about: { callId: string; method: string; sequence: number }): string[] {
  const { port } = peer.address();
  return [
    `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${crypto.randomUUID()}`,
    'Max-Forwards: 70',
    `Call-ID: ${about.callId}`,
    `CSeq: ${about.sequence} ${about.method}`,
    `Contact: <sip:peer@127.0.0.1:${port}>`,
  ];
}

function headerIn(text: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
}

function reply({ text }: Message, statusLine: string, body: string): void {
  send(
    [
      statusLine,
      `Via: ${headerIn(text, 'Via')}`,
      `From: ${headerIn(text, 'From')}`,
      `To: ${headerIn(text, 'To')};tag=peer`,
      `Call-ID: ${headerIn(text, 'Call-ID')}`,
      `CSeq: ${headerIn(text, 'CSeq')}`,
      `Contact: <sip:peer@127.0.0.1:${peer.address().port}>`,
      'Content-Type: application/sdp',
      `Content-Length: ${body.length}`,
    ],
    body,
  );
}

function send(lines: readonly string[], body = ''): void {
  peer.send([...lines, '', body].join('\r\n'), agent.port, '127.0.0.1');
}

function sdp(): string {
  const lines = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0'];
  return [...lines, 'm=audio 9 RTP/AVP 0', 'a=recvonly', ''].join('\r\n');
}
