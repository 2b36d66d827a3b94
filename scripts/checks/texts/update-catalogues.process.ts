import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Repository } from '../repository.ts';
import { catalogueFile, readCatalogue, usesIn } from './check-texts.ts';

/*
 * Adds the console's texts to the catalogues, each without a translation, and removes texts that the console has no
 * longer. Prints how many texts wait for a translation.
 */

const repository = new Repository(path.join(import.meta.dirname, '../../..'));
const ids = [...new Set(usesIn(repository).map(({ id }) => id))].sort();
for (const file of repository.written.filter((file) => catalogueFile.test(file))) {
  const catalogue = readCatalogue(repository, file);
  const translations = ids.map((id) => [id, catalogue.get(id) ?? '']);
  writeFileSync(
    path.join(repository.root, file),
    `${JSON.stringify(Object.fromEntries(translations), null, 2)}\n`,
  );
  console.log(`${file}: ${translations.filter(([, translation]) => translation === '').length} to translate`);
}
