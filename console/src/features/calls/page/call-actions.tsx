import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PhoneOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { showError, showSuccess } from '../../../components/feedback/toast-store.ts';
import { ActionDialog } from '../../../components/overlay/action-dialog.tsx';
import { type Call, deleteCall, hangUp } from '../../../data/calls.ts';
import { isRunning, partyOf } from '../call-words.ts';
import { CancelCall } from '../cancel-call.tsx';

export function CallActions({ call }: { call: Call }) {
  const queries = useQueryClient();
  const end = useMutation({
    ...hangUp,
    onSuccess: () => {
      showSuccess('Ending the call.');
      return queries.invalidateQueries({ queryKey: ['calls'] });
    },
    onError: showError,
  });
  return (
    <>
      {isRunning(call.status) && (
        <Button
          variant="danger"
          icon={<PhoneOff />}
          isBusy={end.isPending}
          onClick={() => end.mutate(call.id)}
        >
          Hang up
        </Button>
      )}
      <CancelCall call={call} />
      <DeleteCall call={call} />
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
        Delete call
      </Button>
      <ActionDialog
        subject={isAsking ? call : null}
        ask={({ status }) => ({
          title: `Delete the call with ${partyOf(call)}?`,
          text: `Its transcript, recording and webhook deliveries are permanently deleted.${isRunning(status) ? ' The call ends.' : ''}${status === 'scheduled' ? ' It will not be dialed.' : ''} Its cost stays in the ledger.`,
          action: 'Delete call',
        })}
        action={({ id }) => deleteCall(id)}
        onDone={async ({ id }) => {
          showSuccess('Call deleted.');
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
