import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useDialogAddress } from '../../routing/use-dialog-address.ts';
import { MESSAGING_DIALOGS } from './messaging-search.ts';
import { NewSenderDialog } from './senders/new-sender-dialog.tsx';
import { SendSmsDialog } from './sms/send-sms-dialog.tsx';
import { SmsDialog } from './sms/sms-dialog.tsx';

const WriteDialog = lazy(async () => ({ default: (await import('./write/write-dialog.tsx')).WriteDialog }));

/** Dialogs in the URL, available on every tab. */
export function MessagingDialogs() {
  const dialog = useDialogAddress(MESSAGING_DIALOGS);
  const navigate = useNavigate();
  const sms = dialog.idOf('sms');
  const openSender = (id: number): void => {
    const place = { replace: true, ignoreBlocker: true };
    void navigate({ to: '/messaging/senders/$senderId', params: { senderId: String(id) }, ...place });
  };
  return (
    <>
      {dialog.isOpen('write') && (
        <Suspense>
          <WriteDialog onClose={dialog.close} onNewSender={() => void dialog.swap('new-sender')} />
        </Suspense>
      )}
      {dialog.isOpen('new-sender') && <NewSenderDialog onClose={dialog.close} onCreated={openSender} />}
      {dialog.isOpen('send-sms') && <SendSmsDialog onClose={dialog.close} />}
      {sms !== undefined && <SmsDialog key={sms} id={sms} onClose={dialog.close} />}
    </>
  );
}
