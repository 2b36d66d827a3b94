import type { TransportName } from '../transport/flow.ts';

/** A registered Contact of an extension (RFC 3261 10). */
export interface Binding {
  /** The Contact URI as registered: the Request-URI of calls to it. */
  contact: string;
  /** `+sip.instance` and `reg-id` (RFC 5626); null if not sent. */
  instance: string | null;
  registration: string | null;
  /** Call-ID and CSeq number of the latest REGISTER. */
  callId: string;
  sequence: number;
  /** Source address of the REGISTER, to which calls are sent. */
  transport: TransportName;
  address: string;
  port: number;
  /** True if every process can reach it: UDP without NAT. */
  isDirect: boolean;
  /** `host[:port]` of the To header: how the phone addresses us. */
  domain: string;
  /** `host:port` of our socket that received the REGISTER, and its process; only they can use its flow. */
  place: string;
  processId: string;
  remainingSeconds: number;
}

/** The socket and process that received a REGISTER. */
export interface Holder {
  /** `host:port`; stays the same after a restart. */
  place: string;
  /** Changes with a restart. */
  processId: string;
}

/** Persistent store of bindings, shared by all processes. All methods may reject. */
export interface BindingStore {
  /**
   * Replaces the bindings of a trunk by the result of `decide`; null changes nothing. Serialized per trunk.
   * @returns the result of `decide`
   */
  change<Decision extends { bindings: readonly Binding[] | null }>(
    trunkId: string,
    decide: (stored: readonly Binding[]) => Decision,
  ): Promise<Decision>;
  /** Takes over the UDP bindings of the same socket after a restart. */
  adopt(holder: Holder): Promise<void>;
  /** Bindings that have not expired. */
  bindingsOf(trunkId: string): Promise<readonly Binding[]>;
  /** Bindings received by a socket (`host:port`). */
  bindingsAt(place: string): Promise<readonly Binding[]>;
}
