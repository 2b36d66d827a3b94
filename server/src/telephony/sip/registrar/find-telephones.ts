import type { DialEvent, Dialing, DialRequest } from '../../../voice/legs/outbound-route.ts';
import type { DialPlan } from '../calls/dial-plan.ts';
import type { ForkOptions, StartCall } from '../calls/forked-call.ts';
import type { OpenInvites, OpenPlan } from '../calls/open-invites.ts';
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

interface Deps {
  stack: Stack;
  telephones: Telephones;
  /** Calls over the trunk's own server. */
  toServer(request: Request, listener: Parameters<StartCall>[0]): ReturnType<StartCall>;
}

type Found = Awaited<ReturnType<ForkOptions['find']>>;

/** The calls that make an extension ring: at its telephones, or by its server where none has registered. Rejects as the store does. */
export async function findTelephones(trunk: SipTrunk, request: Request, deps: Deps): Promise<Found> {
  const { stack, telephones } = deps;
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
  const finding = there.map(async ({ binding, over }, index) => {
    const plan = planTelephone(binding, { ...request, isEncrypted: encryptsAudio(trunk) }, index);
    if (over === null) stack.letIn(binding);
    return over === null ? plan : await farPlan(plan, { binding, over }, stack);
  });
  const plans = await Promise.all(finding);
  const calls = plans.map((plan, index) => {
    const open = request.open.begin(plan);
    const about = {
      ...deps,
      open,
      lives: livesOf(there[index], telephones),
      mayBeGone: mayBeGone && index === 0,
    };
    return callOf(plan, request, about);
  });
  if (calls.length > 0) {
    await request.open.storePendingHangUps();
    return calls;
  }
  if (hasServer(trunk)) return [(listener) => deps.toServer(request, listener)];
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

/** Whether the process that a telephone is called over lives; null: it is called from here. Rejects where nobody knows. */
function livesOf(
  way: FarWay | { binding: Binding; over: null } | undefined,
  { far }: Telephones,
): (() => Promise<boolean>) | null {
  if (way === undefined || way.over === null || far === null) return null;
  return async () => (await far.hostOf(way.binding.processId)) !== null;
}

/** Processes are found dead within about two seconds. */
const LOOK_MS = 1000;

/** Tells when what is asked for lives no more, unless that is stopped before. */
async function tellDeath(
  lives: () => Promise<boolean>,
  clock: Stack['clock'],
  signal: AbortSignal,
): Promise<void> {
  do await clock.sleep(LOOK_MS, signal);
  while (await lives().catch(() => true));
  signal.throwIfAborted();
}

const PROCESS_GONE = { failure: 'unavailable', code: '480' } as const;

/**
 * @param lives whose death ends the call before its answer, which would come by it
 * @param mayBeGone where the way to the telephone has failed, its server is called instead
 */
function callOf(
  plan: DialPlan,
  request: Request,
  {
    stack,
    toServer,
    open,
    lives,
    mayBeGone,
  }: Deps & { open: OpenPlan; lives: (() => Promise<boolean>) | null; mayBeGone: boolean },
): StartCall {
  const { ringingTimeMs } = request;
  return (listener) => {
    const settled = new AbortController();
    let isProcessGone = false;
    const told = (event: DialEvent): void => {
      const isGone = event.type === 'failed' && (isProcessGone || event.code === '430');
      const reason = 'The process that the telephone was registered at is gone.';
      if (isGone && mayBeGone) call = toServer(request, listener);
      else if (isGone && isProcessGone) listener({ ...event, ...PROCESS_GONE, reason });
      else listener(event);
    };
    let call: Dialing = new OutboundCall({
      ...{ stack, plan, ringingTimeMs, open, listener: told },
      settled: () => settled.abort(),
      // A telephone would only call us again.
      addressOf: () => null,
    });
    const died = (): void => {
      isProcessGone = true;
      call.cancel();
    };
    if (lives !== null) tellDeath(lives, stack.clock, settled.signal).then(died, () => undefined);
    return { cancel: () => call.cancel() };
  };
}
