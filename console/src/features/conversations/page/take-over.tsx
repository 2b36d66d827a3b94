import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot, Hand } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { showError } from '../../../components/feedback/toast-store.ts';
import { senderByNumberQuery } from '../../../data/channel-messages.ts';
import { type Conversation, switchAi } from '../../../data/conversations.ts';
import { SilenceNote } from './silence-note.tsx';

interface TakeOverProps {
  conversation: Conversation;
  /** More actions, before the take-over button. */
  aside?: ReactNode;
  /** The composer, shown after taking over. */
  children: ReactNode;
}

/** Shows whether the AI or a teammate answers, with a button to switch. */
export function TakeOver({ conversation, aside, children }: TakeOverProps) {
  const { id, ai_enabled: isAi, assistant_id, sender, silence } = conversation;
  const queries = useQueryClient();
  const change = useMutation({
    ...switchAi,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['conversations'] }),
    onError: showError,
  });
  return (
    <section aria-label="Reply" className="border-line border-t bg-surface px-4 py-3 sm:px-6">
      <div className="mx-auto grid max-w-3xl gap-3">
        {isAi && silence !== null && <SilenceNote silence={silence} />}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="text-ink-soft text-sm">
            {handlerText(isAi, assistant_id !== null)}
            {assistant_id === null && sender !== null && (
              <>
                {' '}
                <SenderLink number={sender.phone_number} />
              </>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            {aside}
            <Button
              icon={isAi ? <Hand /> : <Bot />}
              variant={isAi ? 'primary' : 'secondary'}
              isBusy={change.isPending}
              onClick={() => change.mutate({ uuid: id, isOn: !isAi })}
            >
              {isAi ? 'Take over' : 'Hand back to AI'}
            </Button>
          </div>
        </div>
        {!isAi && children}
      </div>
    </section>
  );
}

function handlerText(isAi: boolean, hasAssistant: boolean): string {
  if (!hasAssistant) {
    return isAi
      ? 'The sender has no assistant. Take over to reply yourself.'
      : 'You are replying. The sender has no assistant.';
  }
  return isAi
    ? 'The AI is replying. Take over to reply yourself.'
    : 'You are replying. The AI is paused until you hand back.';
}

/** Link to the sender's settings. */
function SenderLink({ number }: { number: string }) {
  const { data: sender } = useQuery(senderByNumberQuery(number));
  if (!sender) return null;
  return (
    <Link
      to="/messaging/senders/$senderId"
      params={{ senderId: String(sender.id) }}
      className="font-medium text-accent-strong underline"
    >
      Choose an assistant
    </Link>
  );
}
