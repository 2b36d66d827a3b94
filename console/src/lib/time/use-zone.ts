import { useSyncExternalStore } from 'react';
import { listenToZone, shownZone } from './zone.ts';

/** The console's time zone, an IANA name. */
export function useZone(): string {
  return useSyncExternalStore(listenToZone, shownZone);
}
