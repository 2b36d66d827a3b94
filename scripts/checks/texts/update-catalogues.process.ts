import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Repository } from '../repository.ts';
import { cataloguesIn, readCatalogue, textAreas, usesIn } from './check-texts.ts';

/*
 * Adds the texts of the console and of emails to the catalogues, each without a translation, and removes texts that are
 * no longer used. Prints how many texts wait for a translation.
 */

const repository = new Repository(path.join(import.meta.dirname, '../../..'));
for (const area of textAreas) {
  const ids = [...new Set(usesIn(repository, area).map(({ id }) => id))].sort();
  for (const file of cataloguesIn(repository, area).values()) {
    const catalogue = readCatalogue(repository, file);
    const translations = ids.map((id) => [id, catalogue.get(id) ?? '']);
    writeFileSync(
      path.join(repository.root, file),
      `${JSON.stringify(Object.fromEntries(translations), null, 2)}\n`,
    );
    console.log(
      `${file}: ${translations.filter(([, translation]) => translation === '').length} to translate`,
    );
  }
}
