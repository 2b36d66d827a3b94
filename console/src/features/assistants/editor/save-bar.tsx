import { Link, useSearch } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useFormState } from 'react-hook-form';
import { Button } from '../../../components/button.tsx';
import { OvertakenNote } from '../../../components/form/overtaken-note.tsx';
import { IfAllowed } from '../../../components/if-allowed.tsx';
import { describeError } from '../../../lib/api/api-error.ts';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/t.ts';
import { EDITOR_TABS, editorSearch } from '../search-params.ts';
import { TAB_LABELS } from './editor-tabs.ts';
import { labelOf } from './form/field-labels.ts';
import { tabOf } from './form/field-tabs.ts';
import type { Editing } from './form/use-assistant-form.ts';
import type { Saving } from './form/use-save.ts';

/**
 * Unsaved changes, tabs with errors, and the buttons to undo and save. Sticky below the settings, except on the Talk
 * tab, where it would cover the composer.
 */
export function SaveBar({ id, editing, saving }: { id: number; editing: Editing; saving: Saving }) {
  const { isDirty, errors } = useFormState({ control: editing.form.control });
  const { tab } = useSearch({ from: '/console/assistants/$assistantId' });
  const broken = new Set(Object.keys(errors).map(tabOf));
  return (
    <div
      className={classNames(
        '-mx-4 mt-6 border-line border-t bg-ground px-4 py-3 sm:-mx-8 sm:px-8 xl:mr-0 xl:pr-0',
        tab !== 'talk' && 'sticky bottom-0 z-10',
      )}
    >
      <OvertakenNote control={editing.form.control} following={editing.stored} labelOf={labelOf} />
      {saving.error ? (
        <p role="alert" className="mb-2 text-bad text-sm">
          {describeError(saving.error)}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div role="status" className="min-w-0 flex-1 text-sm">
          {broken.size > 0 ? (
            <span className="text-bad">
              {t('Fix errors in:')}{' '}
              {EDITOR_TABS.filter((tab) => broken.has(tab)).map((tab, index) => (
                <span key={tab}>
                  {index > 0 && ', '}
                  <Link
                    to="/assistants/$assistantId"
                    params={{ assistantId: String(id) }}
                    search={(before) => editorSearch({ ...before, tab })}
                    className="font-medium underline"
                  >
                    {TAB_LABELS[tab]}
                  </Link>
                </span>
              ))}
            </span>
          ) : (
            <span className="text-ink-soft">{isDirty ? t('Unsaved changes') : t('All changes saved')}</span>
          )}
        </div>
        <Button icon={<Undo2 />} variant="quiet" isIdle={!isDirty || saving.isSaving} onClick={editing.undo}>
          {t('Undo changes')}
        </Button>
        <IfAllowed area="Assistants">
          <Button
            variant={isDirty ? 'primary' : 'secondary'}
            isBusy={saving.isSaving}
            isIdle={!isDirty}
            onClick={saving.save}
            aria-keyshortcuts="Control+S"
            title={t('Ctrl S')}
          >
            {t('Save')}
          </Button>
        </IfAllowed>
      </div>
    </div>
  );
}
