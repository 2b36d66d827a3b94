import type { DialEvent, DialRequest } from '../../../voice/legs/outbound-route.ts';
import type { DialPlan } from '../dialog/dial-plan.ts';
import { parseHostPort, writeUri } from '../message/uri.ts';
import { routeBy } from '../relay/flow-relay.ts';
import type { FlowTokens } from '../relay/flow-tokens.ts';
import type { Branch, ForkOptions, StartCall } from '../sessions/forked-call.ts';
import type { OpenInvites, OpenPlan } from '../sessions/open-invites.ts';
import { OutboundCall } from '../sessions/outbound-call.ts';
import type { Stack } from '../stack.ts';
import { requestHeaders } from '../trunk/request-headers.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import { encryptsAudio, hasServer } from '../trunk/trunk-addresses.ts';
import type { Binding, BindingStore, Holder } from './binding.ts';

export interface Telephones {
  bindings: BindingStore;
  holder: Holder;
  /** Access to phones that only another process can reach; null if this is the only process. */
  otherProcesses: { hostOf(processId: string): Promise<string | null>; tokens: FlowTokens } | null;
}

interface Request extends DialRequest {
  open: OpenInvites;
}

interface Deps {
  stack: Stack;
  telephones: Telephones;
  /** Calls over the trunk's own server. */
  toServer(request: Request, listener: Parameters<StartCall>[0]): ReturnType<StartCall>;
}

type Found = Awaited<ReturnType<ForkOptions['find']>>;

/** The branches of a call to an extension: its registered phones, else its server. Rejects if the store does. */
export async function findTelephones(trunk: SipTrunk, request: Request, deps: Deps): Promise<Found> {
  const { stack, telephones } = deps;
  const all = await telephones.bindings.bindingsOf(trunk.id);
  const { holder } = telephones;
  const isNear = (binding: Binding): boolean =>
    isReachable(binding, { holder, isConnected: stack.isConnected });
  const candidates = await Promise.all(
    all.map(async (binding) =>
      isNear(binding) ? { binding, via: null } : relayedBinding(binding, telephones),
    ),
  );
  const reachable = candidates.filter((candidate) => candidate !== null);
  // Only the relaying process knows whether its connection to the phone is open (430 if not).
  const fallsBackToServer = hasServer(trunk) && reachable.every(({ via }) => via !== null);
  const planning = reachable.map(async ({ binding, via }, index) => {
    const plan = planTelephone(binding, { ...request, trunk }, index);
    if (via === null) stack.allowTarget(binding);
    return via === null ? plan : await relayedPlan(plan, { binding, via }, stack);
  });
  const plans = await Promise.all(planning);
  const calls = plans.map((plan, index) => {
    const open = request.open.begin(plan);
    const options = {
      ...deps,
      open,
      isAlive: aliveCheckOf(reachable[index], telephones),
      fallsBackToServer: fallsBackToServer && index === 0,
    };
    return callOf(plan, request, options);
  });
  if (calls.length > 0) {
    await request.open.storePendingHangUps();
    return calls;
  }
  if (hasServer(trunk)) return [(listener) => deps.toServer(request, listener)];
  const reason =
    all.length === 0
      ? 'No phone is registered for the extension.'
      : 'The phone lost its connection, or the process that it was registered with has ended.';
  return { failure: 'unavailable', code: '480', reason };
}

/** A binding that is called via the process that received its REGISTER. */
interface RelayedBinding {
  binding: Binding;
  via: { host: string; port: number; tokens: FlowTokens };
}

/** Null if the process is dead or is this one. */
async function relayedBinding(
  binding: Binding,
  { holder, otherProcesses }: Telephones,
): Promise<RelayedBinding | null> {
  if (otherProcesses === null || binding.processId === holder.processId) return null;
  const host = await otherProcesses.hostOf(binding.processId);
  const port = parseHostPort(binding.place)?.port ?? null;
  return host === null || port === null
    ? null
    : { binding, via: { host, port, tokens: otherProcesses.tokens } };
}

async function relayedPlan(
  plan: DialPlan,
  { binding, via }: RelayedBinding,
  stack: Stack,
): Promise<DialPlan> {
  const { host, port, tokens } = via;
  const { transport, address, port: telephonePort } = binding;
  const grant = { telephone: { transport, address, port: telephonePort }, caller: null };
  const token = tokens.write(grant, plan.callId);
  const route = routeBy(token, { host, port }, transport === 'udp' ? 'udp' : 'tcp');
  const relayed = planRelayedTelephone(plan, binding, { route, host, port });
  const targets = await stack.routes.targetsOf(relayed.destination).catch(() => []);
  for (const target of targets) stack.allowTarget(target);
  return relayed;
}

