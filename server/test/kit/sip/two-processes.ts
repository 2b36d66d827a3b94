import { systemClock } from '../../../src/core/clock.ts';
import { createSecretBox } from '../../../src/core/secret-box.ts';
import { headersOf, type SipRequest } from '../../../src/telephony/sip/message/sip-message.ts';
import type { Binding } from '../../../src/telephony/sip/registrar/binding.ts';
import { FlowTokens } from '../../../src/telephony/sip/relay/flow-tokens.ts';
import type { SipAgent, SipAgentOptions } from '../../../src/telephony/sip/sip-agent.ts';
import { extension, memoryBindings } from './softphone.ts';
import { directoryOf, startTestAgent } from './test-agent.ts';

/** What an installation seals with. */
export const INSTALLATION = createSecretBox('the key of one installation, in all of its processes');

export interface TwoProcesses {
  /** Holds the calls. */
  near: SipAgent;
  /** Telephones register here. */
  far: SipAgent;
  bindings: Map<string, readonly Binding[]>;
  /** What is sealed as the installation seals it. */
  tokens: FlowTokens;
}

/** Two agents of one installation, with the extension 1001. @param isFarAlive whether the one is known to the other */
export async function twoProcesses(
  options: Partial<SipAgentOptions> = {},
  isFarAlive = true,
): Promise<TwoProcesses> {
  const bindings = memoryBindings();
  const others = { secretBox: INSTALLATION, hostOf: async () => (isFarAlive ? '127.0.0.1' : null) };
  const start = (processId: string): Promise<SipAgent> =>
    startTestAgent({
      directory: directoryOf(extension()),
      registrar: { bindings, host: processId, processId, others },
      ...options,
    });
  const [near, far] = [await start('near'), await start('far')];
  return { near, far, bindings: bindings.all, tokens: new FlowTokens(INSTALLATION, systemClock) };
}

/** Lines of an answer that keeps the proxies of a request on the way. */
export function routesOf(request: SipRequest): string[] {
  return headersOf(request, 'record-route').map((value) => `Record-Route: ${value}`);
}
