/** Every process of a test's installation seals with it. */
export const TEST_SECRET_KEY = 'a key for tests, which everybody knows';
