import { Link, useLocation } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClasses } from '../components/button.tsx';
import { EmptyState } from '../components/feedback/states.tsx';
import { Page } from '../components/layout/page.tsx';
import { t } from '../lib/i18n/t.ts';
import { SECTIONS } from './navigation.ts';

export function NotFound() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const above = SECTIONS.flatMap(({ destinations }) => destinations).find(({ to }) =>
    path.startsWith(`${to}/`),
  );
  return (
    <Page title={t('Not found')}>
      <EmptyState
        icon={<Compass />}
        title={t('This page doesn’t exist')}
        text={t('It may have been deleted, or the link is wrong.')}
        action={
          <>
            {above && (
              <Link to={above.to} className={buttonClasses({ variant: 'primary' })}>
                {t('To {label}', { label: above.label })}
              </Link>
            )}
            <Link to="/" className={buttonClasses(above ? {} : { variant: 'primary' })}>
              {t('Go to dashboard')}
            </Link>
          </>
        }
      />
    </Page>
  );
}
