import { SANDBOX_CARRIER } from '../../../providers/interfaces/sandbox-reports.ts';

/** The window in which people may be called at all, on the wall clock of whoever is called. */
export interface LegalHours {
  /** Minutes from midnight; 480 is 08:00. */
  startMinute: number;
  /** Nobody is called in this minute any more; up to 1440. */
  endMinute: number;
}

/** Of whom campaigns call. */
export interface LegalHoursByCarrier {
  people: LegalHours;
  /** Behind numbers of the sandbox there is nobody. */
  sandbox: LegalHours;
}

/**
 * The window of a campaign that calls from these numbers. One that anybody can be called from is enough for people's
 * hours, and so is none.
 */
export function legalHoursOf(
  numbers: readonly { provider: string }[],
  hours: LegalHoursByCarrier,
): LegalHours {
  const isSandbox = numbers.length > 0 && numbers.every(({ provider }) => provider === SANDBOX_CARRIER);
  return isSandbox ? hours.sandbox : hours.people;
}
