import type { Executor } from '../../../db/client.ts';
import { CALLS_FOR_CAMPAIGNS } from './dialing-processes.ts';

/**
 * Campaigns that this process cannot call for, because it lacks a provider that their assistants need. Processes that do
 * not dial are ignored.
 */
export class IneligibleCampaigns {
  readonly #database: Executor;
  readonly #processId: string;
  readonly #marked = new Set<number>();

  constructor({ database, processId }: { database: Executor; processId: string }) {
    this.#database = database;
    this.#processId = processId;
  }

  get campaignIds(): number[] {
    return [...this.#marked];
  }

  /**
   * Records that this process cannot call for the campaign in its current version.
   * @returns true if no other running dialer process can call for it either
   */
  async mark({ id: campaignId, version }: { id: number; version: string }): Promise<boolean> {
    this.#marked.add(campaignId);
    const about = [campaignId, this.#processId, version];
    await this.#database.query(
      `with forgotten as (
         delete from campaign_standbacks
         where campaign_id = $1 and process_id <> $2 and not is_process_alive(process_id))
       insert into campaign_standbacks (campaign_id, process_id, version) values ($1, $2, $3)
       on conflict (campaign_id, process_id) do update set version = excluded.version`,
      about,
    );
    // In a separate statement, so that of two concurrent processes the later one sees the other's record.
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

  /** Deletes the records of campaigns that this process can call for or that do not run. */
  async clear(campaignIds: readonly number[]): Promise<void> {
    const marked = campaignIds.filter((id) => this.#marked.has(id));
    if (marked.length === 0) return;
    await this.#database.query(
      'delete from campaign_standbacks where process_id = $1 and campaign_id = any($2)',
      [this.#processId, marked],
    );
    for (const id of marked) this.#marked.delete(id);
  }
}
