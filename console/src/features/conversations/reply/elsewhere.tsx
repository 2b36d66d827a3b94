import { MessageSquarePlus } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import type { Conversation } from '../../../data/conversations.ts';
import { t } from '../../../lib/i18n/t.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { REPLY_DIALOGS } from './reply-dialogs.ts';

/** Copy and paste actions for a conversation that takes place outside Parley. */
export function Elsewhere({ transcript }: Pick<Conversation, 'transcript'>) {
  const dialog = useDialogAddress(REPLY_DIALOGS);
  const latest = transcript.at(-1);
  // The greeting alone is not a reply.
  const isAnswered = latest !== undefined && latest.author !== 'customer' && transcript.length > 1;
  return (
    <>
      {isAnswered && <CopyButton text={latest.content} label={t('Copy reply')} />}
      <Button icon={<MessageSquarePlus />} onClick={() => dialog.show('next-reply')}>
        {t('Add customer message')}
      </Button>
    </>
  );
}
