import { AlarmClock, Check, RotateCcw } from 'lucide-react';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import type { Conversation } from '../../../data/conversations.ts';
import { closeConversation, reopenConversation, snoozeConversation } from '../../../data/inbox.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Assignee } from './assignee.tsx';
import { SnoozeMenu } from './snooze-menu.tsx';
import { useWork } from './use-work.ts';

/** Assignee, snooze and close. */
export function WorkBar({ conversation }: { conversation: Conversation }) {
  const { id, inbox } = conversation;
  const { run, isBusy } = useWork();
  const isOpen = inbox.status === 'open';
  return (
    <div className="flex flex-wrap items-center gap-2">
      {inbox.status === 'closed' && <Badge>{t('Closed')}</Badge>}
      {inbox.snoozed_until !== null && (
        <Badge>{t('Snoozed until {time}', { time: formatDateTime(inbox.snoozed_until) })}</Badge>
      )}
      <Assignee conversation={conversation} />
      {isOpen ? (
        <>
          <SnoozeMenu
            trigger={
              <Button icon={<AlarmClock />} data-shortcut="s">
                {t('Snooze')}
              </Button>
            }
            onSnooze={(until) => run(() => snoozeConversation(id, until), t('Snoozed.'))}
          />
          <Button
            icon={<Check />}
            data-shortcut="e"
            isBusy={isBusy}
            onClick={() => run(() => closeConversation(id), t('Closed. The assistant answers new messages.'))}
          >
            {t('Close', undefined, 'conversation')}
          </Button>
        </>
      ) : (
        <Button icon={<RotateCcw />} isBusy={isBusy} onClick={() => run(() => reopenConversation(id))}>
          {t('Reopen')}
        </Button>
      )}
    </div>
  );
}
