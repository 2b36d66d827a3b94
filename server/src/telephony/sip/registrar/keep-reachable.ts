import { type SipRequest, USER_AGENT_HEADER } from '../message/sip-message.ts';
import { newBranch, randomToken } from '../message/tokens.ts';
import { writeHostPort } from '../message/uri.ts';
import { writeMessage } from '../message/write-message.ts';
import type { Stack } from '../stack.ts';
import { withVia } from '../transaction/transactions.ts';
import type { Path } from '../transport/flow.ts';
import type { Binding } from './binding.ts';
import type { Telephones } from './find-telephones.ts';

/** NATs drop a UDP binding after about 30 seconds of silence. */
const EVERY_MS = 25_000;

/**
 * Adopts bindings of our socket from before a restart, then keeps the NAT bindings of phones open with OPTIONS. The
 * responses are ignored.
 */
export function keepReachable({
  stack,
  bindings,
  holder,
}: Pick<Telephones, 'bindings' | 'holder'> & {
  stack: Stack;
}): { stop(): void } {
  const stopping = new AbortController();
  const work = async (): Promise<void> => {
    // The next REGISTER of each phone repairs a failure.
    await bindings.adopt(holder).catch(() => undefined);
    while (!stopping.signal.aborted) {
      await stack.clock.sleep(EVERY_MS, stopping.signal);
      const all = await bindings.bindingsAt(holder.place).catch((): readonly Binding[] => []);
      for (const binding of all) {
        if (binding.transport === 'udp' && !binding.isDirect)
          await sendOptions(binding, stack).catch(() => undefined);
      }
    }
  };
  work().catch(() => undefined);
  return { stop: () => stopping.abort() };
}

/** Sends one OPTIONS without retransmission, because the next one follows soon. */
async function sendOptions({ address: host, port, contact }: Binding, stack: Stack): Promise<void> {
  stack.allowTarget({ transport: 'udp', address: host, port });
  const path = await stack.pathTo({ host, port, transport: 'udp' });
  path.flow.send(writeMessage(withVia(optionsRequest(contact, path), path, newBranch())));
}

function optionsRequest(contact: string, { localAddress }: Path): SipRequest {
  return {
    kind: 'request',
    method: 'OPTIONS',
    uri: contact,
    headers: [
      { name: 'max-forwards', value: '70' },
      {
        name: 'from',
        value: `<sip:parley@${writeHostPort({ host: localAddress, port: null })}>;tag=${randomToken()}`,
      },
      { name: 'to', value: `<${contact}>` },
      { name: 'call-id', value: randomToken() },
      { name: 'cseq', value: '1 OPTIONS' },
      USER_AGENT_HEADER,
    ],
    body: '',
  };
}
