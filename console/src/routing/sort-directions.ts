import type { SortDirection } from '#contract/pagination.ts';
import { namesOf } from '../lib/names-of.ts';

export const SORT_DIRECTION_NAMES = namesOf<SortDirection>({ desc: true, asc: true });
