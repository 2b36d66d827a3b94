import { Badge, type Tone } from '../../components/badge.tsx';
import type { Knowledgebase, KnowledgeDocument } from '../../data/knowledge.ts';
import { failedWords } from './failed-words.ts';

type Status = Knowledgebase['status'] | KnowledgeDocument['status'];

const TONES: Record<Status, Tone> = {
  empty: 'neutral',
  processing: 'info',
  active: 'good',
  failed: 'bad',
};

export function KnowledgeStatus({ status, label }: { status: Status; label: string }) {
  return <Badge tone={TONES[status]}>{label}</Badge>;
}

interface KnowledgebaseStatusProps {
  knowledgebase: Knowledgebase;
  /** How many of its documents failed; undefined: not known yet. */
  failed: number | undefined;
}

/** A knowledge base of which a part failed is good for the rest of it. */
export function KnowledgebaseStatus({ knowledgebase, failed }: KnowledgebaseStatusProps) {
  const { status, status_label, documents_count } = knowledgebase;
  if (failed === undefined || failed === 0) return <KnowledgeStatus status={status} label={status_label} />;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {status !== 'failed' && <KnowledgeStatus status={status} label={status_label} />}
      <Badge tone={failed < documents_count ? 'warn' : 'bad'}>{failedWords(failed, documents_count)}</Badge>
    </span>
  );
}
