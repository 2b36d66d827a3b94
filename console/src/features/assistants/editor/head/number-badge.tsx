import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../../components/badge.tsx';
import { numberListQuery } from '../../../../data/numbers.ts';

/** The assistant's phone number; nothing without one. */
export function NumberBadge({ id }: { id: number | null }) {
  const numbers = useQuery(numberListQuery);
  const number = numbers.data?.find((one) => one.id === id);
  return number === undefined ? null : <Badge>{number.phone_number}</Badge>;
}
