import type { CallingHours } from '../../calls/asking/calling-hours.ts';
import { type CampaignHours, callingState, lastBeginMs } from './calling-hours.ts';
import { type LegalHours, type LegalHoursByCarrier, legalHoursOf } from './legal-hours.ts';
import { zoneKeyOf } from './number-zones.ts';
import { zonedClock } from './zone-offset.ts';

/** Adds no limits to the legal ones. */
const ALWAYS: CampaignHours = {
  timezone: 'UTC',
  start: '00:00',
  end: '23:59',
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  startsAt: null,
  endsAt: null,
};

/** The legal calling hours of campaigns, for calls without a campaign. */
export function createCallingHours(legalHours: LegalHoursByCarrier): CallingHours {
  return {
    zonesOf: zoneKeyOf,
    stateAt: (at, { zoneKey, provider }) => {
      const legal = legalHoursOf([{ provider }], legalHours);
      const state = callingState(at, ALWAYS, { zoneKey, legal });
      if (state.open && at.getTime() <= lastBeginMs(state)) return { isOpen: true };
      if (zoneKey === '') {
        return {
          isOpen: false,
          reason: 'The time zone of this number is unknown, so its calling hours cannot be checked.',
        };
      }
      return { isOpen: false, reason: closedText(at, zoneKey, legal) };
    },
  };
}

function closedText(at: Date, zoneKey: string, legal: LegalHours): string {
  const zones = zoneKey.split('&');
  const closed = zones.find((zone) => !isWithin(at, zone, legal)) ?? zones[0] ?? '';
  const place = zones.length === 1 ? closed : `${closed}, where this number may be,`;
  const hours = `${clockText(legal.startMinute)}–${clockText(legal.endMinute)}`;
  return `${zonedClock(at, closed)} in ${place} is outside the calling hours ${hours}.`;
}

function isWithin(at: Date, zone: string, legal: LegalHours): boolean {
  return callingState(at, ALWAYS, { zoneKey: zone, legal }).open;
}

/** @param minute from midnight; 480 is `08:00` */
function clockText(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
