/** A dial of which a process that died has stored nothing else: what it may have sent follows from this. */
export interface Dialled {
  attemptId: string;
  /** Name of the line that it went out over. */
  line: string;
  from: string;
  to: string;
  /** Who has dialled. */
  processId: string;
}

/** As farewells are kept. */
export function writeDialled(dialled: Dialled): string {
  return JSON.stringify({ dialled });
}

/** Null: it is another farewell. */
export function readDialled(pendingHangUp: Record<string, unknown>): Dialled | null {
  const { dialled } = pendingHangUp;
  if (typeof dialled !== 'object' || dialled === null) return null;
  const { attemptId, line, from, to, processId }: Partial<Record<keyof Dialled, unknown>> = dialled;
  const all = [attemptId, line, from, to, processId];
  return all.every((one) => typeof one === 'string')
    ? { attemptId: `${attemptId}`, line: `${line}`, from: `${from}`, to: `${to}`, processId: `${processId}` }
    : null;
}
