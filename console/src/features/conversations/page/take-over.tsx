import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot, Hand } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { tellError } from '../../../components/feedback/toast-store.ts';
import { senderByNumberQuery } from '../../../data/channel-messages.ts';
import { type Conversation, switchAi } from '../../../data/conversations.ts';

interface TakeOverProps {
  conversation: Conversation;
  /** What else one does with it, before the button to take over. */
  aside?: ReactNode;
  /** What a person writes with, once the AI keeps silent. */
  children: ReactNode;
}

/** Who answers this customer: the AI, or a person who has taken over and may hand back. */
export function TakeOver({ conversation, aside, children }: TakeOverProps) {
  const { id, ai_enabled: isAi, assistant_id, sender } = conversation;
  const queries = useQueryClient();
  const change = useMutation({
    ...switchAi,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['conversations'] }),
    onError: tellError,
  });
  return (
    <section aria-label="Answer" className="border-line border-t bg-surface px-4 py-3 sm:px-6">
      <div className="mx-auto grid max-w-3xl gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="text-ink-soft text-sm">
            {answersWords(isAi, assistant_id !== null)}
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
              {isAi ? 'Take over' : 'Hand back to the AI'}
            </Button>
          </div>
        </div>
        {!isAi && children}
      </div>
    </section>
  );
}

function answersWords(isAi: boolean, hasAssistant: boolean): string {
  if (!hasAssistant) {
    return isAi
      ? 'Nobody answers: the sender has no assistant. Take over to write yourself.'
      : 'You answer; the sender has no assistant to hand back to.';
  }
  return isAi
    ? 'The AI answers. Take over to write yourself.'
    : 'You answer; the AI keeps silent until you hand back.';
}

/** To where the sender of a conversation gets an assistant. */
function SenderLink({ number }: { number: string }) {
  const { data: sender } = useQuery(senderByNumberQuery(number));
  if (!sender) return null;
  return (
    <Link
      to="/messaging/senders/$senderId"
      params={{ senderId: String(sender.id) }}
      className="font-medium text-accent-strong underline"
    >
      Give it an assistant
    </Link>
  );
}
