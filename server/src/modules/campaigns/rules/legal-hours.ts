import { SANDBOX_CARRIER } from '../../../providers/interfaces/sandbox-reports.ts';

/** Legal calling window in the callee's local time. */
export interface LegalHours {
  /** Minutes from midnight; 480 is 08:00. */
  startMinute: number;
  /** Exclusive; up to 1440. */
  endMinute: number;
}

export interface LegalHoursByCarrier {
  people: LegalHours;
  /** For sandbox numbers, which reach no real people. */
  sandbox: LegalHours;
}

/** The window of a campaign with these calling numbers: `people` unless all of them are sandbox numbers. */
export function legalHoursOf(
  numbers: readonly { provider: string }[],
  hours: LegalHoursByCarrier,
): LegalHours {
  const isSandbox = numbers.length > 0 && numbers.every(({ provider }) => provider === SANDBOX_CARRIER);
  return isSandbox ? hours.sandbox : hours.people;
}