/** A check that the relaying process is alive; null if the phone is called directly. */
function aliveCheckOf(
  relayed: RelayedBinding | { binding: Binding; via: null } | undefined,
  { otherProcesses }: Telephones,
): (() => Promise<boolean>) | null {
  if (relayed === undefined || relayed.via === null || otherProcesses === null) return null;
  return async () => (await otherProcesses.hostOf(relayed.binding.processId)) !== null;
}

/** A process counts as dead within about two seconds. */
const ALIVE_CHECK_MS = 1000;

/** Polls until `isAlive` is false; rejects when aborted. */
async function waitUntilDead(
  isAlive: () => Promise<boolean>,
  clock: Stack['clock'],
  signal: AbortSignal,
): Promise<void> {
  do await clock.sleep(ALIVE_CHECK_MS, signal);
  while (await isAlive().catch(() => true));
  signal.throwIfAborted();
}

const PROCESS_GONE = { failure: 'unavailable', code: '480' } as const;

/**
 * @param isAlive checks the relaying process; the call fails if it dies before the answer
 * @param fallsBackToServer calls the trunk's server if the relaying process or its connection is gone
 */
function callOf(
  plan: DialPlan,
  request: Request,
  {
    stack,
    toServer,
    open,
    isAlive,
    fallsBackToServer,
  }: Deps & { open: OpenPlan; isAlive: (() => Promise<boolean>) | null; fallsBackToServer: boolean },
): StartCall {
  const { ringingTimeMs } = request;
  return (listener) => {
    const settled = new AbortController();
    let isProcessGone = false;
    const onEvent = (event: DialEvent): void => {
      const isGone = event.type === 'failed' && (isProcessGone || event.code === '430');
      const reason = 'The process that the phone was registered with has ended.';
      if (isGone && fallsBackToServer) call = toServer(request, listener);
      else if (isGone && isProcessGone) listener({ ...event, ...PROCESS_GONE, reason });
      else listener(event);
    };
    let call: Branch = new OutboundCall({
      stack,
      plan,
      ringingTimeMs,
      open,
      listener: onEvent,
      settled: () => settled.abort(),
      // A phone would send the transferred call to us again.
      referralTo: () => null,
    });
    const onDeath = (): void => {
      isProcessGone = true;
      call.cancel();
    };
    if (isAlive !== null) waitUntilDead(isAlive, stack.clock, settled.signal).then(onDeath, () => undefined);
    return { cancel: (cause) => call.cancel(cause) };
  };
}

/** True if this process can send to a phone: TCP and TLS need its connection, UDP behind NAT its socket. */
function isReachable(
  binding: Binding,
  { holder, isConnected }: { holder: Holder; isConnected(binding: Binding): boolean },
): boolean {
  if (binding.transport === 'udp') return binding.isDirect || binding.place === holder.place;
  return binding.processId === holder.processId && isConnected(binding);
}

/** A call to a phone via the process that can reach it (RFC 5626 5.3). @param route Route header for that process */
function planRelayedTelephone(
  plan: DialPlan,
  { address, transport }: Pick<Binding, 'address' | 'transport'>,
  { route, host, port }: { route: string; host: string; port: number },
): DialPlan {
  // Both hops must be reliable or unreliable, because the relay does not retransmit.
  const between = transport === 'udp' ? 'udp' : 'tcp';
  return { ...plan, route, destination: { host, port, transport: between }, audioPeer: address };
}

/** A call to a phone. @param index of the branch; each branch gets its own Call-ID */
function planTelephone(
  { contact, address, port, transport, domain }: Binding,
  { attemptId, from, headers, trunk }: DialRequest & { trunk: SipTrunk },
  index: number,
): DialPlan {
  const host = parseHostPort(domain) ?? { host: 'parley.invalid', port: null };
  const user = from === '' ? 'anonymous' : from;
  return {
    to: contact,
    from: writeUri({ scheme: 'sip', user, ...host, parameters: new Map() }),
    callId: index === 0 ? attemptId : `${attemptId}-${index + 1}`,
    isTelephone: true,
    extension: trunk.id,
    route: null,
    destination: { host: address, port, transport },
    login: null,
    isEncrypted: encryptsAudio(trunk),
    headers: requestHeaders(trunk, headers),
  };
}
