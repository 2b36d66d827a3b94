import type { Clock } from '../../core/clock.ts';
import type { AudioOptions } from './calls/audio-session.ts';
import type { InviteNames } from './calls/invite-names.ts';
import type { DialogTable } from './dialog/dialogs.ts';
import type { MessageSeals } from './relay/message-seals.ts';
import type { Transactions, Way } from './transaction/transactions.ts';
import type { Destination } from './transport/find-target.ts';
import type { Flow, Target } from './transport/flow.ts';
import type { Routes } from './transport/routes.ts';

/** What the parts of one agent share. */
export interface Stack {
  clock: Clock;
  transactions: Transactions;
  dialogs: DialogTable;
  audio: AudioOptions;
  /** Of what other processes of the installation hand on; null: there are none. */
  seals: MessageSeals | null;
  invites: InviteNames;
  /** This process in the table of processes. */
  processId: string;
  /** Lets the others know what this process calls itself; resolves when they do, or cannot. */
  sentBy(localAddress: string): Promise<void>;
  routes: Pick<Routes, 'targetsOf' | 'wayAt' | 'health'>;
  /** Where trunks are registered, by their ids: their calls go there first. */
  homes: Map<string, Flow>;
  /** A way to a host; rejects where there is none. @param near whoever is talked to already: tried first */
  wayTo(destination: Destination, near?: Flow): Promise<Way>;
  /** Whether a connection to an address is up already. */
  isConnected(target: Omit<Target, 'host'>): boolean;
  /** Lets requests go to an address that a telephone has proved itself from, wherever it lies. */
  letIn(target: Omit<Target, 'host'>): void;
  /** Ours, as an IP address sees it. */
  addressTowards(remoteAddress: string): Promise<string>;
  /** The way back to whoever a flow leads to. */
  wayBack(flow: Flow): Promise<Way>;
}
