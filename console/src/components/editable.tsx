import type { ReactNode } from 'react';
import type { Area } from '#contract/roles.ts';
import { useRights } from '../data/rights.ts';

/** Disables fields and buttons for roles that may not change the area. */
export function Editable({ area, children }: { area: Area; children: ReactNode }) {
  if (useRights().mayChange(area)) return children;
  return (
    <fieldset disabled className="contents">
      {children}
    </fieldset>
  );
}
