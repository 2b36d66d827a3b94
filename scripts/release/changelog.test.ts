import { expect, test } from 'vitest';
import { releasedChangelog, releaseNotes } from './changelog.ts';

const changelog = `# Changelog

## Unreleased

### Added

- Calls: a new thing ([guide](docs/guides/webhooks.md)).

## 0.2.0 (28 November 2026)

### Fixed

- An older thing.
`;

test('turns unreleased entries into those of a version', () => {
  const released = releasedChangelog(changelog, '0.3.0', '1 December 2026');
  expect(released).toContain('## Unreleased\n\n## 0.3.0 (1 December 2026)\n\n### Added\n');
  expect(releaseNotes(released, '0.3.0')).toBe(releaseNotes(changelog, 'Unreleased'));
  expect(() => releasedChangelog(released, '0.4.0', '2 December 2026')).toThrow('no unreleased entries');
});

test('takes the entries of one version as its notes', () => {
  expect(releaseNotes(changelog, '0.2.0')).toBe('### Fixed\n\n- An older thing.');
  expect(() => releaseNotes(changelog, '0.9.0')).toThrow('no version 0.9.0');
});
