import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { showSuccess } from '../../../components/feedback/toast-store.ts';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { ActionDialog } from '../../../components/overlay/action-dialog.tsx';
import { type Call, deleteCall } from '../../../data/calls.ts';
import { t } from '../../../lib/i18n/t.ts';
import { isRunning, partyOf } from '../call-words.ts';
import { CancelCall } from '../cancel-call.tsx';
import { HangUp } from '../hang-up.tsx';

export function CallActions({ call }: { call: Call }) {
  return (
    <>
      <IfAllowed area="Calls">
        <HangUp call={call} />
        <CancelCall call={call} />
      </IfAllowed>
      <IfAllowed area="Calls" needs="admin">
        <DeleteCall call={call} />
      </IfAllowed>
    </>
  );
}

function DeleteCall({ call }: { call: Call }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <>
      <Button icon={<Trash2 />} onClick={() => setAsking(true)}>
        {t('Delete call')}
      </Button>
      <ActionDialog
        subject={isAsking ? call : null}
        ask={({ status }) => ({
          title: t('Delete the call with {party}?', { party: partyOf(call) }),
          text: consequences(status),
          action: t('Delete call'),
        })}
        action={({ id }) => deleteCall(id)}
        onDone={async ({ id }) => {
          showSuccess(t('Call deleted.'));
          await navigate({ to: '/calls' });
          queries.removeQueries({ queryKey: ['calls', 'one', id] });
          await queries.invalidateQueries({ queryKey: ['calls'] });
        }}
        onClose={() => setAsking(false)}
        isPageLeft
      />
    </>
  );
}

function consequences(status: Call['status']): string {
  if (isRunning(status))
    return t(
      'Its transcript, recording and webhook deliveries are permanently deleted. The call ends. Its cost stays in the ledger.',
    );
  if (status === 'scheduled')
    return t(
      'Its transcript, recording and webhook deliveries are permanently deleted. It will not be dialed. Its cost stays in the ledger.',
    );
  return t(
    'Its transcript, recording and webhook deliveries are permanently deleted. Its cost stays in the ledger.',
  );
}
