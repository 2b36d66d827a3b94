import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { ErrorState, Skeleton } from '../components/feedback/states.tsx';
import { t } from '../lib/i18n/t.ts';
import { whenBack } from '../lib/live/when-back.ts';
import { isMissingCode, isServerThere, reload, reloadOnce } from '../lib/missing-code.ts';

/** Replaces a page that failed to render or to load its code. */
export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <div className="mx-auto max-w-3xl px-4 py-10">
      <h1 className="sr-only">{t('This page couldn’t be loaded')}</h1>
      {isMissingCode(error) ? <MissingCode error={error} /> : <FailedPage error={error} reset={reset} />}
    </div>
  );
}

function FailedPage({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const router = useRouter();
  // Retry the route's queries first; only they can change the outcome.
  const retry = useCallback(() => void router.invalidate().then(reset), [router, reset]);
  useEffect(() => whenBack(retry), [retry]);
  return <ErrorState error={error} onRetry={retry} />;
}

const REPLACED = new Error(t('Parley may have been updated. Reload the page to continue.'));

function MissingCode({ error }: { error: unknown }) {
  const [server, setServer] = useState<'unknown' | 'away' | 'there'>('unknown');
  const look = useCallback(async (goOn: () => boolean) => {
    if (!(await isServerThere())) setServer('away');
    else if (!goOn()) setServer('there');
  }, []);
  useEffect(() => void look(reloadOnce), [look]);
  // Fetch the page's code again as soon as the server can be reached.
  useEffect(() => whenBack(() => void look(reload)), [look]);
  if (server === 'unknown') return <Skeleton />;
  if (server === 'away') return <ErrorState error={error} onRetry={() => void look(reload)} />;
  return <ErrorState error={REPLACED} onRetry={() => location.reload()} action={t('Reload page')} />;
}
