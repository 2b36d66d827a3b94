import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { Logo } from './logo.tsx';
import { SECTIONS, type Section } from './navigation.ts';

/** The destinations as links; the one where one is, is marked. */
export function SideBar({ hasSandbox, onSearch }: { hasSandbox: boolean; onSearch: () => void }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-3">
      <Link
        to="/"
        className="hidden items-center gap-2.5 rounded-lg px-2 py-1.5 font-semibold text-lg lg:flex"
      >
        <Logo className="size-7" />
        Parley
      </Link>
      <button
        type="button"
        onClick={onSearch}
        className="mt-3 hidden w-full items-center gap-2 rounded-lg border border-line-strong px-2.5 py-1.5 text-ink-soft text-sm hover:bg-sunken lg:flex"
      >
        <Search className="size-4" aria-hidden />
        Search
        <kbd className="ml-auto font-mono text-xs">Ctrl K</kbd>
      </button>
      <nav aria-label="Main" className="mt-4 grid gap-5">
        {SECTIONS.map((section) => (
          <SideBarSection key={section.title ?? ''} section={section} hasSandbox={hasSandbox} />
        ))}
      </nav>
    </div>
  );
}

function SideBarSection({ section, hasSandbox }: { section: Section; hasSandbox: boolean }) {
  const shown = section.destinations.filter(({ isSandbox }) => isSandbox !== true || hasSandbox);
  return (
    <div>
      {section.title !== null && (
        <h2 className="px-2.5 pb-1 font-medium text-ink-soft text-xs uppercase tracking-wide">
          {section.title}
        </h2>
      )}
      <ul className="grid gap-0.5">
        {shown.map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: to === '/' }}
              className="flex items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-ink-soft hover:bg-sunken hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-accent-strong"
            >
              <Icon className="size-4.5 shrink-0" aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
