import { useQuery } from '@tanstack/react-query';
import { publicAddress } from '../lib/public-address.ts';
import { sessionQuery } from './session.ts';

/** The origin where visitors and carriers reach this server, if known. */
export function usePublicAddress(): string {
  const { data: session } = useQuery(sessionQuery);
  return publicAddress(session, location.origin);
}
