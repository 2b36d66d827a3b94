import { createContext, useContext } from 'react';

/** True within a read-only editor. */
export const Locked = createContext(false);

export const useIsLocked = (): boolean => useContext(Locked);
