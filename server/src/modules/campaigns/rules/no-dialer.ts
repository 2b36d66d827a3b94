/** Shown to owners when no dialer process is running. */
export const NO_DIALER = 'No process of this installation is dialing for campaigns right now.';
