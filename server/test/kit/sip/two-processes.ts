import { systemClock } from '../../../src/core/clock.ts';
import { createSecretBox } from '../../../src/core/secret-box.ts';
import type { SentBy } from '../../../src/telephony/sip/dialog/planned-invites.ts';
import { headersOf, type SipRequest } from '../../../src/telephony/sip/message/sip-message.ts';
import type { Binding } from '../../../src/telephony/sip/registrar/binding.ts';
import { FlowTokens } from '../../../src/telephony/sip/relay/flow-tokens.ts';
import type { OtherProcesses, SipAgent, SipAgentOptions } from '../../../src/telephony/sip/sip-agent.ts';
import { extension, memoryBindings } from './softphone.ts';
import { directoryOf, startTestAgent } from './test-agent.ts';

/** The secret box that all processes of the installation share. */
export const INSTALLATION = createSecretBox('the key of one installation, in all of its processes');

/** In-memory store of the sent-by values of all processes. */
export function memorySentByNames(): (processId: string) => OtherProcesses['names'] {
  const all = new Map<string, SentBy[]>();
  return (processId) => ({
    add: async (name) => {
      all.set(processId, [...(all.get(processId) ?? []), name]);
    },
    of: async (id) => all.get(id) ?? [],
  });
}

export interface TwoProcesses {
  /** The agent that handles the calls. */
  near: SipAgent;
  /** The agent with which phones register. */
  far: SipAgent;
  bindings: Map<string, readonly Binding[]>;
  /** Creates flow tokens with the installation's key. */
  tokens: FlowTokens;
  namesFor: ReturnType<typeof memorySentByNames>;
}

/**
 * Starts two agents of one installation that has the extension 1001. @param isFarAlive whether `near` considers `far`
 * alive
 */
export async function twoProcesses(
  options: Partial<SipAgentOptions> = {},
  isFarAlive: () => boolean = () => true,
): Promise<TwoProcesses> {
  const bindings = memoryBindings();
  const namesFor = memorySentByNames();
  const hostOf = async (): Promise<string | null> => (isFarAlive() ? '127.0.0.1' : null);
  const start = (processId: string): Promise<SipAgent> =>
    startTestAgent({
      directory: directoryOf(extension()),
      registrar: {
        bindings,
        host: processId,
        processId,
        others: { secretBox: INSTALLATION, hostOf, names: namesFor(processId) },
      },
      ...options,
    });
  const [near, far] = [await start('near'), await start('far')];
  return { near, far, bindings: bindings.all, tokens: new FlowTokens(INSTALLATION, systemClock), namesFor };
}

/** Record-Route headers for the response to a request. */
export function routesOf(request: SipRequest): string[] {
  return headersOf(request, 'record-route').map((value) => `Record-Route: ${value}`);
}
