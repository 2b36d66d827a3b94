import { systemClock } from '../../../src/core/clock.ts';
import { createSecretBox } from '../../../src/core/secret-box.ts';
import type { SentBy } from '../../../src/telephony/sip/dialog/planned-invites.ts';
import { headersOf, type SipRequest } from '../../../src/telephony/sip/message/sip-message.ts';
import type { Binding } from '../../../src/telephony/sip/registrar/binding.ts';
import { FlowTokens } from '../../../src/telephony/sip/relay/flow-tokens.ts';
import type { OtherProcesses, SipAgent, SipAgentOptions } from '../../../src/telephony/sip/sip-agent.ts';
import { extension, memoryBindings } from './softphone.ts';
import { directoryOf, startTestAgent } from './test-agent.ts';

/** What an installation seals with. */
export const INSTALLATION = createSecretBox('the key of one installation, in all of its processes');

/** What processes call themselves, as all of them know it. */
export function memoryNames(): (processId: string) => OtherProcesses['names'] {
  const all = new Map<string, SentBy[]>();
  return (processId) => ({
    add: async (name) => {
      all.set(processId, [...(all.get(processId) ?? []), name]);
    },
    of: async (id) => all.get(id) ?? [],
  });
}

export interface TwoProcesses {
  /** Holds the calls. */
  near: SipAgent;
  /** Telephones register here. */
  far: SipAgent;
  bindings: Map<string, readonly Binding[]>;
  /** What is sealed as the installation seals it. */
  tokens: FlowTokens;
  namesFor: ReturnType<typeof memoryNames>;
}

/** Two agents of one installation, with the extension 1001. @param isFarAlive whether the one lives, as the other knows */
export async function twoProcesses(
  options: Partial<SipAgentOptions> = {},
  isFarAlive: () => boolean = () => true,
): Promise<TwoProcesses> {
  const bindings = memoryBindings();
  const namesFor = memoryNames();
  const hostOf = async (): Promise<string | null> => (isFarAlive() ? '127.0.0.1' : null);
  const start = (processId: string): Promise<SipAgent> =>
    startTestAgent({
      directory: directoryOf(extension()),
      registrar: {
        ...{ bindings, host: processId, processId },
        others: { secretBox: INSTALLATION, hostOf, names: namesFor(processId) },
      },
      ...options,
    });
  const [near, far] = [await start('near'), await start('far')];
  return { near, far, bindings: bindings.all, tokens: new FlowTokens(INSTALLATION, systemClock), namesFor };
}

/** Lines of an answer that keeps the proxies of a request on the way. */
export function routesOf(request: SipRequest): string[] {
  return headersOf(request, 'record-route').map((value) => `Record-Route: ${value}`);
}
