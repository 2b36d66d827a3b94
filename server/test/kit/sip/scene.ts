import { randomUUID } from 'node:crypto';
import type { SipAgent } from '../../../src/telephony/sip/sip-agent.ts';
import type { SipTrunk } from '../../../src/telephony/sip/trunk/sip-trunk.ts';
import type { InboundCall } from '../../../src/voice/legs/outbound-route.ts';
import { type ManualClock, manualClock } from '../clocks.ts';
import { eventually } from '../eventually.ts';
import { openSipPeer, type PeerRequest, peerSdp, type SipPeer, tagOf } from './sip-peer.ts';
import { directoryOf, type Heard, listenTo, startTestAgent, testTrunk } from './test-agent.ts';

/** A scripted peer, and the SIP agent under test that it calls. */
export interface Scene {
  clock: ManualClock;
  peer: SipPeer;
  agent: SipAgent;
  calls: InboundCall[];
  /** Sends a request within the scene's call. */
  say(request: Omit<PeerRequest, 'callId'>): string;
}

/** A trunk that admits all loopback callers of its number. */
export const trusted = testTrunk(5060, { inboundAuthorization: 'ip', allowedInboundIps: ['127.0.0.1'] });

/** @param onInvite never decides by default */
export async function scene(
  onInvite: (call: InboundCall) => Promise<void> = async () => new Promise(() => undefined),
  trunks: readonly SipTrunk[] = [trusted],
): Promise<Scene> {
  const clock = manualClock();
  const calls: InboundCall[] = [];
  const peer = await openSipPeer();
  const agent = await startTestAgent({
    clock,
    directory: directoryOf(...trunks),
    onInvite: (call) => {
      calls.push(call);
      return onInvite(call);
    },
  });
  const callId = randomUUID();
  const say = (request: Omit<PeerRequest, 'callId'>): string =>
    peer.request(agent.port, { callId, ...request });
  return { clock, peer, agent, calls, say };
}

export const invite = { method: 'INVITE', sequence: 1, body: peerSdp(9) };

export async function callOf({ calls }: Scene): Promise<InboundCall> {
  const [call] = await eventually(
    async () => calls,
    ({ length }) => length > 0,
  );
  if (call === undefined) throw new Error('There is no call.');
  return call;
}

/** Opens a scene with an answered and acknowledged call. */
export async function established(body = peerSdp(9, 'recvonly'), headers: string[] = []) {
  const heard: Heard[] = [];
  const set = await scene(async (call) => {
    heard.push(listenTo(await call.answer()));
  });
  set.say({ ...invite, body, headers });
  let answer = await set.peer.takeResponse('INVITE');
  while (answer.status < 200) answer = await set.peer.takeResponse('INVITE');
  const toTag = tagOf(answer);
  set.say({ method: 'ACK', sequence: 1, toTag });
  await eventually(
    async () => heard,
    ({ length }) => length > 0,
  );
  return { ...set, answer, toTag, heard };
}
