/**
 * SQL for rows that one process at a time works on. A row stores the id of its process. When that process dies, or its
 * lease expires, another process may take the row. Each table describes its claims once.
 */
export interface Claims {
  /** Condition: a process may take the row. */
  isFree(row?: string): string;
  /** Condition: a running process works on the row. */
  isHeld(row?: string): string;
  /** Condition: the process that works on the row has died, or its lease has expired. */
  isAbandoned(row?: string): string;
  /** SET list that takes the row. @param processId SQL for the id of the process, for example `$1` */
  take(processId: string): string;
  /** SET list that gives the row back. */
  release: string;
}

interface ClaimColumns {
  /** Column with the id of the process; null while no process works on the row. */
  process?: string;
  /** How long a running process may keep a row. Without it: as long as the process runs. */
  lease?: {
    /** Column with the start of the lease. */
    since: string;
    seconds: number;
    /** False if the column is also set by other statements, for example `created_at`. */
    startsWithClaim?: boolean;
  };
}

export function claimsIn({ process = 'process_id', lease }: ClaimColumns = {}): Claims {
  const of = (row: string | undefined, column: string): string =>
    row === undefined ? column : `${row}.${column}`;
  const isLost = (row: string | undefined): string => {
    const isDead = `not is_process_alive(${of(row, process)})`;
    if (lease === undefined) return isDead;
    return `(${isDead} or ${of(row, lease.since)} < clock_timestamp() - make_interval(secs => ${lease.seconds}))`;
  };
  return {
    isFree: (row) => `(${of(row, process)} is null or ${isLost(row)})`,
    isHeld: (row) => `(${of(row, process)} is not null and not ${isLost(row)})`,
    isAbandoned: (row) => `(${of(row, process)} is not null and ${isLost(row)})`,
    take: (processId) =>
      lease === undefined || lease.startsWithClaim === false
        ? `${process} = ${processId}`
        : `${process} = ${processId}, ${lease.since} = clock_timestamp()`,
    release: `${process} = null`,
  };
}
