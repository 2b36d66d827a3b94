import type { Executor } from '../../../db/client.ts';
import { CALLS_FOR_CAMPAIGNS } from '../configuration/dialing-processes.ts';

/**
 * What this process has noted of campaigns that it cannot call for, as it lacks something of their assistants. Whoever calls
 * for no campaigns at all is not waited for, and notes nothing.
 */
export class StandBacks {
  readonly #database: Executor;
  readonly #processId: string;
  readonly #noted = new Set<number>();

  constructor({ database, processId }: { database: Executor; processId: string }) {
    this.#database = database;
    this.#processId = processId;
  }

  /** Campaigns that something is noted of. */
  get campaignIds(): number[] {
    return [...this.#noted];
  }

  /**
   * Notes that this process lacks what a campaign needs as it is now.
   * @returns whether nobody is left who could call for it: every living process that calls for campaigns lacks it too
   */
  async note({ id: campaignId, version }: { id: number; version: string }): Promise<boolean> {
    this.#noted.add(campaignId);
    const about = [campaignId, this.#processId, version];
    await this.#database.query(
      `with forgotten as (
         delete from campaign_standbacks
         where campaign_id = $1 and process_id <> $2 and not is_process_alive(process_id))
       insert into campaign_standbacks (campaign_id, process_id, version) values ($1, $2, $3)
       on conflict (campaign_id, process_id) do update set version = excluded.version`,
      about,
    );
    // In a statement of its own: of two that stand back at a time the later one sees the other.
    const others = await this.#database.query(
      `select from processes
       where id <> $2 and ${CALLS_FOR_CAMPAIGNS} and not exists (
         select from campaign_standbacks
         where campaign_id = $1 and process_id = processes.id and version = $3)
       limit 1`,
      about,
    );
    return others.length === 0;
  }

  /** This process can call for these campaigns, or they do not run any more. */
  async takeBack(campaignIds: readonly number[]): Promise<void> {
    const noted = campaignIds.filter((id) => this.#noted.has(id));
    if (noted.length === 0) return;
    await this.#database.query(
      'delete from campaign_standbacks where process_id = $1 and campaign_id = any($2)',
      [this.#processId, noted],
    );
    for (const id of noted) this.#noted.delete(id);
  }
}
