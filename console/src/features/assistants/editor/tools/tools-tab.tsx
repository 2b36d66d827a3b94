import { Plus, Trash2, Wrench } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { Button, IconButton } from '../../../../components/button.tsx';
import { EmptyState } from '../../../../components/feedback/states.tsx';
import { Card } from '../../../../components/layout/card.tsx';
import { Menu, MenuItem } from '../../../../components/overlay/menu.tsx';
import { useRows } from '../../../../lib/forms/use-rows.ts';
import { t } from '../../../../lib/i18n/t.ts';
import type { AssistantValues } from '../form/assistant-values.ts';
import { wholeTool } from '../form/whole-tool.ts';
import { ExternalTools } from './external-tools.tsx';
import { ToolFields } from './tool-fields.tsx';
import { TOOL_KINDS, TOOL_TYPES, type ToolType } from './tool-kinds.ts';

/** Built-in tools, and those of other systems. */
export function ToolsTab({ assistantId }: { assistantId: number }) {
  return (
    <div className="grid gap-6">
      <BuiltInTools assistantId={assistantId} />
      <ExternalTools />
    </div>
  );
}

/** Tools that act on the call itself. */
function BuiltInTools({ assistantId }: { assistantId: number }) {
  const { control } = useFormContext<AssistantValues>();
  const { rows, append, remove } = useRows(control, 'tools');
  const add = (
    <Menu
      trigger={
        <Button data-adds icon={<Plus />} variant={rows.length === 0 ? 'primary' : 'secondary'}>
          {t('Add tool')}
        </Button>
      }
    >
      {TOOL_TYPES.map((type) => (
        <ToolItem key={type} type={type} onSelect={() => append(wholeTool(TOOL_KINDS[type].blank))} />
      ))}
    </Menu>
  );
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<Wrench />}
        title={t('No built-in tools')}
        text={t('Let the assistant end calls, transfer them, or use the keypad.')}
        action={add}
      />
    );
  }
  return (
    <div className="grid gap-4">
      <ul className="grid gap-4">
        {rows.map((row, index) => {
          const { label, text, icon: Icon } = TOOL_KINDS[row.type];
          return (
            <li key={row.id}>
              <Card
                title={
                  <span className="flex items-center gap-2">
                    <Icon className="size-4 text-accent-strong" aria-hidden />
                    {label}
                  </span>
                }
                text={text}
                actions={
                  <IconButton
                    label={t('Remove {label}', { label })}
                    size="small"
                    onClick={() => remove(index)}
                  >
                    <Trash2 />
                  </IconButton>
                }
              >
                <ToolFields type={row.type} path={`tools.${index}`} assistantId={assistantId} />
              </Card>
            </li>
          );
        })}
      </ul>
      <div>{add}</div>
    </div>
  );
}

function ToolItem({ type, onSelect }: { type: ToolType; onSelect: () => void }) {
  const { label, icon: Icon } = TOOL_KINDS[type];
  return (
    <MenuItem icon={<Icon />} onSelect={onSelect}>
      {label}
    </MenuItem>
  );
}
