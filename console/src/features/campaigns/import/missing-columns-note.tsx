import { useQuery } from '@tanstack/react-query';
import { Callout } from '../../../components/feedback/callout.tsx';
import { assistantQuery } from '../../../data/assistants.ts';
import { campaignQuery } from '../../../data/campaigns.ts';
import type { ImportReport } from '../../../data/leads.ts';
import { missingColumns } from './missing-columns.ts';

interface MissingColumnsNoteProps {
  campaignId: string;
  columns: ImportReport['columns'];
}

/** Warns about variables of the assistant that the file has no column for. The import is still possible. */
export function MissingColumnsNote({ campaignId, columns }: MissingColumnsNoteProps) {
  const { data: campaign } = useQuery(campaignQuery(campaignId));
  const { data: assistant } = useQuery({
    ...assistantQuery(campaign?.assistant_id ?? 0),
    enabled: campaign !== undefined,
  });
  if (assistant === undefined) return null;
  const missing = missingColumns(assistant, columns.variables);
  if (missing.length === 0) return null;
  return (
    <Callout kind="warn">
      <p className="wrap-anywhere font-medium">
        “{assistant.name}” uses {missing.length === 1 ? 'a variable' : 'variables'} that the file has no
        column for:
      </p>
      <ul className="wrap-anywhere mt-1 list-disc pl-5">
        {missing.map(({ name, almost }) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code>
            {almost !== null && ` (did you mean the column “${almost}”?)`}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        {missing.length === 1
          ? 'It stays empty in calls to these leads. Add a column with this name, or set a default value in the assistant.'
          : 'They stay empty in calls to these leads. Add columns with these names, or set default values in the assistant.'}
      </p>
    </Callout>
  );
}
