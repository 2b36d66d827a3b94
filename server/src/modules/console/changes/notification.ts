/** The channel on which the triggers of `watched_accounts` tell. */
export const CHANGES_CHANNEL = 'parley_changes';

/** What a trigger has told: `<user id> <topic>`; null for anything else. */
export function readNotification(payload: string): { userId: number; topic: string } | null {
  const [, userId, topic] = /^(\d{1,15}) ([a-z_]+)$/.exec(payload) ?? [];
  return userId === undefined || topic === undefined ? null : { userId: Number(userId), topic };
}
