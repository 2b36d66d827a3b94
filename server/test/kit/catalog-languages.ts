import { readFileSync } from 'node:fs';
import type { Language } from '../../src/core/catalog.ts';

const MIGRATION = new URL('../../src/db/migrations/0002_catalogue.sql', import.meta.url);

/** The languages that the migration adds to every installation. */
export const CATALOG_LANGUAGES: readonly Language[] = Array.from(
  readFileSync(MIGRATION, 'utf8').matchAll(/\((\d+), '([^']+)', '([a-z]{2})'\)/g),
  ([, id = '', name = '', iso_2 = '']) => ({ id: Number(id), name, iso_2 }),
);
