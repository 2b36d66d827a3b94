import type { SipRequest } from '../message/sip-message.ts';
import { newBranch, randomToken } from '../message/tokens.ts';
import { writeHostPort } from '../message/uri.ts';
import { writeMessage } from '../message/write-message.ts';
import type { Stack } from '../stack.ts';
import { type Way, withVia } from '../transaction/transactions.ts';
import type { Binding } from './binding.ts';
import type { Telephones } from './find-telephones.ts';

/** Translators of addresses forget a telephone that is silent for half a minute. */
const EVERY_MS = 25_000;

/**
 * Takes telephones over that reached the same socket before a restart, and asks those behind translators of addresses again
 * and again how they are: only what they answer keeps their way open, and it means nothing else. Ends with `stop`.
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
    // Whatever fails is repaired by the telephones' next REGISTER.
    await bindings.adopt(holder).catch(() => undefined);
    while (!stopping.signal.aborted) {
      await stack.clock.sleep(EVERY_MS, stopping.signal);
      const all = await bindings.bindingsAt(holder.place).catch((): readonly Binding[] => []);
      for (const binding of all) {
        if (binding.transport === 'udp' && !binding.isDirect)
          await ask(binding, stack).catch(() => undefined);
      }
    }
  };
  work().catch(() => undefined);
  return { stop: () => stopping.abort() };
}

/** Once: a packet that is lost is followed by the next one. */
async function ask({ address: host, port, contact }: Binding, stack: Stack): Promise<void> {
  stack.letIn({ transport: 'udp', address: host, port });
  const way = await stack.wayTo({ host, port, transport: 'udp' });
  way.flow.send(writeMessage(withVia(question(contact, way), way, newBranch())));
}

function question(contact: string, { localAddress }: Way): SipRequest {
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
    ],
    body: '',
  };
}
