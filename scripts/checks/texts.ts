import type { Repository } from './repository.ts';
import type { Verdict } from './run/program.ts';
import { checkTexts } from './texts/check-texts.ts';

const shownProblems = 60;

/** Fails when a text of the console is not translated, or a catalogue differs from the texts. */
export function texts(repository: Repository): Verdict {
  const { texts, languages, problems } = checkTexts(repository);
  const count = `${texts} texts in English and ${languages.join(', ')}, ${problems.length} problems.`;
  const hint =
    'node scripts/checks/texts/update-catalogues.process.ts adds the missing texts to the catalogues and removes the others.';
  return {
    passed: problems.length === 0,
    output: [...problems.slice(0, shownProblems), count, hint].join('\n'),
    report: count,
    programSeconds: 0,
  };
}
