import { LeaveGuard } from '../../form/leave-guard.tsx';

interface CallGuardProps {
  isTalking: boolean;
  /** Whether the page holds the call at another of its addresses too. */
  isKept?: (next: object, current: object) => boolean;
}

/** Asks before one leaves the page that holds a call; its tabs keep it. */
export function CallGuard({ isTalking, isKept = () => true }: CallGuardProps) {
  return (
    <LeaveGuard
      isDirty={isTalking}
      isKept={isKept}
      title="Leave in the middle of a call?"
      text="The call is held by this page: it ends when you leave."
    />
  );
}
