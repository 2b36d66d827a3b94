import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** To the page where the things of a choice are made. */
export function ManageLink({ to, children = 'Manage' }: { to: string; children?: ReactNode }) {
  return (
    <Link to={to} className="text-accent-strong underline">
      {children}
    </Link>
  );
}
