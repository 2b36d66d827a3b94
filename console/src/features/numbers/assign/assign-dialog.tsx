import { ActionDialog } from '../../../components/overlay/action-dialog.tsx';
import { t } from '../../../lib/i18n/t.ts';
import type { Assigning } from './use-assignment.ts';

/** Asks before an assistant loses its number to another assignment. */
export function AssignDialog({ assigning: { asked, assign, close } }: { assigning: Assigning }) {
  return (
    <ActionDialog
      subject={asked}
      ask={({ number, assistant, loss }) => ({
        title: t('Assign {number} to “{name}”?', {
          number: number.phone_number,
          name: assistant?.name ?? '',
        }),
        text: loss,
        action: t('Assign number'),
      })}
      action={assign}
      onDone={() => undefined}
      onClose={close}
    />
  );
}
