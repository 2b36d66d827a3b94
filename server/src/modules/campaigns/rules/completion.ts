import type { CallingState } from './calling-hours.ts';

/**
 * Whether a running campaign is at its end: nothing is under way, and nobody who waits can ever be called. While its own zone
 * is not known nobody can tell.
 * @param waiting the state of each distinct zone of its waiting leads
 */
export function isAtEnd(campaign: {
  markCompleteWhenNoLeads: boolean;
  /** Leads with a call under way or a goal to be judged. */
  processing: number;
  waiting: readonly CallingState[];
}): boolean {
  const { markCompleteWhenNoLeads, processing, waiting } = campaign;
  return (
    markCompleteWhenNoLeads &&
    processing === 0 &&
    waiting.every((state) => !state.open && state.from === null && state.because !== 'campaign-zone')
  );
}
