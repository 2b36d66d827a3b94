import { Play, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { showError } from '../../../../components/feedback/toast-store.ts';
import type { Voice } from '../../../../data/catalog.ts';
import { t } from '../../../../lib/i18n/t.ts';

type State = 'silent' | 'loading' | 'playing';

/** Plays a sample of a voice. */
export function PreviewButton({ voice }: { voice: Voice | null }) {
  const player = useRef<HTMLAudioElement | null>(null);
  const [state, setState] = useState<State>('silent');
  useEffect(
    () => () => {
      player.current?.pause();
      player.current = null;
    },
    [],
  );
  const path = voice?.preview_url == null ? null : new URL(voice.preview_url).pathname;
  const stop = (): void => {
    player.current?.pause();
    setState('silent');
  };
  const play = (): void => {
    if (path === null) return;
    const audio = new Audio(path);
    player.current = audio;
    audio.addEventListener('ended', () => setState('silent'));
    setState('loading');
    audio.play().then(
      () => setState('playing'),
      () => {
        // Another voice was chosen while this one loaded.
        if (player.current !== audio) return;
        setState('silent');
        showError(new Error(t('The voice couldn’t be played. Try again later.')));
      },
    );
  };
  return (
    <Button
      isReading
      icon={state === 'playing' ? <Square /> : <Play />}
      isBusy={state === 'loading'}
      isIdle={path === null}
      onClick={state === 'playing' ? stop : play}
      aria-label={
        state === 'playing'
          ? t('Stop preview')
          : t('Preview voice: {name}', { name: voice?.name ?? t('none') })
      }
    >
      {state === 'playing' ? t('Stop') : t('Preview', undefined, 'verb')}
    </Button>
  );
}
