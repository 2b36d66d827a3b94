import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { mayHear } from '../../../components/talk/call/may-hear.ts';
import { type Assistant, wholeAssistantsQuery } from '../../../data/assistants.ts';
import { speechProvidersQuery } from '../../../data/catalogue.ts';
import { numberListQuery } from '../../../data/numbers.ts';
import { sessionQuery } from '../../../data/session.ts';
import { whoAnswers } from './who-answers.ts';

/** Who understands what the customer says aloud, as far as it is known. */
export interface Ears {
  /** What is known is no first guess any more; once it is so, it stays so. */
  areKnown: boolean;
  /** Whoever answers this number. */
  ofNumber: (dialled: string) => boolean;
  /** Any of those that may call. */
  ofCallers: boolean;
}

export function useEars(): Ears {
  const session = useQuery(sessionQuery);
  const features = session.data?.features;
  const numberList = useQuery(numberListQuery);
  const numbers = numberList.data ?? [];
  const assistantList = useQuery(wholeAssistantsQuery);
  const assistants = assistantList.data ?? [];
  const languages = [...new Set(assistants.map(({ language_id }) => language_id))];
  const providers = useQueries({ queries: languages.map((id) => speechProvidersQuery('transcriber', id)) });
  const codes = new Map(providers.flatMap(({ data = [] }) => data.map(({ id, code }) => [id, code])));
  const hears = ({ mode, transcriber_provider_id: id }: Assistant): boolean =>
    mayHear(features, { mode, transcriber: id === null ? undefined : codes.get(id) });
  const callers = assistants.filter(({ type }) => type === 'outbound');
  const isAsking = [session, numberList, assistantList, ...providers].some(({ isPending }) => isPending);
  const [areKnown, setKnown] = useState(false);
  useEffect(() => {
    if (!isAsking) setKnown(true);
  }, [isAsking]);
  return {
    areKnown,
    ofNumber: (dialled) => {
      const assistant = whoAnswers(dialled, numbers, assistants);
      return assistant === null ? mayHear(features, null) : hears(assistant);
    },
    ofCallers: callers.length === 0 ? mayHear(features, null) : callers.some(hears),
  };
}
