/** People of a zone whose leads are due by then: now, or in a moment, while they may be called. */
export interface OpenZone {
  zoneKey: string;
  dueByMs: number;
}
