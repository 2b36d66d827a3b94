import { useInfiniteQuery } from '@tanstack/react-query';
import type { SessionStatus } from '#contract/messaging.ts';
import { windowAt } from '../../../components/messaging/window-state.ts';
import { WindowTimer } from '../../../components/messaging/window-timer.tsx';
import { channelMessagesQuery } from '../../../data/channel-messages.ts';
import { useNow } from '../../../lib/time/use-now.ts';

/** Remaining time of a conversation's 24-hour window. */
export function ChannelWindow({ uuid }: { uuid: string }) {
  const { data } = useInfiniteQuery(channelMessagesQuery(uuid));
  const session = data?.pages[0]?.session_status;
  return session === undefined ? null : <LiveTimer session={session} />;
}

function LiveTimer({ session }: { session: SessionStatus }) {
  return <WindowTimer state={windowAt(session, useNow(1_000))} />;
}
