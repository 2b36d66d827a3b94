import { Credentials } from '../auth/credentials.ts';
import { readEnvelope } from '../message/envelope.ts';
import { parseNameAddresses } from '../message/name-address.ts';
import { headersOf, type SipRequest, type SipResponse } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';
import { type FlowTokens, isFlowToken } from '../relay/flow-tokens.ts';
import type { Stack } from '../stack.ts';
import type { Flow, Target } from '../transport/flow.ts';
import { isOwnNumber } from '../trunk/numbers.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import { loginOf } from '../trunk/trunk-addresses.ts';
import { mostInvites, planDial } from './dial-plan.ts';
import { Dialog } from './dialog.ts';
import { type DialogState, dialogOfAnswer, isRelayedDialog } from './dialog-state.ts';
import { type PendingHangUp, plannedOf, readPendingHangUp } from './hang-up.ts';
import { possibleInvites, type SentBy } from './planned-invites.ts';
import { reasonHeader } from './reason.ts';

export interface PendingHangUpDeps {
  stack: Stack;
  /** Tokens for routes via other processes; null if this is the only process. */
  tokens: FlowTokens | null;
  /** Finds a trunk by its id; null if deleted. */
  trunkOf(id: string): Promise<SipTrunk | null>;
  /** Sent-by values of a process; empty if it sent no INVITE. */
  sentBy(processId: string): Promise<readonly SentBy[]>;
}

type Of<Kind extends PendingHangUp['kind']> = Extract<PendingHangUp, { kind: Kind }>;

/**
 * Ends an answered, ringing or possibly ringing call of a dead process at its peer. Idempotent.
 * @returns false if the peer did not confirm or `text` is malformed. Never rejects.
 */
export async function sendPendingHangUp(deps: PendingHangUpDeps, text: string): Promise<boolean> {
  const pendingHangUp = readPendingHangUp(text);
  try {
    switch (pendingHangUp?.kind) {
      case undefined:
        return false;
      case 'planned':
        return await cancelPossibleInvites(deps, pendingHangUp);
      case 'dialed':
        return await cancelDialed(deps, pendingHangUp);
      case 'cancel':
        return await cancelOne(deps, pendingHangUp);
      case 'refuse':
        return await refuse(deps, pendingHangUp);
      case 'hang-up':
        return await hangUp(
          deps,
          pendingHangUp.dialog,
          await resolveFarEnd(deps, pendingHangUp, isRelayedDialog(pendingHangUp.dialog)),
        );
    }
  } catch {
    return false;
  }
}

/** Skips the private network check: the dead process already passed it. */
async function resolveFarEnd(
  deps: PendingHangUpDeps,
  { target, trunk }: { target: Target; trunk: string | null },
  isRelayed: boolean,
): Promise<FarEnd> {
  deps.stack.allowTarget(target);
  return { flow: await flowTo(deps.stack, target, isRelayed), credentials: await credentialsOf(deps, trunk) };
}

/** Rejects if the target is unreachable. @param isRelayed true if another process relays it */
async function flowTo({ routes, signer }: Stack, target: Target, isRelayed: boolean): Promise<Flow> {
  const { flow } = await routes.pathAt(target);
  return signer !== null && isRelayed ? signer.signedFlow(flow) : flow;
}

async function credentialsOf(deps: PendingHangUpDeps, trunk: string | null): Promise<Credentials> {
  const named = trunk === null ? null : await deps.trunkOf(trunk);
  return new Credentials(named === null ? null : loginOf(named));
}

function isRelayedInvite(invite: SipRequest): boolean {
  const [route] = parseNameAddresses(headersOf(invite, 'route'));
  return isFlowToken(parseUri(route?.uri ?? '')?.user ?? null);
}

/**
 * Sends BYE as well if a phone rang: it may have answered in the meantime, and a CANCEL is confirmed even after the
 * answer (RFC 6026 7.1).
 */
async function cancelOne(deps: PendingHangUpDeps, pendingHangUp: Of<'cancel'>): Promise<boolean> {
  const { invite, early } = pendingHangUp;
  const farEnd = await resolveFarEnd(deps, pendingHangUp, isRelayedInvite(invite));
  const status = await cancelInvite(deps, invite, farEnd);
  if (status === null || !isConfirmed(status)) return false;
  if (early === null) return true;
  const hungUp = hangUp(deps, early, farEnd).catch(() => false);
  // A canceled phone has no dialog and need not answer the BYE.
  return status !== 481 || hungUp;
}

/**
 * Rejects an inbound call with 503, over UDP from our address or over a new connection. Its ACK may not reach us.
 * The BYE ends a call whose answer was not stored, and its response shows whether the caller is reachable.
 */
