/**
 * A dial attempt of a process that died before it stored anything else. The request that it may have sent can be
 * derived from these fields.
 */
export interface Dialed {
  attemptId: string;
  /** Name of the outbound route. */
  line: string;
  from: string;
  to: string;
  processId: string;
}

/** Serializes it in the format of pending hang-ups. */
export function writeDialed(dialed: Dialed): string {
  // Stored key: do not rename.
  return JSON.stringify({ dialled: dialed });
}

/** @returns null for a pending hang-up of another kind */
export function readDialed(pendingHangUp: Record<string, unknown>): Dialed | null {
  const dialed = pendingHangUp['dialled'];
  if (typeof dialed !== 'object' || dialed === null) return null;
  const { attemptId, line, from, to, processId }: Partial<Record<keyof Dialed, unknown>> = dialed;
  const all = [attemptId, line, from, to, processId];
  return all.every((one) => typeof one === 'string')
    ? { attemptId: `${attemptId}`, line: `${line}`, from: `${from}`, to: `${to}`, processId: `${processId}` }
    : null;
}
