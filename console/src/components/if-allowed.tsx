import type { ReactNode } from 'react';
import type { Area } from '#contract/roles.ts';
import { useRights } from '../data/rights.ts';

/** Shows actions that change an area only to roles that may do so. */
export function IfAllowed({ area, children }: { area: Area; children: ReactNode }) {
  return useRights().mayChange(area) ? children : null;
}
