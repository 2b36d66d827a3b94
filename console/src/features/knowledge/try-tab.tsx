import { useNavigate, useSearch } from '@tanstack/react-router';
import { TryQuestion } from '../../components/knowledge/search/try-question.tsx';

/** Test search of a knowledge base. The question is kept in the URL. */
export function TryTab({ knowledgebaseId }: { knowledgebaseId: string }) {
  const { q = '' } = useSearch({ from: '/console/knowledge/$knowledgebaseId' });
  const navigate = useNavigate({ from: '/knowledge/$knowledgebaseId' });
  return (
    <TryQuestion
      knowledgebaseId={knowledgebaseId}
      asked={q}
      onAsk={(question) => void navigate({ search: { tab: 'try', q: question } })}
    />
  );
}
