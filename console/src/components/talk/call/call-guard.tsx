import { LeaveGuard } from '../../form/leave-guard.tsx';

/** Asks before one leaves the page that holds a call; its tabs keep it. */
export function CallGuard({ isTalking }: { isTalking: boolean }) {
  return (
    <LeaveGuard
      isDirty={isTalking}
      isKept={() => true}
      title="Leave in the middle of a call?"
      text="The call is held by this page: it ends when you leave."
    />
  );
}
