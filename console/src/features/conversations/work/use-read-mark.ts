import { useEffect } from 'react';
import { markRead } from '../../../data/inbox.ts';

/** Marks a conversation as read while it is visible. @param latest identifies its latest message; null without any */
export function useReadMark(uuid: string, latest: string | null): void {
  useEffect(() => {
    if (latest === null) return undefined;
    const mark = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', mark);
      // The next message marks it again.
      markRead(uuid).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', mark);
    mark();
    return () => document.removeEventListener('visibilitychange', mark);
  }, [uuid, latest]);
}
