import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { showError } from '../components/feedback/toast-store.ts';
import { ConfirmDialog } from '../components/overlay/confirm-dialog.tsx';
import { logOut } from '../data/session.ts';
import { setLeaving } from '../lib/api/session-state.ts';
import { forgetDrafts } from '../lib/drafts.ts';
import { hasUnsaved } from '../lib/forms/unsaved.ts';
import { t } from '../lib/i18n/t.ts';
import { notifyOtherTabs } from '../lib/live/log-outs.ts';

interface LoggingOut {
  /** Logs out; asks first if something would be lost. */
  logOut: () => void;
  /** The confirmation dialog. */
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
      // The user has already agreed to lose unsaved work.
      forgetDrafts();
      notifyOtherTabs();
      await navigate({ to: '/login', ignoreBlocker: true });
      queries.clear();
    },
    onError: showError,
    onSettled: () => setLeaving(false),
  });
  return {
    logOut: () => (hasUnsaved() ? setAsking(true) : leave.mutate()),
    question: (
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('Log out without saving?')}
        text={t('Your unsaved changes on this page will be lost.')}
        action={t('Log out')}
        onConfirm={() => leave.mutate()}
        isBusy={leave.isPending}
      />
    ),
  };
}
