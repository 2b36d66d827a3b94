import type { ReactNode } from 'react';
import type { Area, Role } from '#contract/roles.ts';
import { useRights } from '../data/rights.ts';

interface IfAllowedProps {
  /** The area that the actions change. */
  area: Area;
  /** The role that the actions need if it is not the one of the area. */
  needs?: Role;
  /** Shown in place of the actions. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Shows actions only to roles that may perform them. */
export function IfAllowed({ area, needs, otherwise = null, children }: IfAllowedProps) {
  const rights = useRights();
  const isAllowed = needs === undefined ? rights.mayChange(area) : rights.includes(needs);
  return isAllowed ? children : otherwise;
}
