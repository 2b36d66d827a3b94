import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../components/feedback/states.tsx';
import { isMissingCode, reloadWhenReachable } from '../lib/missing-code.ts';

/** In the place of a page that failed, or whose code could not be fetched. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const retry = (): void => {
    if (isMissingCode(error)) void reloadWhenReachable();
    else reset();
  };
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <ErrorState error={error} onRetry={retry} />
    </div>
  );
}
