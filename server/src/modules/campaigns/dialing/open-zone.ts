/** An open zone and the instant up to which its leads count as due: now or shortly ahead, within the hours. */
export interface OpenZone {
  zoneKey: string;
  dueByMs: number;
}
