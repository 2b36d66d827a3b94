import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { transcribesSpeech } from '../../../components/talk/call/transcribes-speech.ts';
import { type Assistant, wholeAssistantsQuery } from '../../../data/assistants.ts';
import { speechProvidersQuery } from '../../../data/catalog.ts';
import { numberListQuery } from '../../../data/numbers.ts';
import { sessionQuery } from '../../../data/session.ts';
import { whoAnswers } from './who-answers.ts';

/** True if speech is transcribed; false if the user must type, because speech-to-text is not configured. */
export interface SpeechSupport {
  /** False until the first load; then stays true. */
  isKnown: boolean;
  /** For calls to this number. */
  forNumber: (dialed: string) => boolean;
  /** For incoming calls: true if speech to any outbound assistant is transcribed. */
  forIncoming: boolean;
}

export function useSpeechSupport(): SpeechSupport {
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
    transcribesSpeech(features, { mode, transcriber: id === null ? undefined : codes.get(id) });
  const callers = assistants.filter(({ type }) => type === 'outbound');
  const isLoading = [session, numberList, assistantList, ...providers].some(({ isPending }) => isPending);
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    if (!isLoading) setKnown(true);
  }, [isLoading]);
  return {
    isKnown,
    forNumber: (dialed) => {
      const assistant = whoAnswers(dialed, numbers, assistants);
      return assistant === null ? transcribesSpeech(features, null) : hears(assistant);
    },
    forIncoming: callers.length === 0 ? transcribesSpeech(features, null) : callers.some(hears),
  };
}
