import { MessageSquarePlus } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import type { Conversation } from '../../../data/conversations.ts';
import { useDialogAddress } from '../../../routing/use-dialog-address.ts';
import { REPLY_DIALOGS } from './reply-dialogs.ts';

/** Of a conversation that is held elsewhere: what goes there, and what comes from there. */
export function Elsewhere({ transcript }: Pick<Conversation, 'transcript'>) {
  const dialog = useDialogAddress(REPLY_DIALOGS);
  const latest = transcript.at(-1);
  // What greets stands before everything that a customer writes.
  const isAnswered = latest !== undefined && latest.author !== 'customer' && transcript.length > 1;
  return (
    <>
      {isAnswered && <CopyButton text={latest.content} label="Copy the reply" />}
      <Button icon={<MessageSquarePlus />} onClick={() => dialog.show('next-reply')}>
        They wrote again
      </Button>
    </>
  );
}
