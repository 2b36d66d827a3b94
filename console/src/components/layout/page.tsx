import type { ReactNode } from 'react';
import { useEffect } from 'react';
import type { Area } from '#contract/roles.ts';
import { useRights } from '../../data/rights.ts';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/t.ts';
import { ROLE_WORDS } from '../role-options.ts';

interface PageProps {
  title: string;
  /** One sentence on the purpose of the page. */
  text?: ReactNode;
  /** Breadcrumbs before the title. */
  trail?: ReactNode;
  actions?: ReactNode;
  /** The area that the page changes. Roles without that right see a note. */
  area?: Area;
  children: ReactNode;
  /** Full width, for boards and conversations. */
  isWide?: boolean;
}

/** The layout of every page: heading, actions, content. */
export function Page({ title, text, trail, actions, area, children, isWide = false }: PageProps) {
  useEffect(() => {
    document.title = t('{title} · Parley', { title });
  }, [title]);
  return (
    <div className={classNames('mx-auto w-full px-4 py-6 sm:px-8', !isWide && 'max-w-6xl')}>
      {trail && <div className="mb-1 text-ink-soft text-sm">{trail}</div>}
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1
            dir="auto"
            className="wrap-anywhere line-clamp-3 text-left font-semibold text-2xl tracking-tight"
          >
            {title}
          </h1>
          {text && <p className="mt-1 max-w-2xl text-ink-soft">{text}</p>}
          {area && <ReadOnlyNote area={area} />}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

function ReadOnlyNote({ area }: { area: Area }) {
  const rights = useRights();
  if (rights.mayChange(area)) return null;
  return (
    <p className="mt-1 text-ink-soft text-sm">
      {t('You have read-only access, because your role is {role}.', { role: ROLE_WORDS[rights.role] })}
    </p>
  );
}
