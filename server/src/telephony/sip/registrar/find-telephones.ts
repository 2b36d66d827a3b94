import type { DialEvent, Dialing, DialRequest } from '../../../voice/legs/line.ts';
import type { DialPlan } from '../calls/dial-plan.ts';
import type { ForkOptions, StartCall } from '../calls/forked-call.ts';
import type { OpenInvites } from '../calls/open-invites.ts';
import { OutboundCall } from '../calls/outbound-call.ts';
import { parseHostPort } from '../message/uri.ts';
import { routeBy } from '../relay/flow-relay.ts';
import type { FlowTokens } from '../relay/flow-tokens.ts';
import type { Stack } from '../stack.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import { encryptsAudio, hasServer } from '../trunk/trunk-addresses.ts';
import type { Binding, BindingStore, Holder } from './binding.ts';
import { isReachable, planFarTelephone, planTelephone } from './telephones.ts';

/** Telephones that have registered with us for extensions. */
export interface Telephones {
  bindings: BindingStore;
  holder: Holder;
  /** How those are called that other processes reach; null: there are no others. */
  far: { hostOf(processId: string): Promise<string | null>; tokens: FlowTokens } | null;
}

interface Request extends DialRequest {
  open: OpenInvites;
}

interface Parts {
  stack: Stack;
  telephones: Telephones;
  /** Calls over the trunk's own server. */
  toServer(request: Request, listener: Parameters<StartCall>[0]): ReturnType<StartCall>;
}

type Found = Awaited<ReturnType<ForkOptions['find']>>;

/** The calls that make an extension ring: at its telephones, or by its server where none has registered. Rejects as the store does. */
export async function findTelephones(trunk: SipTrunk, request: Request, parts: Parts): Promise<Found> {
  const { stack, telephones } = parts;
  const all = await telephones.bindings.bindingsOf(trunk.id);
  const { holder } = telephones;
  const isNear = (binding: Binding): boolean =>
    isReachable(binding, { holder, isConnected: stack.isConnected });
  const ways = await Promise.all(
    all.map(async (binding) => (isNear(binding) ? { binding, over: null } : farWay(binding, telephones))),
  );
  const there = ways.filter((way) => way !== null);
  // A connection of which another process knows that it is gone is no telephone.
  const mayBeGone = hasServer(trunk) && there.every(({ over }) => over !== null);
  const calls = there.map(async ({ binding, over }, index) => {
    const plan = planTelephone(binding, { ...request, isEncrypted: encryptsAudio(trunk) }, index);
    if (over === null) stack.letIn(binding);
    const led = over === null ? plan : await farPlan(plan, { binding, over }, stack);
    return callOf(led, request, { ...parts, mayBeGone: mayBeGone && index === 0 });
  });
  if (calls.length > 0) return Promise.all(calls);
  if (hasServer(trunk)) return [(listener) => parts.toServer(request, listener)];
  const reason =
    all.length === 0
      ? 'No telephone is registered for the extension.'
      : 'The connection of the telephone is gone, or the process that it was registered at.';
  return { failure: 'unavailable', code: '480', reason };
}

/** A telephone, and the other process that it came in by. */
interface FarWay {
  binding: Binding;
  over: { host: string; port: number; tokens: FlowTokens };
}

/** Null: the process lives no more, or is this one. */
async function farWay(binding: Binding, { holder, far }: Telephones): Promise<FarWay | null> {
  if (far === null || binding.processId === holder.processId) return null;
  const host = await far.hostOf(binding.processId);
  const port = parseHostPort(binding.place)?.port ?? null;
  return host === null || port === null ? null : { binding, over: { host, port, tokens: far.tokens } };
}

async function farPlan(plan: DialPlan, { binding, over }: FarWay, stack: Stack): Promise<DialPlan> {
  const { host, port, tokens } = over;
  const { transport, address, port: telephonePort } = binding;
  const grant = { telephone: { transport, address, port: telephonePort }, caller: null };
  const token = tokens.write(grant, plan.callId);
  const route = routeBy(token, { host, port }, transport === 'udp' ? 'udp' : 'tcp');
  const led = planFarTelephone(plan, binding, { route, host, port });
  const targets = await stack.routes.targetsOf(led.destination).catch(() => []);
  for (const target of targets) stack.letIn(target);
  return led;
}

/** @param mayBeGone where the flow to the telephone has failed, its server is called instead */
function callOf(
  plan: DialPlan,
  request: Request,
  { stack, toServer, mayBeGone }: Parts & { mayBeGone: boolean },
): StartCall {
  const { ringingTimeMs, open } = request;
  return (listener) => {
    const told = (event: DialEvent): void => {
      const isGone = mayBeGone && event.type === 'failed' && event.code === '430';
      if (isGone) call = toServer(request, listener);
      else listener(event);
    };
    let call: Dialing = new OutboundCall({
      ...{ stack, plan, ringingTimeMs, open, listener: told },
      settled: () => undefined,
      // A telephone would only call us again.
      addressOf: () => null,
    });
    return { cancel: () => call.cancel() };
  };
}
