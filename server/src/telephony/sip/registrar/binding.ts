import type { TransportName } from '../transport/flow.ts';

/** Where one telephone that has registered for an extension can be called. */
export interface Binding {
  /** The address as the telephone wrote it: the Request-URI of calls to it. */
  contact: string;
  /** What tells the device apart (RFC 5626: `+sip.instance` and `reg-id`); null: it said nothing. */
  instance: string | null;
  registration: string | null;
  /** Of the REGISTER that made or renewed it last. */
  callId: string;
  sequence: number;
  /** Where its packets came from, which is where calls go. */
  transport: TransportName;
  /** IP address. */
  address: string;
  port: number;
  /** Whether any process reaches it there: no connection, no translator of addresses on the way. */
  isDirect: boolean;
  /** `host[:port]` that the telephone takes us for. */
  domain: string;
  /** The socket that it was received by, and the process that held it: others cannot use its flow. */
  place: string;
  processId: string;
  remainingSeconds: number;
}

/** Which socket of an installation a binding came in by. */
export interface Holder {
  /** The same after a restart. */
  place: string;
  /** Another one after a restart. */
  processId: string;
}

/** Where bindings are kept, over processes and restarts. Everything may reject. */
export interface BindingStore {
  /**
   * Reads the bindings of a trunk, hands them to `decide` and keeps what it gives; null keeps them as they are. Changes of
   * one trunk follow each other. @returns what `decide` said
   */
  change<Decision extends { bindings: readonly Binding[] | null }>(
    trunkId: string,
    decide: (stored: readonly Binding[]) => Decision,
  ): Promise<Decision>;
  /** Takes over what came in by the socket of a holder before a restart. */
  adopt(holder: Holder): Promise<void>;
  /** Those that are not over. */
  bindingsOf(trunkId: string): Promise<readonly Binding[]>;
  /** Those of a place that packets have to keep reachable. */
  bindingsAt(place: string): Promise<readonly Binding[]>;
}