async function refuse(deps: PendingHangUpDeps, pendingHangUp: Of<'refuse'>): Promise<boolean> {
  const { invite, dialog } = pendingHangUp;
  const { transactions } = deps.stack;
  const farEnd = await resolveFarEnd(deps, pendingHangUp, false);
  const envelope = readEnvelope(invite);
  if (envelope === null) return false;
  const incoming = { request: invite, envelope, flow: farEnd.flow };
  const transaction = transactions.find(incoming) ?? transactions.accept(incoming);
  transaction?.respond({ status: 503, toTag: dialog.localTag });
  return hangUp(deps, dialog, farEnd);
}

/** Calls to an extension's own phones have plans that are stored before dialing. */
async function cancelDialed(deps: PendingHangUpDeps, dialed: Of<'dialed'>): Promise<boolean> {
  const trunk = await deps.trunkOf(dialed.line);
  if (trunk === null) return false;
  const plan = isOwnNumber(trunk, dialed.to) ? null : planDial(trunk, dialed);
  return plan === null || cancelPossibleInvites(deps, plannedOf(plan, mostInvites(plan), dialed.processId));
}

/** @returns true if one server confirmed a CANCEL, or no server has the call */
async function cancelPossibleInvites(
  deps: PendingHangUpDeps,
  planned: Omit<Of<'planned'>, 'kind'>,
): Promise<boolean> {
  const { stack } = deps;
  const names = await deps.sentBy(planned.processId);
  if (names.length === 0) return true;
  const credentials = await credentialsOf(deps, planned.trunk);
  const targets = await stack.routes.targetsOf(planned.destination);
  const atServers = targets.map(async (target) => {
    if (planned.isLetIn) stack.allowTarget(target);
    const invites = possibleInvites(planned, target, { names, invites: stack.invites });
    const [first] = invites;
    if (first === undefined) return [];
    const flow = await flowTo(stack, target, isRelayedInvite(first));
    return invites.map((invite) => cancelInvite(deps, invite, { flow, credentials }));
  });
  // A server may not respond to CANCELs of INVITEs that it never received: do not wait for those.
  const found = atServers.map(async (cancels) =>
    Promise.any((await cancels).map(async (answer) => assertConfirmed(await answer))),
  );
  return Promise.any(found).catch(async () => {
    const statuses = await Promise.all((await Promise.all(atServers)).flat());
    return statuses.every((status) => status !== null && isConfirmed(status));
  });
}

function assertConfirmed(status: number | null): true {
  if (status === null || status >= 300) throw new Error('The call was not established.');
  return true;
}

interface EndDeps {
  stack: Stack;
  /** Tokens for routes via other processes; null if this is the only process. */
  tokens: FlowTokens | null;
}

/** The far end of an orphaned call. */
interface FarEnd {
  flow: Flow;
  credentials: Credentials;
}

/** Sends BYE within a dialog of a dead process. @returns true if the peer confirmed */
function hangUp(deps: EndDeps, state: DialogState, farEnd: FarEnd): Promise<boolean> {
  const dialog = new Dialog(deps.stack, withOwnRoutes(state, deps.tokens), farEnd);
  return new Promise((resolve) =>
    dialog.request('BYE', { headers: [reasonHeader(41)] }, (response) =>
      resolve(response !== null && isConfirmed(response.status)),
    ),
  );
}

/**
 * Sends CANCEL for an INVITE of a dead process (RFC 3261 9.1). Its final response arrives here only if this process
 * has the same address; a 2xx is then acknowledged and hung up.
 * @returns status of the CANCEL; null without a response
 */
function cancelInvite({ stack }: EndDeps, invite: SipRequest, farEnd: FarEnd): Promise<number | null> {
  const onResponse = (response: SipResponse): void => {
    if (response.status < 200 || response.status >= 300) return;
    const state = dialogOfAnswer(invite, response);
    if (state === null) return;
    const dialog = new Dialog(stack, state, farEnd);
    dialog.acknowledge(readEnvelope(invite)?.cseq.number ?? 0);
    dialog.request('BYE', { headers: [reasonHeader(41)] }, () => undefined);
  };
  const { transactions } = stack;
  const adopted = transactions.adopt(invite, farEnd.flow, {
    response: onResponse,
    timedOut: () => undefined,
  });
  return new Promise((resolve) =>
    transactions.cancel(adopted, farEnd.flow, {
      reason: reasonHeader(41),
      response: ({ status }) => resolve(status),
      timedOut: () => resolve(null),
    }),
  );
}

/** 481 means that the peer no longer has the call. */
function isConfirmed(status: number): boolean {
  return status < 300 || status === 481;
}

/** Replaces tokens bound to the dead process by tokens that any process may use. */
function withOwnRoutes(state: DialogState, tokens: FlowTokens | null): DialogState {
  if (tokens === null) return state;
  const { callId } = state;
  const routeSet = state.routeSet.map((route) => {
    const user = parseUri(route.replace(/^<|>.*$/g, ''))?.user ?? null;
    const grant = user === null ? null : tokens.read(user, callId);
    if (user === null || grant === null) return route;
    return route.replace(user, tokens.write({ telephone: grant.telephone, caller: null }, callId));
  });
  return { ...state, routeSet };
}
