import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { ErrorState, Skeleton } from '../components/feedback/states.tsx';
import { whenBack } from '../lib/live/when-back.ts';
import { isMissingCode, isServerThere, reload, reloadOnce } from '../lib/missing-code.ts';

/** In the place of a page that failed, or whose code could not be fetched. */
export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <h1 className="sr-only">This page cannot be shown</h1>
      {isMissingCode(error) ? <MissingCode error={error} /> : <FailedPage error={error} reset={reset} />}
    </div>
  );
}

function FailedPage({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const router = useRouter();
  // What a route asked for before it was shown is asked again; only then is there something else to show.
  const retry = useCallback(() => void router.invalidate().then(reset), [router, reset]);
  useEffect(() => whenBack(retry), [retry]);
  return <ErrorState error={error} onRetry={retry} />;
}

const REPLACED = new Error(
  'Parley was updated meanwhile, or a part of it was lost on its way. Load the page anew to go on.',
);

function MissingCode({ error }: { error: unknown }) {
  const [server, setServer] = useState<'unknown' | 'away' | 'there'>('unknown');
  const look = useCallback(async (goOn: () => boolean) => {
    if (!(await isServerThere())) setServer('away');
    else if (!goOn()) setServer('there');
  }, []);
  useEffect(() => void look(reloadOnce), [look]);
  // Its code is fetched by itself as soon as there is somebody to fetch it from.
  useEffect(() => whenBack(() => void look(reload)), [look]);
  if (server === 'unknown') return <Skeleton />;
  if (server === 'away') return <ErrorState error={error} onRetry={() => void look(reload)} />;
  return <ErrorState error={REPLACED} onRetry={() => location.reload()} action="Load anew" />;
}
