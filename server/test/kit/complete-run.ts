/** True where a missing program of the machine must fail a test instead of skipping it. */
export const IS_COMPLETE_RUN = process.env['CI'] === 'true';
