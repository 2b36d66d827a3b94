import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { tellError } from '../components/feedback/toast-store.ts';
import { ConfirmDialog } from '../components/overlay/confirm-dialog.tsx';
import { logOut } from '../data/session.ts';
import { setLeaving } from '../lib/api/session-state.ts';
import { forgetDrafts } from '../lib/drafts.ts';
import { hasUnsaved } from '../lib/forms/unsaved.ts';
import { tellOtherTabs } from '../lib/live/log-outs.ts';

interface LoggingOut {
  /** Ends the session; where something would be lost by it, asks first. */
  logOut: () => void;
  /** Stands somewhere on the page. */
  question: ReactNode;
}

export function useLogOut(): LoggingOut {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const leave = useMutation({
    ...logOut,
    onMutate: () => setLeaving(true),
    onSuccess: async () => {
      // Whoever has something to lose was asked before the session ended.
      forgetDrafts();
      tellOtherTabs();
      await navigate({ to: '/login', ignoreBlocker: true });
      queries.clear();
    },
    onError: tellError,
    onSettled: () => setLeaving(false),
  });
  return {
    logOut: () => (hasUnsaved() ? setAsking(true) : leave.mutate()),
    question: (
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Log out without saving?"
        text="What you have changed on this page is lost."
        action="Log out"
        onConfirm={() => leave.mutate()}
        isBusy={leave.isPending}
      />
    ),
  };
}
