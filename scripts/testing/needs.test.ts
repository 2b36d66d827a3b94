import { describe, expect, it, test } from 'vitest';
import { DEBIAN_PACKAGES, missingPackages, nodeRefusal, requirePackages } from './needs.ts';

describe('the check of Debian packages', () => {
  /** Runs `check` with an empty PATH. */
  function withoutPath(check: () => void): void {
    const path = process.env['PATH'];
    process.env['PATH'] = '/nowhere';
    try {
      check();
    } finally {
      process.env['PATH'] = path;
    }
  }

  it('names the missing packages, their use, and the command that installs them', () => {
    withoutPath(() => {
      expect(() => requirePackages('baresip-core', 'sip-tester')).toThrow(
        'Missing Debian package: baresip-core (telephony tests with a softphone), ' +
          'sip-tester (telephony tests and the signaling benchmark). ' +
          'Install it: sudo apt-get install --no-install-recommends baresip-core sip-tester',
      );
    });
  });

  it('looks for programs in PATH', () => {
    withoutPath(() => expect(missingPackages(['espeak-ng'])).toHaveLength(1));
  });

  it('refuses a package that is not in the list', () => {
    expect(() => requirePackages('netscape')).toThrow('Add netscape to DEBIAN_PACKAGES.');
  });

  it('lists each package once', () => {
    const names = DEBIAN_PACKAGES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

test.each([
  ['v20.20.2', true],
  ['v22.18.0', true],
  ['v22.19.0', false],
  ['v24.21.0', false],
])('Node %s is refused: %s', (version, isRefused) => {
  const refusal = isRefused ? 'Tests need Node 22.19 or newer; run them with: npm test <file>' : null;
  expect(nodeRefusal(version)).toBe(refusal);
});
