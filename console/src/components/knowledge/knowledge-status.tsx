import type { Knowledgebase, KnowledgeDocument } from '../../data/knowledge.ts';
import { Badge, type Tone } from '../badge.tsx';
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
  /** Number of failed documents; undefined if unknown. */
  failed: number | undefined;
}

/** Status of a knowledge base, plus a badge for failed documents: the others stay usable. */
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
