import { t } from '../../../lib/i18n/t.ts';
import { LeaveGuard } from '../../overlay/leave-guard.tsx';

interface CallGuardProps {
  isTalking: boolean;
  /** True if the call continues at another URL of the page. */
  isKept?: (next: object, current: object) => boolean;
}

/** Asks before leaving the page of a running call; its tabs keep the call. */
export function CallGuard({ isTalking, isKept = () => true }: CallGuardProps) {
  return (
    <LeaveGuard
      isDirty={isTalking}
      isKept={isKept}
      title={t('Leave and end the call?')}
      text={t('The call runs on this page and ends when you leave.')}
    />
  );
}
