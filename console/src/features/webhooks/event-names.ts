/** Events that webhooks tell of, with words for people. */
export const EVENTS = [
  { value: 'call.ended', label: 'call.ended', hint: 'A call is over and evaluated' },
  { value: 'conversation.ended', label: 'conversation.ended', hint: 'A chat is over and evaluated' },
] as const;
