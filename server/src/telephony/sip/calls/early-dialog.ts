import { ALLOW, contactHeader, SUPPORTED } from '../dialog/contact.ts';
import { type DialogState, isFarDialog, withTargetOf } from '../dialog/dialog-state.ts';
import type { DialogUser } from '../dialog/dialogs.ts';
import type { Stack } from '../stack.ts';
import type { ServerTransaction } from '../transaction/server-transaction.ts';
import type { Flow } from '../transport/flow.ts';

export interface EarlyDialogOptions {
  stack: Stack;
  state: DialogState;
  /** To the peer. */
  flow: Flow;
  /** Whether the INVITE's offer is ours: the peer's in an UPDATE then collides with it. */
  isCaller: boolean;
  /** The peer hangs up. */
  left(): void;
}

/** A call that rings, for what its peer says before it is answered. */
export class EarlyDialog implements DialogUser {
  readonly id: DialogUser['id'];
  readonly isFar: boolean;
  readonly #options: EarlyDialogOptions;
  #state: DialogState;

  constructor(options: EarlyDialogOptions) {
    this.#options = options;
    this.#state = options.state;
    this.id = options.state;
    this.isFar = isFarDialog(options.state);
    options.stack.dialogs.add(this);
  }

  /** What the answered call goes on with. */
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
    // There is nothing of ours to acknowledge before the answer.
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
    stack.wayBack(flow).then(
      (way) =>
        transaction.respond({ status: 200, toTag: null, headers: [contactHeader(way), ALLOW, SUPPORTED] }),
      () => transaction.respond({ status: 500, toTag: null }),
    );
  }
}
