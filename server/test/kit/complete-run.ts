/** True if a missing program must fail a test instead of skipping it. */
export const IS_COMPLETE_RUN = process.env['CI'] === 'true';
