import { z } from 'zod';

/** `YYYY-MM-DDTHH:MM:SS.ffffffZ`, UTC, with microseconds as stored. */
export const isoTimestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

/** `YYYY-MM-DD HH:MM:SS`, UTC. */
export const plainTimestamp = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

/** `YYYY-MM-DDTHH:MM:SS±HH:MM`, the account's offset at that instant. */
export const zonedTimestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
