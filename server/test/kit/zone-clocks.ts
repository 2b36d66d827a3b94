import { zoneOffset } from '../../src/modules/campaigns/rules/zone-offset.ts';

/** Two days in each month of a year, so that every clock change shows. */
const DAYS = Array.from({ length: 24 }, (_, index) => {
  return new Date(Date.UTC(2026, Math.floor(index / 2), index % 2 === 0 ? 5 : 20, 12));
});

/** A zone's offsets over a year. Zones with equal offsets have the same calling hours. */
export function clockOf(zone: string): string {
  const known = clocks.get(zone) ?? DAYS.map((day) => zoneOffset(day, zone)).join();
  clocks.set(zone, known);
  return known;
}

const clocks = new Map<string, string>();

export function clocksOf(zones: readonly string[]): Set<string> {
  return new Set(zones.map(clockOf));
}
