import type { DialRequest } from '../../../voice/legs/line.ts';
import type { ForkOptions, StartCall } from '../calls/forked-call.ts';
import { OutboundCall } from '../calls/outbound-call.ts';
import type { Stack } from '../stack.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import { encryptsAudio, hasServer } from '../trunk/trunk-addresses.ts';
import type { Binding, BindingStore, Holder } from './binding.ts';
import { isReachable, planTelephone } from './telephones.ts';

/** Telephones that have registered with us for extensions. */
export interface Telephones {
  bindings: BindingStore;
  holder: Holder;
}

interface Parts {
  stack: Stack;
  telephones: Telephones;
  /** Calls over the trunk's own server. */
  toServer(request: DialRequest, listener: Parameters<StartCall>[0]): ReturnType<StartCall>;
}

type Found = Awaited<ReturnType<ForkOptions['find']>>;

/** The calls that make an extension ring: at its telephones, or by its server where none has registered. Rejects as the store does. */
export async function findTelephones(trunk: SipTrunk, request: DialRequest, parts: Parts): Promise<Found> {
  const { stack, telephones } = parts;
  const all = await telephones.bindings.bindingsOf(trunk.id);
  const { holder } = telephones;
  const near = all.filter((binding) => isReachable(binding, { holder, isConnected: stack.isConnected }));
  for (const binding of near) stack.letIn(binding);
  if (near.length > 0) return near.map((binding, index) => callOf(binding, index, { stack, request, trunk }));
  if (hasServer(trunk)) return [(listener) => parts.toServer(request, listener)];
  const reason =
    all.length === 0
      ? 'No telephone is registered for the extension.'
      : 'The telephone is registered at another process, or its connection is gone.';
  return { failure: 'unavailable', code: '480', reason };
}

function callOf(
  binding: Binding,
  index: number,
  { stack, request, trunk }: { stack: Stack; request: DialRequest; trunk: SipTrunk },
): StartCall {
  const plan = planTelephone(binding, { ...request, isEncrypted: encryptsAudio(trunk) }, index);
  const { ringingTimeMs } = request;
  return (listener) =>
    new OutboundCall({
      ...{ stack, plan, ringingTimeMs, listener },
      settled: () => undefined,
      // A telephone would only call us again.
      addressOf: () => null,
    });
}
