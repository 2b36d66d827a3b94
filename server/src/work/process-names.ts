import type { Executor } from '../db/client.ts';

/** A sent-by value that a process uses in its SIP Via headers. */
interface ProcessName {
  host: string;
  port: number;
}

/** SIP names of all processes. They outlive their process, because its requests may still be answered. */
export interface ProcessNames {
  /** Adds a name of this process. */
  add(name: ProcessName): Promise<void>;
  of(processId: string): Promise<ProcessName[]>;
}

/** @param processId this process */
export function createProcessNames(database: Pick<Executor, 'query'>, processId: string): ProcessNames {
  return {
    async add({ host, port }) {
      await database.query(
        'insert into process_names (process_id, host, port) values ($1, $2, $3) on conflict do nothing',
        [processId, host, port],
      );
    },
    of: (id) =>
      database.query<ProcessName>('select host, port from process_names where process_id::text = $1', [id]),
  };
}

/** Deletes the names of dead processes after a day. Later, nobody cancels their requests anymore. */
export async function removeOldNames(database: Pick<Executor, 'query'>): Promise<void> {
  await database.query(
    `delete from process_names
     where added_at < clock_timestamp() - interval '1 day' and not is_process_alive(process_id)`,
  );
}
