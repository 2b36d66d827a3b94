import type { Credentials } from '../auth/credentials.ts';
import { readEnvelope } from '../message/envelope.ts';
import type { SipRequest, SipResponse } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';
import type { FlowTokens } from '../relay/flow-tokens.ts';
import type { Stack } from '../stack.ts';
import type { Flow } from '../transport/flow.ts';
import { Dialog } from './dialog.ts';
import { type DialogState, dialogOfAnswer } from './dialog-state.ts';

interface EndDeps {
  stack: Stack;
  /** Tokens for routes via other processes; null if this is the only process. */
  tokens: FlowTokens | null;
}

/** The far end of an orphaned call. */
export interface FarEnd {
  flow: Flow;
  credentials: Credentials;
}

/** Sends BYE within a dialog of a dead process. @returns true if the peer confirmed */
export function hangUp(deps: EndDeps, state: DialogState, farEnd: FarEnd): Promise<boolean> {
  const dialog = new Dialog(deps.stack, withOwnRoutes(state, deps.tokens), farEnd);
  return new Promise((resolve) =>
    dialog.request('BYE', {}, (response) => resolve(response !== null && isConfirmed(response.status))),
  );
}

/**
 * Sends CANCEL for an INVITE of a dead process (RFC 3261 9.1). Its final response arrives here only if this process
 * has the same address; a 2xx is then acknowledged and hung up.
 * @returns status of the CANCEL; null without a response
 */
export function cancelInvite({ stack }: EndDeps, invite: SipRequest, farEnd: FarEnd): Promise<number | null> {
  const onResponse = (response: SipResponse): void => {
    if (response.status < 200 || response.status >= 300) return;
    const state = dialogOfAnswer(invite, response);
    if (state === null) return;
    const dialog = new Dialog(stack, state, farEnd);
    dialog.acknowledge(readEnvelope(invite)?.cseq.number ?? 0);
    dialog.request('BYE', {}, () => undefined);
  };
  const { transactions } = stack;
  const adopted = transactions.adopt(invite, farEnd.flow, {
    response: onResponse,
    timedOut: () => undefined,
  });
  return new Promise((resolve) =>
    transactions.cancel(adopted, farEnd.flow, {
      response: ({ status }) => resolve(status),
      timedOut: () => resolve(null),
    }),
  );
}

/** 481 means that the peer no longer has the call. */
export function isConfirmed(status: number): boolean {
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
