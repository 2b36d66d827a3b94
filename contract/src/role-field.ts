import { z } from 'zod';
import { ROLES } from './roles.ts';

/** A role on the wire. Apart from `roles.ts`, so that browsers do not load the validator. */
export const role = z.enum(ROLES);
