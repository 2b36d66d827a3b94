import { Credentials } from '../auth/credentials.ts';
import { readEnvelope } from '../message/envelope.ts';
import { parseNameAddresses } from '../message/name-address.ts';
import { headersOf, type SipResponse } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';
import { type FlowTokens, isFlowToken } from '../relay/flow-tokens.ts';
import type { Stack } from '../stack.ts';
import type { Flow } from '../transport/flow.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';
import { loginOf } from '../trunk/trunk-addresses.ts';
import { Dialog } from './dialog.ts';
import { type DialogState, dialogOfAnswer, isFarDialog } from './dialog-state.ts';
import { type Farewell, readFarewell } from './farewell.ts';

export interface FarewellParts {
  stack: Stack;
  /** Of routes over other processes; null: there are none. */
  tokens: FlowTokens | null;
  /** A trunk by its id; null: it is gone. */
  trunkOf(id: string): Promise<SipTrunk | null>;
}

type TakeBack = Extract<Farewell, { kind: 'take-back' }>;

/**
 * Ends at its peer what a process that is gone has left there: a call that is up, or one that rings. A second time does no harm.
 * @returns false: nobody could be told, or `text` is none of ours. Never rejects.
 */
export async function bidFarewell(parts: FarewellParts, text: string): Promise<boolean> {
  const farewell = readFarewell(text);
  if (farewell === null) return false;
  try {
    const { target, trunk } = farewell;
    // The process that is gone has sent there: it was let.
    parts.stack.letIn(target);
    const { seals, routes } = parts.stack;
    const way = await routes.wayAt(target);
    const flow = seals !== null && isFar(farewell) ? seals.over(way.flow) : way.flow;
    const named = trunk === null ? null : await parts.trunkOf(trunk);
    const credentials = new Credentials(named === null ? null : loginOf(named));
    const far = { flow, credentials };
    return farewell.kind === 'hang-up'
      ? await hangUp(parts, farewell.dialog, far)
      : await takeBack(parts, farewell, far);
  } catch {
    return false;
  }
}

/** Whether another process hands it on. */
function isFar(farewell: Farewell): boolean {
  if (farewell.kind === 'hang-up') return isFarDialog(farewell.dialog);
  const [route] = parseNameAddresses(headersOf(farewell.invite, 'route'));
  return isFlowToken(parseUri(route?.uri ?? '')?.user ?? null);
}

interface FarEnd {
  flow: Flow;
  credentials: Credentials;
}

function hangUp(parts: FarewellParts, state: DialogState, far: FarEnd): Promise<boolean> {
  const dialog = new Dialog(parts.stack, withOwnRoutes(state, parts.tokens), far);
  return new Promise((resolve) =>
    dialog.request('BYE', {}, (response) => resolve(response !== null && isTaken(response))),
  );
}

/**
 * RFC 3261 9.1. Its last word goes to the process that is gone, and comes here only where this one is in its place: it is
 * acknowledged then, and an answer that slipped through is hung up. The telephone that rang may have been answered meanwhile: where
 * there is nothing to take back any more, and where that is not told, for a CANCEL behind an answer is confirmed, too (RFC 6026 7.1).
 */
async function takeBack(parts: FarewellParts, { invite, early }: TakeBack, far: FarEnd): Promise<boolean> {
  const { transactions } = parts.stack;
  const answered = (response: SipResponse): void => {
    if (response.status < 200 || response.status >= 300) return;
    const state = dialogOfAnswer(invite, response);
    if (state === null) return;
    const dialog = new Dialog(parts.stack, state, far);
    dialog.acknowledge(readEnvelope(invite)?.cseq.number ?? 0);
    dialog.request('BYE', {}, () => undefined);
  };
  const adopted = transactions.adopt(invite, far.flow, { response: answered, timedOut: () => undefined });
  const taken = await new Promise<SipResponse | null>((resolve) =>
    transactions.cancel(adopted, far.flow, { response: resolve, timedOut: () => resolve(null) }),
  );
  if (taken === null || !isTaken(taken)) return false;
  if (early === null) return true;
  const hungUp = hangUp(parts, early, far).catch(() => false);
  // Who was taken back has no dialog any more, and need not answer.
  return taken.status !== 481 || hungUp;
}

/** Whoever knows of no such call has ended it. */
function isTaken({ status }: SipResponse): boolean {
  return status < 300 || status === 481;
}

/** Routes over other processes let the one pass that is gone: what it said, any other may say once. */
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
