import type { ReactNode } from 'react';
import type { Area } from '#contract/roles.ts';
import { useRights } from '../data/rights.ts';
import { Locked } from './locked.ts';

/** Disables fields and buttons for roles that may not change the area, except buttons that only read. */
export function Editable({ area, children }: { area: Area; children: ReactNode }) {
  if (useRights().mayChange(area)) return children;
  return (
    <Locked value={true}>
      <fieldset disabled className="contents">
        {children}
      </fieldset>
    </Locked>
  );
}
