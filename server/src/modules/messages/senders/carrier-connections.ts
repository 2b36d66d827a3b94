import type { SecretBox } from '../../../core/secret-box.ts';
import type { MessagingCarrier, MessagingVendor } from '../../../providers/interfaces/messaging-carrier.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { SenderRow } from './sender-store.ts';

/**
 * A sender's account at its carrier; null if its vendor is not configured. Throws a `ProviderError` if its credentials
 * cannot be decrypted with this installation's key.
 */
export type CarrierOf = (sender: SenderRow) => { vendor: MessagingVendor; carrier: MessagingCarrier } | null;

/** Bounds memory when a process sees many senders. */
const MAX_CONNECTIONS = 1000;

/** Encryption context of a sender's credentials. */
export function credentialsContext(userId: number): string {
  return `sender credentials of ${userId}`;
}

/** Caches decrypted credentials per sender until they change. */
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
    return JSON.parse(secretBox.decrypt(sealed, credentialsContext(user_id)));
  } catch (error) {
    const message =
      'The credentials of this sender cannot be decrypted with this installation’s key. Enter them again.';
    throw new ProviderError('unavailable', message, error);
  }
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}
