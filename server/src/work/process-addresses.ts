import type { Executor } from '../db/client.ts';

/** Inner addresses of the other processes of this installation. */
export interface ProcessAddresses {
  /** Null if the process is dead or has not published an address. */
  of(processId: string): Promise<string | null>;
  isAlive(processId: string): Promise<boolean>;
  /** Any other running process that holds calls. */
  anyThatHoldsCalls(): Promise<string | null>;
}

/** Bounds the cache; evicted addresses are looked up again. */
const MAX_KNOWN = 1000;

/** @param processId this process */
export function createProcessAddresses(
  database: Pick<Executor, 'query'>,
  processId: string,
): ProcessAddresses {
  // A process never changes its address.
  const known = new Map<string, string>();
  return {
    async of(id) {
      const before = known.get(id);
      if (before !== undefined) return before;
      const [row] = await database.query<{ inner_origin: string | null }>(
        'select inner_origin from processes where id = $1',
        [id],
      );
      const origin = row?.inner_origin ?? null;
      if (known.size >= MAX_KNOWN) known.clear();
      if (origin !== null) known.set(id, origin);
      return origin;
    },
    async isAlive(id) {
      const [row] = await database.query<{ lives: boolean }>(
        'select exists (select from processes where id = $1 and is_process_alive(id)) as lives',
        [id],
      );
      return row?.lives === true;
    },
    async anyThatHoldsCalls() {
      const [row] = await database.query<{ inner_origin: string }>(
        `select inner_origin from processes
         where id <> $1 and inner_origin is not null and media_origin is not null and is_process_alive(id)
         order by random() limit 1`,
        [processId],
      );
      return row?.inner_origin ?? null;
    },
  };
}
