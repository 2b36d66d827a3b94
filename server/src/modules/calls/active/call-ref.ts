export interface CallRef {
  userId: number;
  callId: number;
}
