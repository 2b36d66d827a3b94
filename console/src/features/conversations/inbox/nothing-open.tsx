import { Inbox } from 'lucide-react';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { t } from '../../../lib/i18n/t.ts';

export function NothingOpen() {
  return (
    <div className="grid h-full place-items-center p-8">
      <EmptyState
        icon={<Inbox />}
        title={t('Select a conversation')}
        text={t('Read messages, see tool calls, and take over from the assistant.')}
      />
    </div>
  );
}
