import { useQuery } from '@tanstack/react-query';
import { Search, SearchX } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { type Passage, searchKnowledge } from '../../../data/knowledge.ts';
import { t } from '../../../lib/i18n/t.ts';
import { Button } from '../../button.tsx';
import { Callout } from '../../feedback/callout.tsx';
import { EmptyState, Loaded } from '../../feedback/states.tsx';
import { Field } from '../../form/field.tsx';
import { Input } from '../../form/input.tsx';
import { answerDoubt } from './answer-doubt.ts';
import { FoundPassage } from './found-passage.tsx';
import { sharedMeaningDoubt } from './meaning-doubt.ts';

interface TryQuestionProps {
  knowledgebaseId: string;
  /** Empty before the first search. */
  asked: string;
  onAsk: (question: string) => void;
}

/** Test search: passages that an assistant would get, with scores. */
export function TryQuestion({ knowledgebaseId, asked: q, onAsk }: TryQuestionProps) {
  const [question, setQuestion] = useState(q);
  useEffect(() => setQuestion(q), [q]);
  const found = useQuery({
    queryKey: ['knowledge', 'one', knowledgebaseId, 'search', q],
    queryFn: ({ signal }) => searchKnowledge(knowledgebaseId, q, signal),
    enabled: q !== '',
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onAsk(question.trim());
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <form onSubmit={submit} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label={t('Question')}>
            {(control) => (
              <Input
                {...control}
                value={question}
                autoFocus
                maxLength={2000}
                placeholder={t('Ask as a customer would')}
                onChange={(event) => setQuestion(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="primary" icon={<Search />} isBusy={found.isFetching}>
          {t('Search', undefined, 'verb')}
        </Button>
      </form>
      {q === '' ? (
        <p className="text-ink-soft">
          {t('See which passages an assistant would get for a question, and why they match.')}
        </p>
      ) : (
        <Loaded query={found}>
          {(passages) =>
            passages.length === 0 ? (
              <EmptyState
                icon={<SearchX />}
                title={t('No results')}
                text={t('No passage matches the question. An assistant would say that it doesn’t know.')}
              />
            ) : (
              <Found passages={passages} question={q} />
            )
          }
        </Loaded>
      )}
    </div>
  );
}

function Found({ passages, question }: { passages: readonly Passage[]; question: string }) {
  const doubt = answerDoubt(passages);
  const noMeaning = sharedMeaningDoubt(passages);
  return (
    <>
      {doubt !== null && <Callout kind="warn">{doubt}</Callout>}
      {noMeaning !== null && (
        <p className="text-ink-soft text-sm">{t('Semantic similarity {reason}.', { reason: noMeaning })}</p>
      )}
      <ol aria-label={t('Passages')} className="grid grid-cols-1 gap-3">
        {passages.map((passage, index) => (
          <FoundPassage
            key={`${passage.document_id} ${passage.source} ${passage.text}`}
            passage={passage}
            rank={index + 1}
            question={question}
            hasMeaning={noMeaning === null}
          />
        ))}
      </ol>
    </>
  );
}
