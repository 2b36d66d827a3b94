import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '../components/feedback/states.tsx';
import { whenBack } from '../lib/live/when-back.ts';
import { isMissingCode, reloadWhenReachable } from '../lib/missing-code.ts';

/** In the place of a page that failed, or whose code could not be fetched. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const retry = (): void => {
    if (isMissingCode(error)) void reloadWhenReachable();
    else reset();
  };
  // Its code is fetched by itself as soon as there is somebody to fetch it from.
  useEffect(() => (isMissingCode(error) ? whenBack(() => void reloadWhenReachable()) : undefined), [error]);
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <ErrorState error={error} onRetry={retry} />
    </div>
  );
}
