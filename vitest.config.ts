import { defineConfig } from 'vitest/config';

export default defineConfig({
  // `using` is younger than the oldest Node that the tests run on.
  oxc: { target: 'node22' },
  test: {
    include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['server/test/kit/database-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: more workers only make every suite slower.
    maxWorkers: 2,
  },
});
