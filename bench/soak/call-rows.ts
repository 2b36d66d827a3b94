import type pg from 'pg';
import { pause } from '../voice/pacing.ts';

const PATIENCE_MS = 10 * 60_000;

/** The calls' state in the database. */
export class CallRows {
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async count(): Promise<{ notFinal: number; notEvaluated: number }> {
    const { rows } = await this.#client.query<{ notFinal: number; notEvaluated: number }>(
      `select count(*) filter (where ended_at is null)::int as "notFinal",
         count(*) filter (where recorded_at is null)::int as "notEvaluated" from calls`,
    );
    return rows[0] ?? { notFinal: 0, notEvaluated: 0 };
  }

  /** Waits for the server's background work; throws after ten minutes. @returns milliseconds */
  async untilAllOver(): Promise<number> {
    const startedAt = performance.now();
    for (;;) {
      const { notFinal, notEvaluated } = await this.count();
      const waitedMs = performance.now() - startedAt;
      if (notFinal + notEvaluated === 0) return waitedMs;
      if (waitedMs > PATIENCE_MS) throw new Error(`${notFinal} calls are not final, ${notEvaluated} wait.`);
      await pause(250);
    }
  }

  /** Call outcomes, and how many were recorded. */
  async summary(): Promise<string> {
    const { rows } = await this.#client.query<{ status: string; count: number; recorded: number }>(
      `select status, count(*)::int as count,
         count(*) filter (where exists (
           select from call_recording_pieces where call_id = calls.id))::int as recorded
       from calls group by status order by status`,
    );
    return rows
      .map(({ status, count, recorded }) => `${count} ${status}, ${recorded} of them recorded`)
      .join('; ');
  }
}
