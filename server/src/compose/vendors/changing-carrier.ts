import type { CallCarrier } from '../../providers/interfaces/call-carrier.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';

/** Calls whose account is remembered; more than run at a time. */
const MAX_CALLS = 10_000;
const MAX_FORMER = 5;

/** A carrier whose account may change. New calls use the current account; calls under way keep theirs. */
export class ChangingCarrier implements CallCarrier {
  #current: CallCarrier | null = null;
  /** Former accounts, the latest first. They only serve calls that they have begun. */
  #former: CallCarrier[] = [];
  readonly #ofCall = new Map<string, CallCarrier>();
  /** Formats answers, which do not depend on the account. */
  readonly #format: Pick<CallCarrier, 'answer' | 'acknowledgement'>;

  constructor(first: CallCarrier) {
    this.#current = first;
    this.#format = first;
  }

  /** @param next null if there is no account anymore */
  use(next: CallCarrier | null): void {
    if (this.#current !== null) this.#former = [this.#current, ...this.#former].slice(0, MAX_FORMER);
    this.#current = next;
  }

  get acknowledgement(): CallCarrier['acknowledgement'] {
    return this.#format.acknowledgement;
  }

  answer(instruction: Parameters<CallCarrier['answer']>[0]): ReturnType<CallCarrier['answer']> {
    return this.#format.answer(instruction);
  }

  async order(...[call, signal]: Parameters<CallCarrier['order']>): ReturnType<CallCarrier['order']> {
    const carrier = this.#current;
    if (carrier === null) {
      return {
        kind: 'refused',
        failure: 'unavailable',
        code: null,
        reason: 'The carrier was disconnected from this installation.',
      };
    }
    const order = await carrier.order(call, signal);
    if (order.kind === 'accepted') this.#keep(order.carrierCallId, carrier);
    return order;
  }

  async redirect(...[id, instruction, signal]: Parameters<CallCarrier['redirect']>): Promise<void> {
    return this.#of(id).redirect(id, instruction, signal);
  }

  async end(...[id, signal]: Parameters<CallCarrier['end']>): Promise<void> {
    return this.#of(id).end(id, signal);
  }

  async price(...[id, signal]: Parameters<CallCarrier['price']>): ReturnType<CallCarrier['price']> {
    return this.#of(id).price(id, signal);
  }

  readRequest(request: Parameters<CallCarrier['readRequest']>[0]): ReturnType<CallCarrier['readRequest']> {
    const reading = this.#current?.readRequest(request) ?? {
      kind: 'refused' as const,
      reason: 'The carrier is not connected to this installation.',
    };
    if (reading.kind === 'report') {
      const id = reading.report?.carrierCallId;
      if (id !== undefined && this.#current !== null && !this.#ofCall.has(id)) this.#keep(id, this.#current);
      return reading;
    }
    for (const carrier of this.#former) {
      const former = carrier.readRequest(request);
      if (former.kind !== 'report' || former.report === null) continue;
      if (this.#ofCall.get(former.report.carrierCallId) === carrier) return former;
    }
    return reading;
  }

  isGenuineUpgrade(request: Parameters<CallCarrier['isGenuineUpgrade']>[0]): boolean {
    const carriers = [...(this.#current === null ? [] : [this.#current]), ...this.#former];
    return carriers.some((carrier) => carrier.isGenuineUpgrade(request));
  }

  #of(carrierCallId: string): CallCarrier {
    const carrier = this.#ofCall.get(carrierCallId) ?? this.#current;
    if (carrier !== null) return carrier;
    throw new ProviderError('rejected', 'The carrier was disconnected from this installation.');
  }

  #keep(carrierCallId: string, carrier: CallCarrier): void {
    this.#ofCall.set(carrierCallId, carrier);
    const [oldest] = this.#ofCall.keys();
    if (this.#ofCall.size > MAX_CALLS && oldest !== undefined) this.#ofCall.delete(oldest);
  }
}
