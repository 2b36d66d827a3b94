import { useQuery } from '@tanstack/react-query';
import type { Assistant } from '../../../../data/assistants.ts';
import { numberListQuery } from '../../../../data/numbers.ts';
import { INACTIVE_HINT } from '../../assistant-words.ts';

/** Where customers reach the assistant, and a hint if it does not answer calls. */
export function Channels({ assistant }: { assistant: Assistant }) {
  const { phone_number_id, is_public: isPublic, status } = assistant;
  const numbers = useQuery(numberListQuery);
  const number = numbers.data?.find(({ id }) => id === phone_number_id)?.phone_number;
  const channels = [number, isPublic ? 'website chat' : undefined].filter((one) => one !== undefined);
  return (
    <>
      {channels.length > 0 && <span className="tabular-nums">{channels.join(' · ')}</span>}
      {status === 'inactive' && <span className="block">{INACTIVE_HINT}</span>}
    </>
  );
}
