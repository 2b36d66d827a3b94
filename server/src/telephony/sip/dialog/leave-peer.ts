import type { Credentials } from '../auth/credentials.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';
import type { FlowTokens } from '../relay/flow-tokens.ts';
import type { Stack } from '../stack.ts';
import type { Flow } from '../transport/flow.ts';
import { Dialog } from './dialog.ts';
import { type DialogState, dialogOfAnswer } from './dialog-state.ts';

interface LeavingDeps {
  stack: Stack;
  /** Of routes over other processes; null: there are none. */
  tokens: FlowTokens | null;
}

/** Who is left. */
export interface FarEnd {
  flow: Flow;
  credentials: Credentials;
}

/** Says BYE within the dialog of a process that is gone. @returns whether the peer knows that it is over */
export function hangUp(deps: LeavingDeps, state: DialogState, far: FarEnd): Promise<boolean> {
  const dialog = new Dialog(deps.stack, withOwnRoutes(state, deps.tokens), far);
  return new Promise((resolve) =>
    dialog.request('BYE', {}, (response) => resolve(response !== null && isTaken(response.status))),
  );
}

/**
 * RFC 3261 9.1. Its last word goes to the process that is gone, and comes here only where this one is in its place: it is
 * acknowledged then, and an answer that slipped through is hung up.
 * @returns what came of the CANCEL; null: nothing
 */
export function takeBack({ stack }: LeavingDeps, invite: SipRequest, far: FarEnd): Promise<number | null> {
  const answered = (response: SipResponse): void => {
    if (response.status < 200 || response.status >= 300) return;
    const state = dialogOfAnswer(invite, response);
    if (state === null) return;
    const dialog = new Dialog(stack, state, far);
    dialog.acknowledge(readEnvelope(invite)?.cseq.number ?? 0);
    dialog.request('BYE', {}, () => undefined);
  };
  const { transactions } = stack;
  const adopted = transactions.adopt(invite, far.flow, { response: answered, timedOut: () => undefined });
  return new Promise((resolve) =>
    transactions.cancel(adopted, far.flow, {
      response: ({ status }) => resolve(status),
      timedOut: () => resolve(null),
    }),
  );
}

/** Whoever knows of no such call has ended it. */
export function isTaken(status: number): boolean {
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
