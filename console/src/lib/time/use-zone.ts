import { useSyncExternalStore } from 'react';
import { listenToZone, shownZone } from './zone.ts';

/** The zone whose days and times the console shows, an IANA name. */
export function useZone(): string {
  return useSyncExternalStore(listenToZone, shownZone);
}
