import { RotateCw } from 'lucide-react';
import { Button } from '../button.tsx';

/** What stands where a row could not be fetched. */
export function FailedRow({ onRetry }: { onRetry: () => void }) {
  return (
    <span className="flex items-center gap-3 text-bad text-sm">
      Not loaded
      <Button size="small" icon={<RotateCw />} onClick={onRetry}>
        Try again
      </Button>
    </span>
  );
}
