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

/** Tells of variables that the campaign's assistant speaks of and the file has no column for; leads may be imported all the same. */
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
        “{assistant.name}” uses {missing.length === 1 ? 'a variable' : 'variables'} that no column of the file
        has:
      </p>
      <ul className="wrap-anywhere mt-1 list-disc pl-5">
        {missing.map(({ name, almost }) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code>
            {almost !== null && ` – the column “${almost}” is spelled differently`}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        {missing.length === 1
          ? 'In calls to these leads nothing is said in its place. Name a column so in the file and choose it again, or give the variable a value in the assistant’s settings.'
          : 'In calls to these leads nothing is said in their place. Name columns so in the file and choose it again, or give the variables a value in the assistant’s settings.'}
      </p>
    </Callout>
  );
}
