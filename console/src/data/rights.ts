import { useQuery } from '@tanstack/react-query';
import { AREAS, type Area, includesRole, type Role } from '#contract/roles.ts';
import { sessionQuery } from './session.ts';

/** Rights of the logged-in role by area of the API. */
export interface Rights {
  role: Role;
  mayRead(area: Area): boolean;
  mayChange(area: Area): boolean;
  /** True if the role includes the rights of another one. */
  includes(role: Role): boolean;
}

function rightsOf(held: Role): Rights {
  return {
    role: held,
    mayRead: (area) => includesRole(held, AREAS[area].read),
    mayChange: (area) => includesRole(held, AREAS[area].write),
    includes: (role) => includesRole(held, role),
  };
}

/** The rights of the session; those of a viewer until it is loaded. */
export function useRights(): Rights {
  const { data } = useQuery(sessionQuery);
  return rightsOf(data?.role ?? 'viewer');
}
