import type { Database } from '../../../db/client.ts';

export const CAMPAIGN_CHANNEL = 'parley_campaigns';

/** A notification holds less than 8000 bytes. */
const IDS_AT_ONCE = 400;

/** Tells those who dial that a campaign may have something to do: it was started or edited, a lead waits, a call is over. */
export interface CampaignNotifier {
  /** Call it after the commit. */
  notify(campaignIds: readonly number[]): void;
  /** Tells the other processes alone: this one has no room or no line, or it is their turn. */
  passOn(campaignIds: readonly number[]): void;
  /** From now on this process dials: it hears by itself, and leaves the others in peace. Null: no more. */
  answer(listener: ((campaignIds: readonly number[]) => void) | null): void;
  /** What another process has told. */
  hear(payload: string): void;
}

/**
 * A ring that is lost costs seconds: whoever dials also looks by itself.
 * @param processId of this process, whose own notifications come back to it
 */
export function createCampaignNotifier(deps: {
  database: Pick<Database, 'query'>;
  processId: string;
  onFailure(error: unknown): void;
}): CampaignNotifier {
  const { database, processId, onFailure } = deps;
  let near: ((campaignIds: readonly number[]) => void) | null = null;
  const passOn = (campaignIds: readonly number[]): void => {
    for (let at = 0; at < campaignIds.length; at += IDS_AT_ONCE) {
      const payload = `${processId} ${campaignIds.slice(at, at + IDS_AT_ONCE).join(',')}`;
      database.query('select pg_notify($1, $2)', [CAMPAIGN_CHANNEL, payload]).catch(onFailure);
    }
  };
  return {
    notify: (campaignIds) => {
      if (campaignIds.length === 0) return;
      if (near === null) passOn(campaignIds);
      else near(campaignIds);
    },
    passOn,
    answer: (listener) => {
      near = listener;
    },
    hear: (payload) => {
      const [sender, ids = ''] = payload.split(' ');
      if (sender !== processId) near?.(ids.split(',').map(Number).filter(Number.isSafeInteger));
    },
  };
}
