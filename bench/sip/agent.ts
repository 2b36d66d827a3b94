import { type Clock, systemClock } from '../../server/src/core/clock.ts';
import { createSipAgent, type SipAgent } from '../../server/src/telephony/sip/sip-agent.ts';
import type { SipTrunk } from '../../server/src/telephony/sip/trunk/sip-trunk.ts';
import type { InboundCall } from '../../server/src/voice/legs/outbound-route.ts';

export interface BenchAgentOptions {
  clock?: Clock;
  /** Default: any port of the usual range. */
  rtpPorts?: { first: number; last: number };
}

/** The product's SIP agent. Answers every call from loopback and waits for the caller to hang up. */
export interface BenchAgent extends SipAgent, AsyncDisposable {
  answered(): number;
}

const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {
  // Discard the log and the audio.
}

export function trunkAt(port: number): SipTrunk {
  return {
    id: 'bench',
    type: 'number',
    phoneNumber: '+40721000000',
    countryCode: 'RO',
    username: null,
    password: null,
    address: `127.0.0.1:${port}`,
    outboundProxy: null,
    callingFormat: '+e164',
    inboundAuthorization: 'ip',
  };
}

export async function startAgent({
  clock = systemClock,
  rtpPorts = { first: 10_000, last: 20_000 },
}: BenchAgentOptions = {}): Promise<BenchAgent> {
  let answered = 0;
  const hold = async (call: InboundCall): Promise<void> => {
    const leg = await call.answer();
    answered += 1;
    leg.start({ audio: ignore, digit: ignore, typed: ignore, ended: ignore });
  };
  const agent = await createSipAgent({
    host: '127.0.0.1',
    port: 0,
    mediaAddress: null,
    rtpPorts,
    certificate: null,
    authorities: null,
    refusalOf: () => null,
    directory: {
      trunksAt: async () => [trunkAt(0)],
      trunksNamed: async () => [],
      knownRanges: async () => ['127.0.0.0/8'],
    },
    onInvite: (call) => hold(call).catch(ignore),
    clock,
    log: quiet,
  });
  return {
    ...agent,
    answered: () => answered,
    [Symbol.asyncDispose]: () => agent.close(),
  };
}
