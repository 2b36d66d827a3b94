/** `reply`: to what any customer wrote elsewhere; `next-reply`: to whose conversation is open. */
export const REPLY_DIALOGS = { reply: 'plain', 'next-reply': 'plain' } as const;
