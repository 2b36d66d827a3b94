import type { SecretBox } from '../../../core/secret-box.ts';
import type { MessagingCarrier, MessagingVendor } from '../../../providers/interfaces/messaging-carrier.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { SenderRow } from './sender-store.ts';

/**
 * A sender's account at its carrier; null: its vendor is not configured here.
 * Throws a `ProviderError` when its credentials do not open with this installation's key.
 */
export type CarrierOf = (sender: SenderRow) => { vendor: MessagingVendor; carrier: MessagingCarrier } | null;

/** Bounds the memory of a process that sees many senders. */
const MAX_CONNECTIONS = 1000;

/** Where a sender's credentials are sealed for. */
export function credentialsPlace(userId: number): string {
  return `sender credentials of ${userId}`;
}

/** Opens credentials once for each sender, and again when they have changed. */
export function createCarrierConnections(
  vendors: ReadonlyMap<string, MessagingVendor>,
  secretBox: SecretBox,
): CarrierOf {
  const known = new Map<number, { sealed: Buffer | null; carrier: MessagingCarrier }>();
  return (sender) => {
    const vendor = vendors.get(sender.provider);
    if (vendor === undefined) return null;
    const sealed = sender.sealed_credentials;
    const earlier = known.get(sender.id);
    if (earlier !== undefined && isSame(earlier.sealed, sealed)) return { vendor, carrier: earlier.carrier };
    const carrier = vendor.connect(openCredentials(secretBox, sender));
    if (known.size >= MAX_CONNECTIONS) known.clear();
    known.set(sender.id, { sealed, carrier });
    return { vendor, carrier };
  };
}

function openCredentials(secretBox: SecretBox, { sealed_credentials: sealed, user_id }: SenderRow): unknown {
  if (sealed === null) return {};
  try {
    return JSON.parse(secretBox.open(sealed, credentialsPlace(user_id)));
  } catch (error) {
    const message = 'The credentials of this sender cannot be opened here: enter them anew.';
    throw new ProviderError('unavailable', message, error);
  }
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}
