import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../../../lib/i18n/t.ts';

/** Link to the page where the options of a choice are managed. */
export function ManageLink({ to, children = t('Manage') }: { to: string; children?: ReactNode }) {
  return (
    <Link to={to} className="text-accent-strong underline">
      {children}
    </Link>
  );
}
