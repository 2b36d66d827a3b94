/** Webhook events with descriptions. */
export const EVENTS = [
  { value: 'call.ended', label: 'call.ended', hint: 'A call ended and was evaluated' },
  { value: 'conversation.ended', label: 'conversation.ended', hint: 'A chat ended and was evaluated' },
] as const;
