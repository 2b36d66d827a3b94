const UNRELEASED = '## Unreleased\n';
const HEADING = /^## (\S+)(?: \(.*\))?$/gm;

/** The changelog with its unreleased entries as a version. Throws if it has no such entries. @param day such as `28 November 2026` */
export function releasedChangelog(changelog: string, version: string, day: string): string {
  if (releaseNotes(changelog, 'Unreleased') === '')
    throw new Error('The changelog has no unreleased entries.');
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${day})\n`);
}

/** The entries of one version as Markdown, without its heading. Throws if the version is not in the changelog. */
export function releaseNotes(changelog: string, version: string): string {
  const headings = [...changelog.matchAll(HEADING)];
  const at = headings.findIndex(([, name]) => name === version);
  const heading = headings[at];
  if (heading === undefined) throw new Error(`The changelog has no version ${version}.`);
  return changelog.slice(heading.index + heading[0].length, headings[at + 1]?.index).trim();
}
