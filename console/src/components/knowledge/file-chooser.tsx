import type { Ref } from 'react';
import { t } from '../../lib/i18n/t.ts';

/** File types offered by the file chooser; the server validates dropped files. */
const ACCEPTED = '.pdf,.docx,.txt,.md,.csv,text/plain';

/** A hidden file input, which a button clicks. */
export function FileChooser({
  ref,
  onFiles,
}: {
  ref: Ref<HTMLInputElement>;
  onFiles: (files: File[]) => void;
}) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      accept={ACCEPTED}
      aria-label={t('Files to add')}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
}
