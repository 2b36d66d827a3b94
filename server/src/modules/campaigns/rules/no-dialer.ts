/** Shown to owners when no dialer process is running. */
export const NO_DIALER = 'No process of this installation dials for campaigns right now.';
