import { zoneOffset } from './zone-offset.ts';

/** The zone by which a campaign's days and hours are counted: UTC where its own is none that anybody knows. */
export function dayZone(timezone: string): string {
  try {
    zoneOffset(new Date(0), timezone);
    return timezone;
  } catch (error) {
    if (error instanceof RangeError) return 'UTC';
    throw error;
  }
}
