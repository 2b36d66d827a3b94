/** Whose a row is. */
export interface OfCall {
  userId: number;
  callId: number;
}
