import { useEffect, useRef } from 'react';
import WaveSurfer from 'wavesurfer.js';
import type { RecordingShape } from '../../../data/recordings.ts';
import { cspNonce } from '../../../lib/csp-nonce.ts';
import { colorOf, useShownTheme } from '../../../lib/theme/use-shown-theme.ts';

const ROW_HEIGHT_PX = 56;

interface WaveformProps {
  shape: RecordingShape;
  /** The audio element whose progress is shown. */
  media: HTMLAudioElement;
}

/** Waveforms of both channels: the customer above, the assistant below. */
export function Waveform({ shape, media }: WaveformProps) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useShownTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: colors depend on the theme.
  useEffect(() => {
    if (place.current === null) return undefined;
    const unheard = colorOf('line-strong');
    const drawn = WaveSurfer.create({
      container: place.current,
      media,
      peaks: [...shape.peaks],
      duration: shape.durationSeconds,
      height: ROW_HEIGHT_PX,
      barWidth: 2,
      barGap: 1,
      barRadius: 1,
      barMinHeight: 1,
      cursorWidth: 0,
      interact: false,
      hideScrollbar: true,
      cspNonce,
      splitChannels: [
        { waveColor: unheard, progressColor: colorOf('info') },
        { waveColor: unheard, progressColor: colorOf('accent') },
      ],
    });
    return () => drawn.destroy();
  }, [shape, media, theme]);
  return <div ref={place} aria-hidden className="pointer-events-none h-full" />;
}
