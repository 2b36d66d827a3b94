import { createContext, useContext } from 'react';

/** True within an editor that the role may only read. */
export const Locked = createContext(false);

export const useIsLocked = (): boolean => useContext(Locked);
