import type { Clock } from '../../core/clock.ts';
import type { DialogTable } from './dialog/dialogs.ts';
import type { InviteIds } from './dialog/invite-ids.ts';
import type { MessageSigner } from './relay/message-signer.ts';
import type { AudioOptions } from './sessions/audio-session.ts';
import type { Transactions } from './transaction/transactions.ts';
import type { Destination } from './transport/find-target.ts';
import type { Flow, Path, Target } from './transport/flow.ts';
import type { Routes } from './transport/routes.ts';

export interface Stack {
  clock: Clock;
  transactions: Transactions;
  dialogs: DialogTable;
  audio: AudioOptions;
  /** Signs messages between the processes of the installation; null if this is the only process. */
  signer: MessageSigner | null;
  invites: InviteIds;
  /** Id of this process in the table of processes. */
  processId: string;
  /** A tag for a dialog of this process. It names the process if there are others. */
  localTag(token: string): string;
  /** Stores our sent-by value so that other processes can cancel our INVITEs. Never rejects. */
  publishSentBy(localAddress: string): Promise<void>;
  routes: Pick<Routes, 'targetsOf' | 'pathAt' | 'health'>;
  /** Flows over which trunks are registered, by trunk id. Calls try these first. */
  registeredFlows: Map<string, Flow>;
  /** Connects to a destination; rejects if none of its servers is reachable. @param near flow to the preferred server */
  pathTo(destination: Destination, near?: Flow): Promise<Path>;
  isConnected(target: Omit<Target, 'host'>): boolean;
  /** Exempts an authenticated phone's or process's address from the private network check. */
  allowTarget(target: Omit<Target, 'host'>): void;
  /** Our IP address as seen by a remote address. */
  localAddressFor(remoteAddress: string): Promise<string>;
  /** The path back over an existing flow. */
  returnPath(flow: Flow): Promise<Path>;
}
