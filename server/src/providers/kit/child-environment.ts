/** For programs that we run: the environment of this process holds keys that are no business of theirs. */
export const CHILD_ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  LC_ALL: 'C.UTF-8',
};
