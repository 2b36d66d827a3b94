/** Our reference of a message at the carrier. */
export function messageReference(id: number): string {
  return `pm${id}`;
}

/** Message id in a carrier's report; null if the reference is not ours. */
export function messageOfReference(reference: string | null): number | null {
  const [, digits] = /^pm(\d{1,15})$/.exec(reference ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Ledger reference of a message. */
export function chargeReference(id: number): string {
  return `msgapp:${id}`;
}

/** Ledger reference of the second charge: the message was refunded while its outcome was unknown, but had been sent. */
export function lateChargeReference(id: number): string {
  return `${chargeReference(id)}:late`;
}
