/** `reply` asks for the customer; `next-reply` continues the open conversation. */
export const REPLY_DIALOGS = { reply: 'plain', 'next-reply': 'plain' } as const;
