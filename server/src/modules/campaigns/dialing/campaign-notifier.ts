import type { Database } from '../../../db/client.ts';

export const CAMPAIGN_CHANNEL = 'parley_campaigns';

/** The payload limit of NOTIFY is 8000 bytes. */
const IDS_PER_NOTIFICATION = 400;

/** Notifies dialers that a campaign may have work: it was started or edited, a lead waits, or a call ended. */
export interface CampaignNotifier {
  /** Call after the commit. */
  notify(campaignIds: readonly number[]): void;
  /** Notifies other processes only: this one has no free slot or no route, or leaves calls to them. */
  notifyOthers(campaignIds: readonly number[]): void;
  /**
   * Registers this process's dialer, which then receives local notifications directly instead of through the database.
   * Null unregisters.
   */
  listen(listener: ((campaignIds: readonly number[]) => void) | null): void;
  /** Handles a notification from the database. */
  receive(payload: string): void;
}

/**
 * A lost notification delays calls only until the next sweep of the dialers.
 * @param processId of this process, to skip its own notifications
 */
export function createCampaignNotifier(deps: {
  database: Pick<Database, 'query'>;
  processId: string;
  onFailure(error: unknown): void;
}): CampaignNotifier {
  const { database, processId, onFailure } = deps;
  let local: ((campaignIds: readonly number[]) => void) | null = null;
  const notifyOthers = (campaignIds: readonly number[]): void => {
    for (let at = 0; at < campaignIds.length; at += IDS_PER_NOTIFICATION) {
      const payload = `${processId} ${campaignIds.slice(at, at + IDS_PER_NOTIFICATION).join(',')}`;
      database.query('select pg_notify($1, $2)', [CAMPAIGN_CHANNEL, payload]).catch(onFailure);
    }
  };
  return {
    notify: (campaignIds) => {
      if (campaignIds.length === 0) return;
      if (local === null) notifyOthers(campaignIds);
      else local(campaignIds);
    },
    notifyOthers,
    listen: (listener) => {
      local = listener;
    },
    receive: (payload) => {
      const [sender, ids = ''] = payload.split(' ');
      if (sender !== processId) local?.(ids.split(',').map(Number).filter(Number.isSafeInteger));
    },
  };
}
