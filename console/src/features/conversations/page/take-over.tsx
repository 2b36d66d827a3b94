import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot, Hand, StickyNote } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { showError } from '../../../components/feedback/toast-store.ts';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { senderByNumberQuery } from '../../../data/channel-messages.ts';
import { type Conversation, switchAi } from '../../../data/conversations.ts';
import { inboxChoicesQuery } from '../../../data/inbox.ts';
import { t } from '../../../lib/i18n/t.ts';
import { NoteForm } from '../work/note-form.tsx';
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
  const { data: choices } = useQuery(inboxChoicesQuery);
  const [isNoting, setNoting] = useState(false);
  const section = useRef<HTMLElement>(null);
  const [hasTaken, setTaken] = useState(false);
  useEffect(() => {
    if (hasTaken && !isAi) section.current?.querySelector('textarea')?.focus();
  }, [hasTaken, isAi]);
  const change = useMutation({
    ...switchAi,
    onSuccess: async (_, { isOn }) => {
      setTaken(!isOn);
      await queries.invalidateQueries({ queryKey: ['conversations'] });
    },
    onError: showError,
  });
  return (
    <section
      ref={section}
      aria-label={t('Reply')}
      className="border-line border-t bg-surface px-4 py-3 sm:px-6"
    >
      <div className="mx-auto grid max-w-3xl gap-3">
        {isAi && silence !== null && <SilenceNote silence={silence} />}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p role="status" className="text-ink-soft text-sm">
            {handlerText(conversation, choices?.you?.id)}
            {assistant_id === null && sender !== null && (
              <>
                {' '}
                <SenderLink number={sender.phone_number} />
              </>
            )}
          </p>
          <IfAllowed area="Conversations">
            <div className="flex flex-wrap gap-2">
              {aside}
              <Button
                icon={<StickyNote />}
                data-shortcut="n"
                aria-expanded={isNoting}
                onClick={() => setNoting(!isNoting)}
              >
                {t('Add note')}
              </Button>
              <Button
                icon={isAi ? <Hand /> : <Bot />}
                variant={isAi ? 'primary' : 'secondary'}
                data-shortcut={isAi ? 'r' : undefined}
                isBusy={change.isPending}
                onClick={() => change.mutate({ uuid: id, isOn: !isAi })}
              >
                {isAi ? t('Take over') : t('Hand back to assistant')}
              </Button>
            </div>
          </IfAllowed>
        </div>
        {isNoting && <NoteForm uuid={id} onClose={() => setNoting(false)} />}
        {!isAi && <IfAllowed area="Conversations">{children}</IfAllowed>}
      </div>
    </section>
  );
}

function handlerText(
  { ai_enabled: isAi, assistant_id, inbox: { person, group } }: Conversation,
  you: number | undefined,
): string {
  if (!isAi) {
    const name = person?.name ?? group?.name ?? null;
    const who =
      person !== null && person.id === you
        ? t('You are replying.')
        : name === null
          ? t('A teammate is replying.')
          : t('{name} is replying.', { name });
    const after =
      assistant_id === null
        ? t('The sender has no assistant.')
        : t('The assistant is paused until you hand the conversation back.');
    return `${who} ${after}`;
  }
  if (assistant_id === null) return t('The sender has no assistant. Take over to reply yourself.');
  return t('The assistant is replying. Take over to reply yourself.');
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
      {t('Choose an assistant')}
    </Link>
  );
}
