/**
 * A dial attempt of a process that died before it stored anything else. The request it may have sent follows from
 * this.
 */
export interface Dialled {
  attemptId: string;
  /** Name of the outbound route. */
  line: string;
  from: string;
  to: string;
  processId: string;
}

/** Serializes it in the format of pending hang-ups. */
export function writeDialled(dialled: Dialled): string {
  return JSON.stringify({ dialled });
}

/** Null: a different pending hang-up. */
export function readDialled(pendingHangUp: Record<string, unknown>): Dialled | null {
  const { dialled } = pendingHangUp;
  if (typeof dialled !== 'object' || dialled === null) return null;
  const { attemptId, line, from, to, processId }: Partial<Record<keyof Dialled, unknown>> = dialled;
  const all = [attemptId, line, from, to, processId];
  return all.every((one) => typeof one === 'string')
    ? { attemptId: `${attemptId}`, line: `${line}`, from: `${from}`, to: `${to}`, processId: `${processId}` }
    : null;
}
