/** What the owner of a campaign reads where no process lives that calls for campaigns, or none is set to. */
export const NO_DIALER = 'No process of this installation calls for campaigns just now.';
