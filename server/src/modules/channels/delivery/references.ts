/** Our reference of a message at the carrier. */
export function messageReference(id: number): string {
  return `pm${id}`;
}

/** Message id of a carrier's report; null: not ours. */
export function messageOfReference(reference: string | null): number | null {
  const [, digits] = /^pm(\d{1,15})$/.exec(reference ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Ledger reference of a message. */
export function chargeReference(id: number): string {
  return `msgapp:${id}`;
}

/** Ledger reference of a message that was refunded with unknown outcome and turned out to be sent. */
export function lateChargeReference(id: number): string {
  return `${chargeReference(id)}:late`;
}
