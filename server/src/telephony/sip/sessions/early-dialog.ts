import { ALLOW, contactHeader, SUPPORTED } from '../dialog/contact.ts';
import { type DialogState, isRelayedDialog, withTargetOf } from '../dialog/dialog-state.ts';
import type { DialogUser } from '../dialog/dialogs.ts';
import type { ReplaceableCall } from '../dialog/replaces.ts';
import type { Stack } from '../stack.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { Flow } from '../transport/flow.ts';

export interface EarlyDialogOptions {
  stack: Stack;
  state: DialogState;
  flow: Flow;
  /** True if the INVITE is ours; an offer in the peer's UPDATE then collides with our offer. */
  isCaller: boolean;
  left(): void;
  /** The call, if an INVITE with Replaces may take it over: only if the INVITE is ours (RFC 3891 3). */
  call: ReplaceableCall | null;
}

/** An early dialog (RFC 3261 12): handles the peer's requests before the call is answered. */
export class EarlyDialog implements DialogUser {
  readonly id: DialogUser['id'];
  readonly isRelayed: boolean;
  readonly call: ReplaceableCall | null;
  readonly #options: EarlyDialogOptions;
  #state: DialogState;

  constructor(options: EarlyDialogOptions) {
    this.#options = options;
    this.#state = options.state;
    this.id = options.state;
    this.call = options.call;
    this.isRelayed = isRelayedDialog(options.state);
    options.stack.dialogs.add(this);
  }

  get state(): DialogState {
    return this.#state;
  }

  requested(transaction: ServerTransaction): void {
    const { request, envelope } = transaction.incoming;
    const last = this.#state.remoteSequence;
    const isInOrder = last === null || envelope.cseq.number > last;
    if (isInOrder) this.#state = { ...this.#state, remoteSequence: envelope.cseq.number };
    if (request.method === 'BYE') {
      transaction.respond({ status: 200, toTag: null });
      this.#options.left();
    } else if (!isInOrder) transaction.respond({ status: 500, toTag: null });
    else if (request.method === 'UPDATE') this.#update(transaction);
    else if (request.method === 'OPTIONS') {
      transaction.respond({ status: 200, toTag: null, headers: [ALLOW, SUPPORTED] });
    } else transaction.respond({ status: 481, toTag: null });
  }

  acknowledged(): void {
    // No 2xx was sent yet.
  }

  close(): Promise<void> {
    this.#options.stack.dialogs.remove(this);
    return Promise.resolve();
  }

  #update(transaction: ServerTransaction): void {
    const { stack, flow, isCaller } = this.#options;
    const { request } = transaction.incoming;
    if (request.body.trim() !== '') {
      // RFC 3311 5.2: the INVITE's offer has no answer yet.
      const retry = isCaller ? [] : [{ name: 'retry-after', value: '5' }];
      transaction.respond({ status: isCaller ? 491 : 500, toTag: null, headers: retry });
      return;
    }
    this.#state = withTargetOf(this.#state, request);
    stack.returnPath(flow).then(
      (path) =>
        transaction.respond({ status: 200, toTag: null, headers: [contactHeader(path), ALLOW, SUPPORTED] }),
      () => transaction.respond({ status: 500, toTag: null }),
    );
  }
}
