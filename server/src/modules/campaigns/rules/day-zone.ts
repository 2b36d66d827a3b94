import { zoneOffset } from './zone-offset.ts';

/** The zone for a campaign's statistics: UTC if its own is unknown. */
export function dayZone(timezone: string): string {
  try {
    zoneOffset(new Date(0), timezone);
    return timezone;
  } catch (error) {
    if (error instanceof RangeError) return 'UTC';
    throw error;
  }
}
