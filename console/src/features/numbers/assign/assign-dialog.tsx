import { ActionDialog } from '../../../components/overlay/action-dialog.tsx';
import type { Assigning } from './use-assignment.ts';

/** Asks before an assistant loses its number to another assignment. */
export function AssignDialog({ assigning: { asked, assign, close } }: { assigning: Assigning }) {
  return (
    <ActionDialog
      subject={asked}
      ask={({ number, assistant, loss }) => ({
        title: `Assign ${number.phone_number} to “${assistant?.name ?? ''}”?`,
        text: loss,
        action: 'Assign number',
      })}
      action={assign}
      onDone={() => undefined}
      onClose={close}
    />
  );
}
