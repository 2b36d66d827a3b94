/** Our name for a message at the carrier. */
export function messageReference(id: number): string {
  return `pm${id}`;
}

/** The message that a carrier's report names; null: none of ours. */
export function messageOfReference(reference: string | null): number | null {
  const [, digits] = /^pm(\d{1,15})$/.exec(reference ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

/** What the ledger calls a message. */
export function chargeReference(id: number): string {
  return `msgapp:${id}`;
}

/** Of a message that was given back while nobody knew of it, and was sent after all. */
export function lateChargeReference(id: number): string {
  return `${chargeReference(id)}:late`;
}
