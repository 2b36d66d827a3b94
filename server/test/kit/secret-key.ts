/** The secret key of every process in a test. */
export const TEST_SECRET_KEY = 'a key for tests, which everybody knows';
