import { Badge, type Tone } from '../../components/badge.tsx';
import type { Knowledgebase, KnowledgeDocument } from '../../data/knowledge.ts';

const TONES: Record<Knowledgebase['status'] | KnowledgeDocument['status'], Tone> = {
  empty: 'neutral',
  processing: 'info',
  active: 'good',
  failed: 'bad',
};

export function KnowledgeStatus({
  status,
  label,
}: {
  status: Knowledgebase['status'] | KnowledgeDocument['status'];
  label: string;
}) {
  return <Badge tone={TONES[status]}>{label}</Badge>;
}
