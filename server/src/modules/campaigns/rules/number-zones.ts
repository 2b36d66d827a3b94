/**
 * All time zones of a number's prefix by the phone library's metadata: IANA names, sorted, joined by `&`. Empty: no
 * zone is known (satellite, international freephone, no number at all), and nobody is called there.
 * @param phoneNumber E.164
 */
export function zoneKeyOf(phoneNumber: string): string {
  throw new Error(`unwritten ${phoneNumber}`);
}
