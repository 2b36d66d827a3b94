import { useQueryClient } from '@tanstack/react-query';
import { tellDone } from '../../components/feedback/toast-store.ts';
import { DeedDialog } from '../../components/overlay/deed-dialog.tsx';
import { type PhoneNumber, releaseNumber } from '../../data/numbers.ts';
import { useHolders } from './use-holders.ts';

interface ReleaseDialogProps {
  /** Null: nothing is asked. */
  doomed: Pick<PhoneNumber, 'id' | 'phone_number' | 'type'> | null;
  /** As the place that it is asked in says it. */
  action: 'Release' | 'Delete';
  onClose: () => void;
}

/** What becomes of a number of that kind. */
const AFTERWARDS: Readonly<Record<PhoneNumber['type'], string>> = {
  normal: 'It goes back to where it came from, the sandbox or a carrier, and somebody else may get it.',
  sip: 'Its SIP trunk is deleted with it: calls over that are taken and placed no more. On the other side nothing changes, so that it can be connected again.',
  caller_id: 'It stays yours; your calls do not show it any more.',
};

export function ReleaseDialog({ doomed, action, onClose }: ReleaseDialogProps) {
  const queries = useQueryClient();
  const holders = useHolders();
  const loss = (id: number): string => {
    const holder = holders.get(id);
    return holder === undefined ? '' : ` “${holder.name}” is not reached by it any more.`;
  };
  return (
    <DeedDialog
      subject={doomed}
      ask={({ id, phone_number, type }) => ({
        title: `${action} ${phone_number}?`,
        text: `${AFTERWARDS[type]} Campaigns that call from it lose it.${loss(id)} Past calls stay.`,
        action,
      })}
      deed={({ id }) => releaseNumber(id)}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: ['numbers'] });
        tellDone(action === 'Delete' ? 'Trunk deleted.' : 'Number released.');
      }}
      onClose={onClose}
    />
  );
}
